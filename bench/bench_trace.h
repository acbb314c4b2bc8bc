// The trace that is measured, $TP_BENCH_TRACE, and a worker that works when it is told to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "core/io/local_files.h"
#include "core/session/index_worker.h"
#include "core/session/session.h"

namespace tp::bench {

// Null if the variable names no trace.
inline const FileSet* trace() {
  static const FileSet* files = []() -> const FileSet* {
    const char* path = std::getenv("TP_BENCH_TRACE");
    if (path == nullptr) return nullptr;
    auto opened = openLocalFiles({path});
    return opened ? new FileSet(std::move(*opened)) : nullptr;
  }();
  return files;
}

class LocalPort final : public WorkerPort {
 public:
  explicit LocalPort(IndexWorker& worker) : worker_(worker) {}
  uint32_t workers() const override { return 1; }
  void post(uint32_t, std::vector<std::byte> message) override { worker_.receive(message); }

 private:
  IndexWorker& worker_;
};

// Passes on what the worker has to tell.
inline void deliver(IndexWorker& worker, Session& session) {
  std::vector<std::byte> message;
  while (worker.take(message)) session.receive(0, message, 0);
}

}  // namespace tp::bench
