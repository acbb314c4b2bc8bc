# Compiles several sources at once: that takes half of the time, because what they include is read once. Who changes the
# code for hours may want each by itself (TP_UNITY=OFF), and so do debuggers and clang-tidy.
if(TP_UNITY)
  find_package(Python3 COMPONENTS Interpreter QUIET)
endif()

# Must be called behind the last of the target's sources, in the folder that adds the target.
function(tp_unity target)
  if(NOT TP_UNITY OR NOT Python3_FOUND)
    return()
  endif()
  get_target_property(all ${target} SOURCES)
  set(sources "")
  foreach(source ${all})
    cmake_path(ABSOLUTE_PATH source)
    get_source_file_property(definitions ${source} COMPILE_DEFINITIONS)
    get_source_file_property(options ${source} COMPILE_OPTIONS)
    if(source MATCHES "\\.cpp$" AND NOT definitions AND NOT options)
      list(APPEND sources ${source})
    endif()
  endforeach()
  set(script ${CMAKE_SOURCE_DIR}/cmake/unity_groups.py)
  execute_process(COMMAND ${Python3_EXECUTABLE} ${script} ${CMAKE_SOURCE_DIR} ${sources}
    OUTPUT_VARIABLE lines OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\n" ";" lines "${lines}")
  foreach(line ${lines})
    string(REGEX MATCH "^(.*) ([0-9]+)$" found "${line}")
    set_property(SOURCE ${CMAKE_MATCH_1} PROPERTY UNITY_GROUP ${CMAKE_MATCH_2})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # A name that a source now declares may be that of another.
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${script} ${sources})
endfunction()
