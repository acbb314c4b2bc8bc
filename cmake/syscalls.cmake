# Names of the kernel's system calls by number, out of the headers that the C library's development package brings
# along. Where they are not installed the table is empty, and calls go by their numbers.
function(tp_syscalls header out)
  set(table "")
  if(EXISTS "${header}")
    file(STRINGS "${header}" lines REGEX "^#define __NR(3264)?_[a-z0-9_]+ [0-9]+")
    foreach(line IN LISTS lines)
      string(REGEX REPLACE "^#define __NR(3264)?_([a-z0-9_]+) ([0-9]+).*" "{\\3, \"\\2\"},\n" entry "${line}")
      string(APPEND table "${entry}")
    endforeach()
  endif()
  file(GENERATE OUTPUT "${out}" CONTENT "${table}")
endfunction()

set(TP_GENERATED "${CMAKE_BINARY_DIR}/generated")
tp_syscalls(/usr/include/x86_64-linux-gnu/asm/unistd_64.h "${TP_GENERATED}/syscalls_x86_64.inc")
tp_syscalls(/usr/include/asm-generic/unistd.h "${TP_GENERATED}/syscalls_generic.inc")
