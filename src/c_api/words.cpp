// The words of sortid.h: names and sentences of errors, and the version.
#include "c_api.hpp"
#include "sortid/version.hpp"

namespace sortid::c_api {

namespace {

// What is neither one of the six reasons nor a generator's fault.
struct call_status {
  sortid_status status;
  const char* name;
  const char* sentence;
};
constexpr call_status call_statuses[] = {
    {SORTID_OK, "none", "no error"},
    {SORTID_NULL_ARGUMENT, "null argument", "a pointer that is needed is null"},
    {SORTID_BAD_SIZE, "bad size", "a size, count or stride that cannot be"},
    {SORTID_BUFFER_SIZE, "buffer size", "the buffer is too small"},
    {SORTID_UNKNOWN_FORMAT, "unknown format", "no format has that number"},
    {SORTID_UNSUPPORTED, "unsupported", "not supported"},
    {SORTID_ABSENT, "absent", "the id has none"},
    {SORTID_BAD_OPTION, "bad option", "an option is not accepted"},
    {SORTID_MISALIGNED, "misaligned", "native integers cannot stand there"},
    {SORTID_NO_MEMORY, "no memory", "there is no memory left"},
};

constexpr bool is_reason(sortid_status status) noexcept {
  return status >= SORTID_LENGTH && status <= SORTID_RANGE;
}
constexpr bool is_fault(sortid_status status) noexcept {
  return status >= SORTID_TAIL_OVERFLOW && status <= SORTID_NEEDS_NODE;
}
constexpr fault fault_of(sortid_status status) noexcept { return static_cast<fault>(status - first_fault); }

const call_status* find(sortid_status status) noexcept {
  for (const call_status& c : call_statuses) {
    if (c.status == status) return &c;
  }
  return nullptr;
}

using sentence = inline_text<SORTID_MESSAGE_CAPACITY - 1>;

sentence sentence_of(const sortid_error& e) noexcept {
  sentence out;
  const auto format = format_of(e.format);
  const std::string_view name = format ? format->name() : std::string_view("the text");
  if (is_reason(e.status) || e.status == SORTID_OK) {
    const error why{static_cast<reason>(e.status), e.position, e.expected, e.found};
    const std::string_view units = e.detail != nullptr ? e.detail : "";
    if (format && why.why == reason::length && units == text_prefix_units)
      return out.append(message_of_text_prefix(format->layout(), why.found).view());
    return out.append((units.empty() ? message(why, name) : by_format::message_in(units, why, name)).view());
  }
  if (is_fault(e.status)) {
    const fault why = fault_of(e.status);
    out.append(format ? message(why, name).view() : message(why));
  } else {
    if (format) out.append(name).append(": ");
    const call_status* const known = find(e.status);
    out.append(known != nullptr ? known->sentence : sortid_status_name(e.status));
  }
  if (e.detail != nullptr) out.append(": ").append(e.detail);
  if (e.status == SORTID_STORAGE && e.found != 0) out.append(" (errno ").append_decimal(e.found).append(")");
  return out;
}

}  // namespace

}  // namespace sortid::c_api

using namespace sortid::c_api;

const char* sortid_status_name(sortid_status status) noexcept {
  if (is_reason(status)) return name_of(static_cast<sortid::reason>(status)).data();
  if (is_fault(status)) return name_of(fault_of(status)).data();
  const call_status* const known = find(status);
  return known != nullptr ? known->name : "unknown";
}

sortid_status sortid_message(const sortid_error* error, char* text, std::size_t capacity,
                             std::size_t* size) noexcept {
  if (error == nullptr) return SORTID_NULL_ARGUMENT;
  return write(sentence_of(*error), text, capacity, size);
}

const char* sortid_version() noexcept { return sortid::library_version.data(); }

int sortid_abi_version() noexcept { return SORTID_ABI_VERSION; }
