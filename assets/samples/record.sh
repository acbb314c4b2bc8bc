#!/bin/sh
# Records the two samples of the page anew. Needs uftrace, g++ and gcc; takes a second.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
g++ -g -O1 -pg -pthread -o "$build/kitchen" "$here/src/kitchen.cpp"
gcc -g -O1 -pg -o "$build/family" "$here/src/family.c"

record() {
  name=$1
  shift
  rm -rf "$here/$name/data"
  mkdir -p "$here/$name"
  (cd "$build" && uftrace record -d "$build/$name.data" "$@")
  # Symbols of libraries that are never called would be most of the bytes.
  find "$build/$name.data" -name '*.sym' -size +40k -delete
  find "$build/$name.data" -name '*.dbg' -size +40k -delete
  find "$build/$name.data" -empty -delete
  cp -r "$build/$name.data" "$here/$name/data"
}

record kitchen -a -D 12 ./kitchen
record family -a ./family

# What uftrace itself says of them, for the tests to compare with.
for name in kitchen family; do
  uftrace dump -d "$here/$name/data" 2>/dev/null | grep -a '^[0-9].*\[\(entry\|exit \|lost \|event\)\]' \
    > "$here/../../tests/data/uftrace/$name.dump.txt"
  uftrace report -d "$here/$name/data" -s call -f total,self,call 2>/dev/null \
    > "$here/../../tests/data/uftrace/$name.report.txt"
done
