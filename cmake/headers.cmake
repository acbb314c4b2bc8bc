# What nearly every file of a target includes is parsed once for all of them. Sources say what they include all the same: the
# build for campaigns of fuzzing parses each by itself, so that a missing header is found.
function(tp_precompile target)
  if(TP_CAMPAIGN)
    return()
  endif()
  list(TRANSFORM ARGN REPLACE ".+" "$<$<COMPILE_LANGUAGE:CXX>:<\\0$<ANGLE-R>>" OUTPUT_VARIABLE headers)
  target_precompile_headers(${target} PRIVATE ${headers})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # ccache can't follow what GCC takes from a precompiled header without -fpch-preprocess. GCC forgets that such headers are
    # the system's, and tells of what it takes for errors within them.
    target_compile_options(${target} PRIVATE
      "$<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess;-Wno-array-bounds;-Wno-stringop-overflow;-Wno-stringop-overread>")
  elseif(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    # Or ccache takes every header that was built anew for a changed one.
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")
  endif()
endfunction()
