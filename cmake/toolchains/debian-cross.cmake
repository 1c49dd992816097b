# Debian's cross compiler for `processor`, and the emulator that runs what it builds.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR ${processor})
set(CMAKE_C_COMPILER ${processor}-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER ${processor}-linux-gnu-g++)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-${processor})
set(CMAKE_EXE_LINKER_FLAGS_INIT -static) # no foreign loader is asked for
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
