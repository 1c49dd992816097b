#include "sortid/batch.hpp"

namespace sortid::detail {

read_end read_until_rejected(const text_kernels& k, const char* texts, std::size_t stride, std::size_t n,
                             void* ids, std::size_t id_size, const value_rule& rule) noexcept {
  auto* to = static_cast<char*>(ids);
  std::uint64_t rejected[answer_chunk / answers_in_word];
  for (std::size_t begin = 0; begin < n; begin += answer_chunk) {
    const std::size_t count = batch::detail::lesser(n - begin, answer_chunk);
    if (!k.read(texts + begin * stride, stride, count, to + begin * id_size, rule, rejected)) continue;
    return {begin + batch::detail::first_rejected(rejected), true};
  }
  return {n, false};
}

}  // namespace sortid::detail
