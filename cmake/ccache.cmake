# Compiles through ccache if it is installed, unless the caller has named a launcher. Paths count from the root of the checkout,
# and the language of messages does not count. So the build trees directly in build/ share objects: packages and consumers in
# tests take the objects of `make test`.
find_program(SORTID_CCACHE ccache)
if(SORTID_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH checkout)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${checkout} CCACHE_SLOPPINESS=locale
                                  ${SORTID_CCACHE}
  )
  set(CMAKE_C_COMPILER_LAUNCHER ${CMAKE_CXX_COMPILER_LAUNCHER})
endif()
