// The compiler has a thread's objects ended by a function of the C++ runtime. This is that function, for
// programs that link libc alone.
#if defined(SORTID_CORE_ONLY) && defined(__linux__)

#include <pthread.h>

#include <cstdlib>

// NOLINTBEGIN(bugprone-reserved-identifier): the names are the C++ ABI's.
extern "C" {

#if defined(__GLIBC__)

int __cxa_thread_atexit_impl(void (*)(void*), void*, void*) noexcept;

// Weak, because the program may have the runtime's too.
[[gnu::weak]] int __cxa_thread_atexit(void (*at_exit)(void*), void* of, void* library) noexcept {
  return __cxa_thread_atexit_impl(at_exit, of, library);
}

#else  // musl has none

[[gnu::weak]] int __cxa_thread_atexit(void (*at_exit)(void*), void* of, void*) noexcept {
  struct ending {
    void (*at_exit)(void*);
    void* of;
    ending* before;
  };
  static pthread_key_t key;
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  constexpr auto end_all = [](void* last) {
    for (auto* one = static_cast<ending*>(last); one != nullptr;) {
      auto* const done = one;
      one->at_exit(one->of);
      one = one->before;
      std::free(done);
    }
  };
  constexpr auto make_key = [] { pthread_key_create(&key, end_all); };
  pthread_once(&once, make_key);
  auto* const one = static_cast<ending*>(std::malloc(sizeof(ending)));
  if (one == nullptr) return -1;
  *one = {at_exit, of, static_cast<ending*>(pthread_getspecific(key))};
  return pthread_setspecific(key, one);
}

#endif
}
// NOLINTEND(bugprone-reserved-identifier)

#endif
