# A module of WebAssembly, as a file, from sources of this project, each behind what it is optimised by; SORTID_WASM_LINK says how
# it is linked. Nothing of a system is linked, so nothing is asked of the host but what the sources import.
function(sortid_wasm output)
  cmake_path(GET output STEM module)
  set(objects)
  while(ARGN)
    list(POP_FRONT ARGN optimisation source)
    cmake_path(GET source STEM stem)
    set(object ${CMAKE_CURRENT_BINARY_DIR}/${module}_${stem}.o)
    separate_arguments(optimisation UNIX_COMMAND "${optimisation}")
    get_source_file_property(generated ${PROJECT_SOURCE_DIR}/${source} OBJECT_DEPENDS)
    add_custom_command(
      OUTPUT ${object}
      COMMAND
        ${SORTID_EMCXX} -std=c++20 ${optimisation} -fno-exceptions -fno-rtti -Wall -Wextra -Wpedantic -Wconversion -Wshadow
        $<$<BOOL:${SORTID_WERROR}>:-Werror> -I${PROJECT_SOURCE_DIR}/include -I${PROJECT_BINARY_DIR}/include
        -I${PROJECT_SOURCE_DIR}/src -I${CMAKE_CURRENT_BINARY_DIR} -MD -MF ${object}.d -c ${PROJECT_SOURCE_DIR}/${source} -o ${object}
      DEPENDS ${PROJECT_SOURCE_DIR}/${source} $<$<BOOL:${generated}>:${generated}>
      DEPFILE ${object}.d
      COMMENT "Building ${source} for WebAssembly"
      COMMAND_EXPAND_LISTS VERBATIM
    )
    list(APPEND objects ${object})
  endwhile()
  if(NOT DEFINED SORTID_WASM_LINK)
    set(SORTID_WASM_LINK -sALLOW_MEMORY_GROWTH=1 -sTOTAL_STACK=65536 -sINITIAL_MEMORY=327680)
  endif()
  add_custom_command(
    OUTPUT ${output}
    COMMAND
      ${SORTID_EMCXX} -O3 ${objects} -o ${output} --no-entry -sSTANDALONE_WASM=1 -sFILESYSTEM=0 -sWARN_ON_UNDEFINED_SYMBOLS=0
      -sERROR_ON_UNDEFINED_SYMBOLS=0 ${SORTID_WASM_LINK}
    DEPENDS ${objects}
    COMMENT "Linking ${module}.wasm"
    COMMAND_EXPAND_LISTS VERBATIM
  )
endfunction()
