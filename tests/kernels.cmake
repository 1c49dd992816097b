# The kernel sets that a processor of the target's kind may have, and a test run by one of them. Where the machine lacks the
# set, the test says so and is skipped.
set(kernel_sets scalar)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  list(APPEND kernel_sets ssse3 avx2 avx512)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
  list(APPEND kernel_sets neon)
endif()

function(force_kernels test set)
  set_property(TEST ${test} APPEND PROPERTY ENVIRONMENT SORTID_FORCE_KERNELS=${set})
  set_tests_properties(${test} PROPERTIES SKIP_REGULAR_EXPRESSION "${set}: not on this machine")
endfunction()
