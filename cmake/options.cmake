# What every target of ours is compiled with.
option(TP_SANITIZE "AddressSanitizer and UndefinedBehaviorSanitizer" OFF)
option(TP_SANITIZE_THREADS "ThreadSanitizer" OFF)
option(TP_FUZZ "Build the libFuzzer targets, too (clang)" OFF)
option(TP_CAMPAIGN "The cheap checks of the sanitizers only, so that fuzzing gets further" OFF)
option(TP_WERROR "Warnings are errors" OFF)
option(TP_UNITY "Compile several sources at once" ON)
option(TP_STATIC "The program asks for no library of the system; not with the window" OFF)
option(TP_EVERY_TEST "In WebAssembly, too, the tests of what is the same everywhere" OFF)
option(TP_WINDOW "With the desktop window; else the command line only, which needs neither GLFW nor OpenGL" ON)

add_library(tp_options INTERFACE)
target_compile_features(tp_options INTERFACE cxx_std_20)
target_compile_options(tp_options INTERFACE -Wall -Wextra -Wpedantic)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # Sees overlaps in "text" + std::string that are not there (GCC 12, bug 105651).
  target_compile_options(tp_options INTERFACE -Wno-restrict)
endif()
if(MINGW)
  # Files may be larger than 2 GB; printf() is C's own; and the program needs no libraries beside it.
  target_compile_definitions(tp_options INTERFACE _FILE_OFFSET_BITS=64 __USE_MINGW_ANSI_STDIO=1 NOMINMAX WIN32_LEAN_AND_MEAN)
  add_link_options(-static)
endif()
if(TP_WERROR)
  target_compile_options(tp_options INTERFACE -Werror)
endif()
if(TP_SANITIZE)
  # What these would find beyond AddressSanitizer is not worth a fifth of the time that the compiler takes.
  add_compile_options(-fsanitize=address,undefined -fno-sanitize=object-size,null,vptr -fno-sanitize-recover=undefined
    -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()
if(TP_SANITIZE_THREADS)
  add_compile_options(-fsanitize=thread -fno-omit-frame-pointer)
  add_link_options(-fsanitize=thread)
endif()
# Sanitizers and debuggers show what the code says where little is optimised; those builds get the flags of their preset.
if(TP_SANITIZE OR TP_SANITIZE_THREADS OR CMAKE_BUILD_TYPE STREQUAL "Debug")
  set(TP_OPTIMISE OFF)
else()
  set(TP_OPTIMISE ON)
endif()
if(TP_CAMPAIGN)
  add_compile_options(-fsanitize=fuzzer-no-link)
  # AddressSanitizer and the checks of pointers take most of the time of a small input, and libFuzzer takes each check for
  # a comparison of the code's own. What a campaign finds to reach more is run with all of them.
  set(TP_CHEAP -fsanitize=signed-integer-overflow,shift,bounds,integer-divide-by-zero,float-cast-overflow,bool,enum,return
    -fno-sanitize-recover=all)
  add_compile_options(${TP_CHEAP})
  add_link_options(${TP_CHEAP})
endif()

# The core, and all that goes into the page, has no exceptions and no RTTI: damage is a value, and the page stays small.
add_library(tp_plain INTERFACE)
target_link_libraries(tp_plain INTERFACE tp_options)
target_compile_options(tp_plain INTERFACE -fno-exceptions -fno-rtti)
if(TP_FUZZ AND NOT TP_CAMPAIGN)
  # A short walk wants to know where it has been; to follow comparisons slows the tests of the same build.
  target_compile_options(tp_plain INTERFACE -fsanitize-coverage=inline-8bit-counters,pc-table)
endif()

find_program(TP_CCACHE ccache)
if(TP_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${TP_CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${TP_CCACHE})
endif()
