#include "sorting/order.hpp"

#include "quoted.hpp"

namespace sortid::cli {

bool checked_block::take(const id_column& ids, std::byte*, const line_column& lines) {
  const id_kind kind{ids.format, type_prefix::parse(ids.prefix).value()};
  note({kind, ids.value_at(0)}, lines.text(0), lines.first);
  if (disorder_) return true;
  uint128 before = last_->value;
  for (std::size_t i = 1; i < ids.count; ++i) {
    const uint128 value = ids.value_at(i);
    if (!how_.follows(before, value)) {
      complain(lines.text(i), lines.first + i);
      return true;
    }
    before = value;
  }
  last_->value = before;
  return true;
}

id_error checked_block::take(const known_id& id, std::string_view text, std::uint64_t number) {
  note(ordered(from_, text, id), text, number);
  return {};
}

void checked_block::note(const ordered_id& id, std::string_view text, std::uint64_t number) {
  if (disorder_) return;
  if (!first_) {
    first_ = id;
    first_text_ = text;
    first_number_ = number;
  } else if (!how_.follows(*last_, id)) {
    complain(text, number);
  }
  last_ = id;
}

void checked_block::settle(std::optional<ordered_id>& last, block_result& result) {
  if (!first_) return;
  if (last && !how_.follows(*last, *first_)) complain(first_text_, first_number_);
  last = last_;
  if (!disorder_) return;
  if (!how_.quiet) append(result.messages, view_of(message_));
  (void)result.write();
  throw disorder();
}

void checked_block::complain(std::string_view text, std::uint64_t number) {
  disorder_ = true;
  message_.clear();
  append_place(message_, in_, number);
  append_quoted(message_, text, text.size());
  append(message_, ": out of order");
  append(message_, how_.advice);
  append(message_, "\n");
}

}  // namespace sortid::cli
