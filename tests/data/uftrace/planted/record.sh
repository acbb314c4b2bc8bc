#!/bin/sh
# Records program.c into plain.data, and with one change each into slower.data and so on. Needs gcc and uftrace, and two
# processors: what else runs meanwhile would be a change, too, so that it is done before all else (chrt, as root).
set -e
cd "$(dirname "$0")"
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
for build in plain slower often renamed inlined moved locked; do
  gcc -O1 -pg -pthread -D"$(echo $build | tr a-z A-Z)" -o "$folder/program" program.c
  rm -rf $build.data
  chrt --fifo 50 uftrace record --no-libcall --no-event --no-pager -d $build.data "$folder/program"
  # Symbols of libraries are not needed, as nothing of them was recorded.
  find $build.data -name '*.sym' ! -name 'program.sym' -delete
done
