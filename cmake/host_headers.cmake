# sortid_host_headers(TARGET FOLDER): a target for the headers in a folder of the host's include folder, which belong to no
# system. A link leads to them alone: a compiler for another system must not see what else lies there.
function(sortid_host_headers target folder)
  set(into ${PROJECT_BINARY_DIR}/host-headers)
  find_path(${target} ${folder} PATHS /usr/local/include /usr/include REQUIRED NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
  file(MAKE_DIRECTORY ${into})
  file(CREATE_LINK ${${target}}/${folder} ${into}/${folder} SYMBOLIC)
  add_library(${target} INTERFACE)
  target_include_directories(${target} SYSTEM INTERFACE ${into})
endfunction()
