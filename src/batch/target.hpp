// Regions of a file that are compiled for an instruction set. Headers that other files share are included
// outside of them: the linker keeps one copy of an inline function for the whole program, and it must run on
// any machine.
#pragma once

#define SORTID_PRAGMA(text) _Pragma(#text)
#if defined(__clang__)
#define SORTID_TARGET_BEGIN(features) \
  SORTID_PRAGMA(clang attribute push(__attribute__((target(features))), apply_to = function))
#define SORTID_TARGET_END SORTID_PRAGMA(clang attribute pop)
#else
#define SORTID_TARGET_BEGIN(features) SORTID_PRAGMA(GCC push_options) SORTID_PRAGMA(GCC target(features))
#define SORTID_TARGET_END SORTID_PRAGMA(GCC pop_options)
#endif
