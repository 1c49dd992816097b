# Headers alone, the same on every system.
add_library(CLI11::CLI11 INTERFACE IMPORTED GLOBAL)
target_include_directories(CLI11::CLI11 INTERFACE ${SORTID_HEADERS})
set(CLI11_FOUND ON)
