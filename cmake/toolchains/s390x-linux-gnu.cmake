# IBM Z: big-endian, scalar code alone; run by qemu.
set(processor s390x)
include(${CMAKE_CURRENT_LIST_DIR}/debian-cross.cmake)
