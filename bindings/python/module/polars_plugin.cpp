// The functions of a Polars expression plugin: what Polars calls for sortid.polars, in its own threads and
// without Python. The ABI is that of crates/polars-ffi, version_0; Polars reads the version when it loads the
// module.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "operation_words.hpp"

namespace sortid::python {

namespace {

// A Series: its field, and its chunks, each in a box of its own. `release` frees the boxes and the field, not
// the arrays in the boxes: whoever has the struct moves those out.
struct series {
  ArrowSchema* field;
  ArrowArray** arrays;
  std::size_t size;
  void (*release)(series*);
  void* private_data;
};

// Why the last call of this thread failed.
thread_local std::string last_error;

// Takes the words of an operation, each up to a space.
class words {
 public:
  explicit words(std::string_view text) noexcept : rest_(text) {}
  std::string_view next() noexcept {
    const std::size_t end = rest_.find(' ');
    const std::string_view word = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    return word == "-" ? std::string_view() : word;
  }

 private:
  std::string_view rest_;
};

// Keyword arguments are a pickled dict of one short text, which stands in it as it is: SHORT_BINUNICODE, its
// length, its bytes.
std::string_view text_in_pickle(std::string_view pickle) noexcept {
  constexpr std::string_view begin = "sortid ";
  const std::size_t at = pickle.find(begin);
  if (at == std::string_view::npos || at == 0) return {};
  const auto size = static_cast<unsigned char>(pickle[at - 1]);
  std::string_view text = pickle.substr(at, size);
  return text.size() == size && size >= begin.size() ? text.substr(begin.size()) : std::string_view();
}

// makes takes format prefix to to_prefix errors
std::optional<arrow::operation> operation_of(std::string_view text) noexcept {
  words all(text);
  const auto makes = read_word<arrow::content>(all.next(), words_of_content);
  const auto takes = read_word<arrow::source>(all.next(), words_of_source);
  const auto from = format::find(all.next());
  const auto prefix = type_prefix::parse(all.next());
  if (!makes || !takes || !from || !prefix) return std::nullopt;
  arrow::operation does{*from};
  does.makes = *makes;
  does.takes = *takes;
  does.prefix = *prefix;
  does.to = format::find(all.next());
  const auto to_prefix = type_prefix::parse(all.next());
  if (!to_prefix) return std::nullopt;
  does.to_prefix = *to_prefix;
  does.to_nulls = all.next() == "null";
  does.texts = arrow::text_type::utf8_view;  // Polars' own
  return does;
}

void complain(const arrow::column_error& why, std::string_view prefix = {}) {
  last_error.clear();
  if (why.because == arrow::column_error::cause::rejected)
    last_error.append(name_of(why.why.why)).append(": ");
  last_error.append(why.sentence.view());
  if (why.because == arrow::column_error::cause::rejected)
    last_error.append(call_for_prefix(why.why, prefix));
  // The row is one of a piece of the column, which Polars cuts as it likes.
  if (why.row >= 0) last_error.append(" (sortid.check() has the reason of each row)");
}

// A Series that is given to Polars.
struct made_series {
  arrow::owned<ArrowSchema> field;
  std::string name;
  ArrowArray array{};
  ArrowArray* arrays[1] = {&array};
};

void give(const arrow::column& made, std::string_view name, series& to) {
  auto own = std::make_unique<made_series>();
  own->name = name;
  made.to_schema(*own->field.get());
  own->field.get()->name = own->name.c_str();
  // Polars has no type for this label, and takes the bytes.
  own->field.get()->metadata = nullptr;
  if (!made.to_array(own->array)) throw std::bad_alloc();
  made_series* const given = own.release();
  to = {given->field.get(), given->arrays, 1,
        [](series* self) {
          delete static_cast<made_series*>(self->private_data);
          self->release = nullptr;
        },
        given};
}

}  // namespace

}  // namespace sortid::python

using namespace sortid;
using namespace sortid::python;

extern "C" {

__attribute__((visibility("default"))) std::uint32_t _polars_plugin_get_version() {
  return 0U << 16 | 1U;  // major, minor
}

__attribute__((visibility("default"))) const char* _polars_plugin_get_last_error_message() {
  return last_error.c_str();
}

// Writes the field that a column has. On failure `to` stays empty.
__attribute__((visibility("default"))) void _polars_plugin_field_sortid(ArrowSchema* fields,
                                                                        std::size_t count, ArrowSchema* to,
                                                                        const char* arguments,
                                                                        std::size_t size) {
  try {
    const auto does = operation_of(text_in_pickle({arguments, size}));
    if (!does || count != 1) {
      last_error = "sortid.polars and the module beside it are of different versions";
      return;
    }
    if (const arrow::column_error why = arrow::type_of(*does, fields[0], *to)) return complain(why);
    auto name = std::make_unique<std::string>(fields[0].name != nullptr ? fields[0].name : "");
    to->name = name->c_str();
    to->metadata = nullptr;
    to->private_data = name.release();
    to->release = [](ArrowSchema* schema) {
      delete static_cast<std::string*>(schema->private_data);
      schema->release = nullptr;
    };
  } catch (const std::bad_alloc&) {
    last_error = "out of memory";
  }
}

__attribute__((visibility("default"))) void _polars_plugin_sortid(series* given, std::size_t count,
                                                                  const char* arguments, std::size_t size,
                                                                  series* to, const void*) {
  try {
    // Moved out before anything else, so that each is released.
    std::vector<arrow::owned<ArrowArray>> arrays;
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = 0; j < given[i].size; ++j) arrays.emplace_back(*given[i].arrays[j]);
    }
    const auto does = operation_of(text_in_pickle({arguments, size}));
    arrow::column made;
    if (!does || count != 1) {
      last_error = "sortid.polars and the module beside it are of different versions";
    } else {
      std::vector<const ArrowArray*> chunks;
      for (auto& array : arrays) chunks.push_back(array.get());
      const arrow::column_error why = arrow::transform(*does, *given[0].field, chunks, made);
      if (why) {
        complain(why, does->prefix.view());
      } else {
        give(made, given[0].field->name != nullptr ? given[0].field->name : "", *to);
      }
    }
    arrays.clear();
    for (std::size_t i = 0; i < count; ++i) {
      if (given[i].release != nullptr) given[i].release(&given[i]);
    }
  } catch (const std::bad_alloc&) {
    last_error = "out of memory";
  }
}

}  // extern "C"
