#!/bin/sh
# Records the samples of the page anew that are recorded here, or those that are named: record.sh report answers. Needs
# uftrace, perf (as root), g++ and gcc, clang++ with the runtime of XRay, and llvm-xray; takes some seconds.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
names=${*:-kitchen family report answers words}
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
# The names of the sources in the recordings begin at the root of the repository.
cd "$here/../.."
src=assets/samples/src
# Those that the manual investigates are no traces of the tests.
investigated=$here/../investigations
# Tests open this folder as several traces of uftrace.
profiles=$here/../profiles

# A sample is not about what else runs on the machine: of so many recordings, the shortest is kept.
attempts=15

uftrace_span() {
  uftrace dump -d "$1" --no-pager 2> /dev/null | awk '/^[0-9]/ {if (!first) first = $1; last = $1} END {printf "%d", (last - first) * 1e9}'
}

xray_span() {
  llvm-xray convert --output-format=yaml "$1" | awk '/tsc:/ {sub(/.*tsc: /, ""); if (!first) first = $0 + 0; last = $0 + 0}
    END {printf "%d", last - first}'
}

perf_span() {
  perf script -i "$1" --ns -F time 2> /dev/null |
    awk '{sub(/:/, ""); if (!first) first = $1; last = $1} END {printf "%d", (last - first) * 1e9}'
}

# The recording of the least span among $build/$1.1, $build/$1.2, …; $2 is what measures it.
shortest() {
  best=
  for attempt in $(seq "$attempts"); do
    span=$("$2" "$build/$1.$attempt")
    if [ -z "$best" ] || [ "$span" -lt "$best" ]; then best=$span found=$build/$1.$attempt; fi
  done
}

record_uftrace() {
  name=$1 folder=$2
  shift 2
  for attempt in $(seq "$attempts"); do
    (cd "$build" && uftrace record -d "$build/$name.$attempt" "$@" > /dev/null)
  done
  shortest "$name" uftrace_span
  # Symbols of libraries that are never called would be most of the bytes.
  find "$found" \( -name '*.sym' -o -name '*.dbg' \) $unneeded -delete
  find "$found" -empty -delete
  rm -rf "$folder/$name/data"
  mkdir -p "$folder/$name"
  cp -r "$found" "$folder/$name/data"
}

for name in $names; do
  unneeded='-size +40k'
  case $name in
    kitchen)
      g++ -g -O1 -pg -pthread -o "$build/kitchen" $src/kitchen.cpp
      record_uftrace kitchen "$here" -a -D 12 ./kitchen
      ;;
    family)
      gcc -g -O1 -pg -o "$build/family" $src/family.c
      record_uftrace family "$here" -a ./family
      ;;
    report)
      gcc -g -O1 -fno-inline -pg -o "$build/report" $src/report.c
      # The C library is needed for the names of what arguments point to.
      unneeded='! -name report.* ! -name libc.*'
      record_uftrace report "$investigated" -a ./report
      ;;
    answers)
      # Only what the source marks is recorded.
      clang++ -O1 -gline-tables-only -fdebug-compilation-dir=. -fxray-instrument -fxray-instruction-threshold=1000000 \
        -fxray-ignore-loops -o "$build/answers" $src/answers.cpp
      for attempt in $(seq "$attempts"); do
        (cd "$build" && XRAY_BASIC_OPTIONS=func_duration_threshold_us=0 \
          XRAY_OPTIONS="patch_premain=true xray_mode=xray-basic xray_logfile_base=log." ./answers > /dev/null 2>&1)
        mv "$build"/log.* "$build/answers.$attempt"
      done
      shortest answers xray_span
      rm -rf "$investigated/answers/data"
      mkdir -p "$investigated/answers/data"
      cp "$build/answers" "$investigated/answers/data/answers"
      cp "$found" "$investigated/answers/data/xray-log.answers"
      chmod 644 "$investigated/answers/data/xray-log.answers"
      ;;
    words)
      # Frame pointers tell the stacks.
      gcc -O1 -g0 -fno-omit-frame-pointer -pthread -o "$build/words" $src/words.c
      for attempt in $(seq "$attempts"); do
        (cd "$build" && perf record -q -N -F 3000 -g -e cpu-clock:u -e sched:sched_switch/call-graph=no/ \
          -e sched:sched_wakeup/call-graph=no/ -o perf.data ./words && mv perf.data "words.$attempt")
      done
      shortest words perf_span
      mkdir -p "$profiles/words/data"
      cp "$build/words" "$profiles/words/data/words"
      cp "$found" "$profiles/words/data/perf.data"
      chmod 644 "$profiles/words/data"/*
      ;;
  esac
done

# What uftrace itself says of two of them, for the tests to compare with.
for name in kitchen family; do
  uftrace dump -d "$here/$name/data" 2> /dev/null | grep -a '^[0-9].*\[\(entry\|exit \|lost \|event\)\]' \
    > "tests/data/uftrace/$name.dump.txt"
  uftrace report -d "$here/$name/data" -s call -f total,self,call 2> /dev/null \
    > "tests/data/uftrace/$name.report.txt"
done
