# The libraries of others, as targets tp::<name>. Sources for the WebAssembly build, and Dear ImGui for all builds, lie
# under .deps/src, where tools/ puts them; elsewhere than on Debian, the pinned upstream release is fetched.
# docs/dependencies.md says what each is for.
include(FetchContent)

set(TP_DEPS "${CMAKE_SOURCE_DIR}/.deps" CACHE PATH "Where tools/ has put sources and fonts")

# Sets <out> to the folder of the sources of a library; `commit` pins what is fetched where tools/ has put none.
function(tp_source name repository commit out)
  if(EXISTS "${TP_DEPS}/src/${name}")
    set(${out} "${TP_DEPS}/src/${name}" PARENT_SCOPE)
    return()
  endif()
  message(STATUS "${name} is not in ${TP_DEPS}/src, so its sources are fetched.")
  FetchContent_Declare(${name}_source GIT_REPOSITORY "${repository}" GIT_TAG "${commit}")
  FetchContent_GetProperties(${name}_source)
  if(NOT ${name}_source_POPULATED)
    FetchContent_Populate(${name}_source)
  endif()
  set(${out} "${${name}_source_SOURCE_DIR}" PARENT_SCOPE)
endfunction()

# A library of others: built fast, also for a debugger; its warnings are not ours.
function(tp_foreign name)
  target_compile_options(${name} PRIVATE $<IF:$<BOOL:${TP_SANITIZE}>,-O1,-O3> -w)
  add_library(tp::${name} ALIAS ${name})
endfunction()

include(cmake/dependencies_built.cmake)
if(EMSCRIPTEN)
  include(cmake/dependencies_wasm.cmake)
else()
  include(cmake/dependencies_native.cmake)
endif()
include(cmake/imgui.cmake)
include(cmake/libdwarf.cmake)
