// What a thread does at its end is registered, by the compiler's doing, through a function of the C++ runtime
// that does nothing but call libc's. Here it is, so that the loadable extension needs libc alone.

// NOLINTBEGIN(bugprone-reserved-identifier): both names are the C++ ABI's.
extern "C" {

int __cxa_thread_atexit_impl(void (*)(void*), void*, void*) noexcept;

int __cxa_thread_atexit(void (*at_exit)(void*), void* of, void* library) noexcept {
  return __cxa_thread_atexit_impl(at_exit, of, library);
}
}
// NOLINTEND(bugprone-reserved-identifier)
