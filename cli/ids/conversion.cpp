#include "ids/conversion.hpp"

#include <fmt/format.h>

#include "ids/columns.hpp"
#include "ids/text.hpp"
#include "sortid/batch_by_format.hpp"

namespace sortid::cli {

id_error other_width(format from, format to) {
  return {{reason::range, 0, to.layout().bits, from.layout().bits},
          to.name(),
          std::string(message_of_width(from, to))};
}

class conversion::written_ids final : public id_sink {
 public:
  written_ids(const conversion& of, block_result& result) : of_(of), result_(result) {}

  // Written one by one where some are rejected.
  bool take(const id_column& ids, std::byte* memory, const line_column&) override {
    if (!of_.to_) return true;
    id_column column = ids;
    if (of_.to_->mask != nullptr)
      return of_.to_->mask->apply(column, memory) &&
             append_texts(result_.out, column.format, column.prefix, column);
    const unsigned bits = column.format.layout().bits;
    if (!of_.to_->format) {
      const notation n = of_.to_->number;
      if (n == notation::binary && record_bits(bits) != bits) return false;
      append_numbers(result_.out, n, column);
      return true;
    }
    const format to = *of_.to_->format;
    return to.layout().bits == bits && append_texts(result_.out, to, prefix_for(to, column.prefix), column);
  }

  id_error take(const known_id& known, std::string_view, std::uint64_t) override {
    if (!of_.to_) return {};
    known_id id = known;
    if (of_.to_->mask != nullptr) {
      id_error why = of_.to_->mask->apply(id);
      if (!why) write_text(*id.format, id.prefix, id.value);
      return why;
    }
    if (of_.to_->format) return write_as(*of_.to_->format, id);
    if (of_.to_->number == notation::binary) {
      const unsigned bits = record_bits(id.bits);
      if (bits != id.bits)
        return {{reason::range, 0, bits, id.bits},
                id.format ? id.format->name() : std::string_view(),
                fmt::format("the records have {} bits, this has {}", bits, id.bits)};
    }
    append_id(result_.out, id, of_.to_->number, {});
    return {};
  }

 private:
  id_error write_as(format to, const known_id& id) {
    if (id.format && id.bits != to.layout().bits) return other_width(*id.format, to);
    const error why = by_format::check_value(to, id.value);
    if (why.why != reason::none)
      return {why, to.name(), {}, to == format::of<uuidv7>() ? "--to uuid takes any bits" : ""};
    write_text(to, prefix_for(to, id.prefix), id.value);
    return {};
  }

  void write_text(format as, std::string_view prefix, uint128 value) {
    char* const text = room(result_.out, max_text_size + 1);
    grow(result_.out, put("\n", put_text(as, prefix, value, text)));
  }

  std::string_view prefix_for(format to, std::string_view own) const {
    if (!to.layout().prefixed) return {};
    return of_.to_->prefix ? of_.to_->prefix->view() : own;
  }

  // Which of the ids is the first is known once all blocks before this one are done.
  unsigned record_bits(unsigned bits) {
    if (of_.record_bits_ == 0) {
      result_.wait_for_turn();
      unsigned none = 0;
      of_.record_bits_.compare_exchange_strong(none, bits);
    }
    return of_.record_bits_;
  }

  const conversion& of_;
  block_result& result_;
};

void conversion::process(const block& in, block_result& result) const {
  written_ids written(*this, result);
  read_ids(in, from_, written, result);
}

}  // namespace sortid::cli
