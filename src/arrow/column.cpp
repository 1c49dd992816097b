#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <memory>
#include <new>
#include <string_view>
#include <utility>

#include "column_state.hpp"
#include "given.hpp"

namespace sortid::arrow {

namespace detail {

bool column_state::set_null(std::size_t row) noexcept {
  if (validity == nullptr) {
    validity = allocate(size / 8 + 1);
    if (validity == nullptr) return false;
    std::memset(validity.get(), 0xFF, size / 8 + 1);
  }
  char& byte = validity[row / 8];
  const auto cleared = static_cast<unsigned char>(byte) & ~(1U << (row % 8));
  if (cleared != static_cast<unsigned char>(byte)) ++nulls;
  byte = static_cast<char>(cleared);
  return true;
}

column column_state::give(std::unique_ptr<column_state> made) noexcept {
  column given;
  given.state_ = made.release();
  return given;
}

namespace {

// The metadata of a schema as the C data interface lays it out: how many keys, then each key and its value
// behind its length.
constexpr auto uuid_label = [] {
  constexpr std::string_view words[] = {"ARROW:extension:name", "arrow.uuid", "ARROW:extension:metadata", ""};
  constexpr std::size_t size = [&words] {
    std::size_t all = sizeof(std::int32_t);
    for (const std::string_view word : words) all += sizeof(std::int32_t) + word.size();
    return all;
  }();
  std::array<char, size> bytes{};
  std::size_t at = 0;
  const auto put = [&](std::size_t number) {
    for (const char byte : std::bit_cast<std::array<char, 4>>(static_cast<std::int32_t>(number)))
      bytes[at++] = byte;
  };
  put(std::size(words) / 2);
  for (const std::string_view word : words) {
    put(word.size());
    for (const char symbol : word) bytes[at++] = symbol;
  }
  return bytes;
}();

// What an array that was given out holds: the column, and the pointers to its buffers.
struct exported {
  column of;
  std::unique_ptr<const void*[]> buffers;
};

// What a stream of one array holds.
struct one_array {
  column of;
  bool given = false;
};

}  // namespace

void make_schema(const char* arrow_format, bool is_uuid, ArrowSchema& to) noexcept {
  to = {arrow_format,
        "",
        is_uuid ? uuid_label.data() : nullptr,
        ARROW_FLAG_NULLABLE,
        0,
        nullptr,
        nullptr,
        [](ArrowSchema* schema) { schema->release = nullptr; },
        nullptr};
}

}  // namespace detail

column::column(const column& other) noexcept : state_(other.state_) {
  if (state_ != nullptr) state_->owners.fetch_add(1, std::memory_order_relaxed);
}

column::~column() {
  if (state_ != nullptr && state_->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) delete state_;
}

const char* column::arrow_format() const noexcept { return state_->arrow_format; }
std::size_t column::size() const noexcept { return state_->size; }
std::size_t column::null_count() const noexcept { return state_->nulls; }
std::span<const char> column::validity() const noexcept {
  return {state_->validity.get(), state_->validity == nullptr ? 0 : state_->size / 8 + 1};
}
std::span<const char> column::values() const noexcept { return {state_->values.get(), state_->values_size}; }
std::span<const char> column::texts() const noexcept { return {state_->texts.get(), state_->texts_size}; }

void column::to_schema(ArrowSchema& to) const noexcept {
  detail::make_schema(state_->arrow_format, state_->is_uuid, to);
}

bool column::to_array(ArrowArray& to) const noexcept {
  const detail::column_state& s = *state_;
  const std::size_t pieces = s.pieces();
  const bool views = s.piece_size != 0;
  const std::size_t count = 2 + (views ? pieces + 1 : s.texts != nullptr ? 1 : 0);
  std::unique_ptr<const void*[]> buffers(new (std::nothrow) const void*[count]);
  if (buffers == nullptr) return false;
  buffers[0] = s.validity.get();
  buffers[1] = s.values.get();
  if (views) {
    for (std::size_t i = 0; i < pieces; ++i) buffers[2 + i] = s.texts.get() + i * s.piece_size;
    buffers[2 + pieces] = s.piece_sizes.get();
  } else if (s.texts != nullptr) {
    buffers[2] = s.texts.get();
  }
  auto* const own = new (std::nothrow) detail::exported{*this, std::move(buffers)};
  if (own == nullptr) return false;
  to = {static_cast<std::int64_t>(s.size),
        static_cast<std::int64_t>(s.nulls),
        0,
        static_cast<std::int64_t>(count),
        0,
        own->buffers.get(),
        nullptr,
        nullptr,
        [](ArrowArray* array) {
          delete static_cast<detail::exported*>(array->private_data);
          array->release = nullptr;
        },
        own};
  return true;
}

bool column::to_stream(ArrowArrayStream& to) const noexcept {
  auto* const own = new (std::nothrow) detail::one_array{*this};
  if (own == nullptr) return false;
  to = {[](ArrowArrayStream* self, ArrowSchema* schema) {
          static_cast<detail::one_array*>(self->private_data)->of.to_schema(*schema);
          return 0;
        },
        [](ArrowArrayStream* self, ArrowArray* array) {
          auto& state = *static_cast<detail::one_array*>(self->private_data);
          *array = {};
          if (state.given) return 0;
          state.given = state.of.to_array(*array);
          return state.given ? 0 : ENOMEM;
        },
        [](ArrowArrayStream*) -> const char* { return nullptr; },
        [](ArrowArrayStream* self) {
          delete static_cast<detail::one_array*>(self->private_data);
          self->release = nullptr;
        },
        own};
  return true;
}

column_error column::of_buffers(std::string_view arrow_format, std::size_t rows,
                                std::span<const char> validity, std::span<const char> values,
                                std::span<const char> texts, column& to) noexcept {
  column_error why{column_error::cause::malformed};
  why.sentence.append("the buffers do not fit together");
  constexpr const char* known[] = {"U", "Z", "w:16", "l", "L"};
  const char* type = nullptr;
  for (const char* const one : known) {
    if (arrow_format == one) type = one;
  }
  if (type == nullptr) return why;
  const bool of_texts = *type == 'U' || *type == 'Z';
  const std::size_t row_bytes = *type == 'w' ? 16 : 8;
  const std::size_t wanted = rows + (of_texts ? 1 : 0);
  if (rows > static_cast<std::size_t>(arrow::values::most) || values.size() % row_bytes != 0 ||
      values.size() / row_bytes != wanted || (!validity.empty() && validity.size() < (rows + 7) / 8) ||
      (!of_texts && !texts.empty()) ||
      (of_texts && load<std::int64_t>(values.data(), rows) != static_cast<std::int64_t>(texts.size())))
    return why;
  std::unique_ptr<detail::column_state> made(new (std::nothrow) detail::column_state);
  bool enough = made != nullptr;
  if (enough) {
    made->arrow_format = type;
    made->size = rows;
    made->values = detail::allocate(values.size());
    made->values_size = values.size();
    if (of_texts) made->texts = detail::allocate(texts.size());
    made->texts_size = texts.size();
    enough = made->values != nullptr && (!of_texts || made->texts != nullptr);
  }
  if (enough) {
    if (!values.empty()) std::memcpy(made->values.get(), values.data(), values.size());
    if (!texts.empty()) std::memcpy(made->texts.get(), texts.data(), texts.size());
    for (std::size_t row = 0; enough && !validity.empty() && row < rows; ++row) {
      if (!bit(reinterpret_cast<const std::uint8_t*>(validity.data()), row)) enough = made->set_null(row);
    }
  }
  if (!enough) {
    why.because = column_error::cause::memory;
    why.sentence = {};
    why.sentence.append("out of memory");
    return why;
  }
  to = detail::column_state::give(std::move(made));
  return {};
}

}  // namespace sortid::arrow
