#include "ids/foreign.hpp"

#include "ids/text.hpp"
#include "sortid/system.hpp"

namespace sortid::cli {

namespace {

std::string uuid_text(uint128 bits) { return text_of(format::of<uuid>(), {}, bits); }

}  // namespace

foreign_id_list foreign_ids_now(std::string_view text) {
  return looks_like(text, detail::latest_foreign_ms(system_clock::now()));
}

std::string sentence_of(const foreign_id_list& foreign, std::string_view text) {
  std::string sentence;
  for (const foreign_id& seen : foreign) {
    sentence.append(sentence.empty() ? "it looks like " : ", or ").append(seen.title);
    if (seen.unix_ms) sentence.append(", made ").append(instant_to_text(*seen.unix_ms).view());
    if (seen.uuid_bits && text.size() != uuid_layout.symbols)
      sentence.append(": ").append(uuid_text(*seen.uuid_bits));
  }
  return sentence;
}

void append_foreign_json(buffer& to, const foreign_id_list& foreign) {
  to.push_back('[');
  std::string_view before;
  for (const foreign_id& seen : foreign) {
    append_format(to, R"({}{{"name":"{}","title":"{}",)", before, seen.name, seen.title);
    before = ",";
    if (seen.unix_ms) {
      append_format(to, R"("unix_ms":{},"time":"{}")", *seen.unix_ms, instant_to_text(*seen.unix_ms).view());
    } else {
      append(to, R"("unix_ms":null,"time":null)");
    }
    append(to, R"(,"fields":{)");
    for (std::size_t i = 0; i < seen.field_count; ++i) {
      append_format(to, R"({}"{}":"{}")", i == 0 ? "" : ",", seen.fields[i].name,
                    decimal_of(seen.fields[i].value));
    }
    to.push_back('}');
    if (seen.uuid_bits) append_format(to, R"(,"uuid":"{}")", uuid_text(*seen.uuid_bits));
    to.push_back('}');
  }
  to.push_back(']');
}

}  // namespace sortid::cli
