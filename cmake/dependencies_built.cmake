# Libraries that are compiled from their sources: all of them for WebAssembly, where what is installed is native code; else those
# that are not installed.
macro(tp_build_zlib)
  tp_source(zlib https://github.com/madler/zlib.git 51b7f2abdade71cd9bb0e7a373ef2610ec6f9daf TP_ZLIB)
  add_library(zlib STATIC ${TP_ZLIB}/adler32.c ${TP_ZLIB}/crc32.c ${TP_ZLIB}/inffast.c ${TP_ZLIB}/inflate.c
    ${TP_ZLIB}/inftrees.c ${TP_ZLIB}/zutil.c ${TP_ZLIB}/deflate.c ${TP_ZLIB}/trees.c ${TP_ZLIB}/compress.c
    ${TP_ZLIB}/uncompr.c)
  target_include_directories(zlib PUBLIC ${TP_ZLIB})
  tp_foreign(zlib)
endmacro()

macro(tp_build_zstd)
  tp_source(zstd https://github.com/facebook/zstd.git f8745da6ff1ad1e7bab384bd1f9d742439278e99 TP_ZSTD)
  file(GLOB TP_ZSTD_SOURCES ${TP_ZSTD}/lib/common/*.c ${TP_ZSTD}/lib/decompress/*.c ${TP_ZSTD}/lib/compress/*.c)
  add_library(zstd STATIC ${TP_ZSTD_SOURCES})
  target_compile_definitions(zstd PRIVATE ZSTD_DISABLE_ASM)
  target_include_directories(zstd PUBLIC ${TP_ZSTD}/lib)
  tp_foreign(zstd)
  # Cuts are compressed once; traces are unpacked whenever they are opened.
  file(GLOB TP_ZSTD_PACKING ${TP_ZSTD}/lib/compress/*.c)
  set_source_files_properties(${TP_ZSTD_PACKING} PROPERTIES COMPILE_OPTIONS -Os)
endmacro()

# One file of C, which tools/sources.py has made of the sources. It has what Debian's has that a query may use. In the page there
# are no files, so that it has none of the interfaces of a system (core/sql/no_files.cpp), and sorts in memory alone.
macro(tp_build_sqlite)
  tp_source(sqlite https://github.com/sqlite/sqlite.git version-3.46.1 TP_SQLITE)
  if(NOT EXISTS ${TP_SQLITE}/sqlite3.c)
    execute_process(COMMAND sh ./configure --disable-tcl --disable-readline WORKING_DIRECTORY ${TP_SQLITE} OUTPUT_QUIET)
    execute_process(COMMAND make sqlite3.c WORKING_DIRECTORY ${TP_SQLITE} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  endif()
  # Nothing else of the folder, where headers of other names lie.
  configure_file(${TP_SQLITE}/sqlite3.h ${CMAKE_BINARY_DIR}/sqlite/sqlite3.h COPYONLY)
  add_library(sqlite STATIC ${TP_SQLITE}/sqlite3.c)
  target_include_directories(sqlite SYSTEM PUBLIC ${CMAKE_BINARY_DIR}/sqlite)
  target_compile_definitions(sqlite PRIVATE SQLITE_OMIT_LOAD_EXTENSION SQLITE_OMIT_SHARED_CACHE SQLITE_OMIT_DEPRECATED
    SQLITE_OMIT_UTF16 SQLITE_OMIT_WAL SQLITE_ENABLE_MATH_FUNCTIONS SQLITE_SOUNDEX SQLITE_LIKE_DOESNT_MATCH_BLOBS)
  if(EMSCRIPTEN)
    target_compile_definitions(sqlite PRIVATE SQLITE_OS_OTHER=1 SQLITE_THREADSAFE=0 SQLITE_TEMP_STORE=3)
  endif()
  tp_foreign(sqlite)
endmacro()

# A library of headers alone: those that are installed serve for other systems, too, but the folder around them must not.
macro(tp_headers name folder file repository tag)
  find_path(TP_${name}_HEADERS ${folder}/${file} PATHS /usr/include /usr/local/include NO_CMAKE_FIND_ROOT_PATH)
  if(TP_${name}_HEADERS)
    file(COPY ${TP_${name}_HEADERS}/${folder} DESTINATION ${CMAKE_BINARY_DIR}/include)
    set(TP_HEADERS ${CMAKE_BINARY_DIR}/include)
  else()
    tp_source(${name} ${repository} ${tag} TP_HEADERS)
    string(APPEND TP_HEADERS /include)
  endif()
  add_library(${name} INTERFACE)
  target_include_directories(${name} SYSTEM INTERFACE ${TP_HEADERS})
  add_library(tp::${name} ALIAS ${name})
endmacro()
