# Linux with musl on x86-64, static, by the compiler of tests/platforms/compiler.sh; the machine runs it.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES SORTID_ZIG)
set(CMAKE_C_COMPILER ${SORTID_ZIG}/cc-x86_64-linux-musl)
set(CMAKE_CXX_COMPILER ${SORTID_ZIG}/c++-x86_64-linux-musl)
set(CMAKE_AR ${SORTID_ZIG}/ar)
set(CMAKE_RANLIB ${SORTID_ZIG}/ranlib)
