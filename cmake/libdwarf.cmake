# libdwarf, of which the page and the native build take the same sources. Its files that read programs themselves are
# compiled with the rest, and left behind by the linker.
tp_source(libdwarf https://github.com/davea42/libdwarf-code.git v0.11.1 TP_LIBDWARF)
set(TP_LIBDWARF ${TP_LIBDWARF}/src/lib/libdwarf)
file(GLOB TP_LIBDWARF_SOURCES ${TP_LIBDWARF}/dwarf_*.c)
# Not WRITE, after which all of it is compiled again whenever CMake has run.
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/libdwarf/config.h CONTENT
  "#define HAVE_FCNTL_H 1\n#define HAVE_STDINT_H 1\n#define HAVE_UNISTD_H 1\n#define PACKAGE_VERSION \"0.11.1\"\n" @ONLY)
add_library(libdwarf STATIC ${TP_LIBDWARF_SOURCES} ${CMAKE_SOURCE_DIR}/core/formats/xray/dwarf_memory.c)
target_include_directories(libdwarf SYSTEM PUBLIC ${TP_LIBDWARF} PRIVATE ${CMAKE_BINARY_DIR}/libdwarf ${CMAKE_SOURCE_DIR})
target_compile_definitions(libdwarf PUBLIC LIBDWARF_STATIC PRIVATE malloc=tp_dwarf_malloc calloc=tp_dwarf_calloc
  realloc=tp_dwarf_realloc free=tp_dwarf_free)
target_compile_features(libdwarf PRIVATE c_std_11)
tp_foreign(libdwarf)
# Asked once for a selected call: small rather than fast.
target_compile_options(libdwarf PRIVATE -Os)
