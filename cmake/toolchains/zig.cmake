# Linux with musl, macOS and Windows, by zig: clang with the C and C++ libraries of every target, from PyPI (`ziglang`).
#   SORTID_ZIG   the program;  SORTID_ZIG_TARGET   such as aarch64-linux-musl
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES SORTID_ZIG SORTID_ZIG_TARGET)
string(REGEX MATCH "^[^-]*" CMAKE_SYSTEM_PROCESSOR "${SORTID_ZIG_TARGET}")
if(SORTID_ZIG_TARGET MATCHES "-macos")
  set(CMAKE_SYSTEM_NAME Darwin)
  set(CMAKE_OSX_SYSROOT "") # zig has its own, and nobody is asked for one
  set(CMAKE_INSTALL_NAME_TOOL true)
elseif(SORTID_ZIG_TARGET MATCHES "-windows")
  set(CMAKE_SYSTEM_NAME Windows)
  set(CMAKE_RC_COMPILER true) # there are no resources
else()
  set(CMAKE_SYSTEM_NAME Linux)
endif()
# CMake knows a compiler with words behind it, and the other programs by one word. -O2 -s: zig compiles the libraries once for
# each such setting, so CMake's own trials have that of the program.
set(CMAKE_C_COMPILER ${SORTID_ZIG} cc -target ${SORTID_ZIG_TARGET} -O2 -s)
set(CMAKE_CXX_COMPILER ${SORTID_ZIG} c++ -target ${SORTID_ZIG_TARGET} -O2 -s)
foreach(program ar ranlib)
  string(TOUPPER ${program} variable)
  set(CMAKE_${variable} ${CMAKE_BINARY_DIR}/zig-${program})
  if(NOT EXISTS ${CMAKE_${variable}})
    file(WRITE ${CMAKE_${variable}} "#!/bin/sh\nexec '${SORTID_ZIG}' ${program} \"$@\"\n")
    file(CHMOD ${CMAKE_${variable}} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
  endif()
endforeach()
