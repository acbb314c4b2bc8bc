# Finds Emscripten's own toolchain file beside emcc, wherever that is installed, and says how Node runs what it builds.
find_program(TP_EMCC emcc REQUIRED)
file(REAL_PATH "${TP_EMCC}" TP_EMCC_REAL)
get_filename_component(TP_EMSCRIPTEN_ROOT "${TP_EMCC_REAL}" DIRECTORY)
find_program(TP_NODE NAMES nodejs node REQUIRED)
# Node's own fetch breaks the loading of modules by Emscripten 3.1.6.
set(CMAKE_CROSSCOMPILING_EMULATOR "${TP_NODE};--no-experimental-fetch" CACHE STRING "")
include("${TP_EMSCRIPTEN_ROOT}/cmake/Modules/Platform/Emscripten.cmake")
