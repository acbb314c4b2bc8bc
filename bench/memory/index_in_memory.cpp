// The indexing pass over a trace that lies in memory, on one worker: the same work as native code and as WebAssembly,
// without the page, its reading and its drawing.
//
//     build/native/bench/tracepane_memory_bench TRACE [ROUNDS]
//     node --no-experimental-fetch build/wasm/bench/tracepane_memory_bench.js TRACE [ROUNDS]
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "core/io/local_files.h"
#include "core/session/index_worker.h"

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

struct Run {
  double open = 0;
  double index = 0;
  uint64_t messageBytes = 0;
};

// As the page does it: pieces are copied to where the core finds them.
Run indexOnce(const tp::FileSet& files, std::vector<std::byte>& piece) {
  Run run;
  tp::IndexWorker worker;
  std::vector<std::byte> message;
  auto takeAll = [&] {
    while (worker.take(message)) run.messageBytes += message.size();
  };
  Clock::time_point begin = Clock::now();
  worker.open(files, 0, 1);
  run.open = secondsSince(begin);
  begin = Clock::now();
  for (tp::IndexWorker::Want want; worker.want(want, piece.size());) {
    takeAll();
    size_t got = worker.files().files()[want.file].source->read(
        want.offset, std::span<std::byte>(piece).first(static_cast<size_t>(want.size)));
    worker.provide(want, tp::Bytes(piece).first(got));
    takeAll();
  }
  takeAll();
  run.index = secondsSince(begin);
  return run;
}

}  // namespace

int main(int count, char** args) {
  if (count < 2) return std::fputs("usage: TRACE [ROUNDS]\n", stderr), 2;
  auto opened = tp::openLocalFiles({args[1]});
  if (!opened) return std::fprintf(stderr, "%s\n", opened.error().text().c_str()), 2;
  tp::FileSet files;
  uint64_t bytes = 0;
  for (const tp::FileEntry& file : opened->files()) {
    files.add(file.path, std::make_shared<tp::MemorySource>(tp::readAll(*file.source, 0, ~uint64_t{0}, ~uint64_t{0})));
    bytes += file.source->size();
  }
  std::vector<std::byte> piece(size_t{4} << 20);
  Run best;
  for (int rounds = count > 2 ? std::atoi(args[2]) : 5; rounds > 0; --rounds) {
    Run run = indexOnce(files, piece);
    if (best.index == 0 || run.index < best.index) best = run;
  }
  std::printf("%.1f MB: open %.1f ms, index %.1f ms, %.1f MB of messages\n", static_cast<double>(bytes) / 1e6,
              best.open * 1e3, best.index * 1e3, static_cast<double>(best.messageBytes) / 1e6);
}
