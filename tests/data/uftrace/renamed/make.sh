#!/bin/sh
# Records one program under two names: sh tests/data/uftrace/renamed/make.sh, with gcc and uftrace 0.13.
set -e
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
cd "$folder"
for name in before after; do
  gcc -pg -O1 -fno-inline -o "$name" "$here/program.c"
  rm -rf "$here/$name.data"
  uftrace record --no-pager --no-libcall --no-event -d "$name.data" "./$name" || test -d "$name.data"
  mkdir "$here/$name.data"
  # No function of a library was called.
  cp "$name.data/info" "$name.data/task.txt" "$name.data/$name.sym" "$name.data"/sid-*.map "$name.data"/[0-9]*.dat "$here/$name.data"
done
rm -r "$folder"
