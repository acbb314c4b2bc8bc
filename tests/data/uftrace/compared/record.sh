#!/bin/sh
# Records program.c before and after changes that are known, into before.data and after.data. Needs gcc and uftrace.
set -e
cd "$(dirname "$0")"
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
for build in before after; do
  option=$([ $build = after ] && echo -DAFTER || true)
  gcc -O2 -pg -fno-inline $option -o "$folder/program-$build" program.c
  rm -rf $build.data
  uftrace record --no-libcall --no-event --no-pager -d $build.data "$folder/program-$build"
  # Symbols of libraries are not needed, as nothing of them was recorded.
  find $build.data -name '*.sym' ! -name "program-$build.sym" -delete
done
