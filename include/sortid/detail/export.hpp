// What the headers ask the shared library for. All else in it is hidden, but for the functions of sortid.h.
#pragma once

#if defined(__GNUC__)
#define SORTID_EXPORT __attribute__((visibility("default")))
#else
#define SORTID_EXPORT
#endif
