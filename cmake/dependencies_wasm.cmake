# Compiled from source, because what is installed is native code.
tp_source(zlib https://github.com/madler/zlib.git 51b7f2abdade71cd9bb0e7a373ef2610ec6f9daf TP_ZLIB)
add_library(zlib STATIC ${TP_ZLIB}/adler32.c ${TP_ZLIB}/crc32.c ${TP_ZLIB}/inffast.c ${TP_ZLIB}/inflate.c
  ${TP_ZLIB}/inftrees.c ${TP_ZLIB}/zutil.c ${TP_ZLIB}/deflate.c ${TP_ZLIB}/trees.c ${TP_ZLIB}/compress.c
  ${TP_ZLIB}/uncompr.c)
target_include_directories(zlib PUBLIC ${TP_ZLIB})
tp_foreign(zlib)

tp_source(zstd https://github.com/facebook/zstd.git f8745da6ff1ad1e7bab384bd1f9d742439278e99 TP_ZSTD)
file(GLOB TP_ZSTD_SOURCES ${TP_ZSTD}/lib/common/*.c ${TP_ZSTD}/lib/decompress/*.c ${TP_ZSTD}/lib/compress/*.c)
add_library(zstd STATIC ${TP_ZSTD_SOURCES})
target_compile_definitions(zstd PRIVATE ZSTD_DISABLE_ASM)
target_include_directories(zstd PUBLIC ${TP_ZSTD}/lib)
tp_foreign(zstd)

# Header only: the installed one serves, but the native include folder must not.
find_path(TP_JSON_INCLUDE nlohmann/json.hpp PATHS /usr/include /usr/local/include NO_CMAKE_FIND_ROOT_PATH REQUIRED)
file(COPY ${TP_JSON_INCLUDE}/nlohmann DESTINATION ${CMAKE_BINARY_DIR}/include)
add_library(json INTERFACE)
target_include_directories(json SYSTEM INTERFACE ${CMAKE_BINARY_DIR}/include)
target_compile_definitions(json INTERFACE JSON_NOEXCEPTION)
add_library(tp::json ALIAS json)

find_path(TP_GTEST_SOURCE googletest/CMakeLists.txt PATHS /usr/src/googletest NO_CMAKE_FIND_ROOT_PATH)
if(TP_GTEST_SOURCE)
  set(gtest_disable_pthreads ON CACHE BOOL "")
  set(BUILD_GMOCK OFF CACHE BOOL "")
  set(INSTALL_GTEST OFF CACHE BOOL "")
  add_subdirectory(${TP_GTEST_SOURCE} ${CMAKE_BINARY_DIR}/googletest EXCLUDE_FROM_ALL)
  add_library(tp::gtest ALIAS gtest_main)
endif()
