// Whether the thread sanitizer watches: it is slow, and lets no child of several threads start one.
#pragma once

namespace sortid_test {

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SORTID_TEST_THREAD_SANITIZER
#endif
#endif
#if defined(__SANITIZE_THREAD__) || defined(SORTID_TEST_THREAD_SANITIZER)
inline constexpr bool thread_sanitizer = true;
#else
inline constexpr bool thread_sanitizer = false;
#endif

}  // namespace sortid_test
