# 64-bit ARM, little-endian, with the kernels for NEON; run by qemu.
set(processor aarch64)
include(${CMAKE_CURRENT_LIST_DIR}/debian-cross.cmake)
