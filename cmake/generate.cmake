# Writes what `PROGRAM --generate KIND` prints to OUTPUT.
cmake_path(GET OUTPUT PARENT_PATH folder)
file(MAKE_DIRECTORY ${folder})
execute_process(COMMAND ${PROGRAM} --generate ${KIND} OUTPUT_FILE ${OUTPUT}.part RESULT_VARIABLE status)
if(status)
  message(FATAL_ERROR "${PROGRAM} --generate ${KIND}: exit ${status}")
endif()
file(RENAME ${OUTPUT}.part ${OUTPUT})
