// ThreadPool runs the workers of a session in threads of this process.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "core/io/file_set.h"
#include "core/joint/join_options.h"
#include "core/session/index_worker.h"
#include "core/session/session.h"
#include "native/pool/thread_exchange.h"

namespace tp::native {

class ThreadPool final : public WorkerPort {
 public:
  // `wake` is called from worker threads when there is something to deliver; it may be null.
  ThreadPool(uint32_t threads, std::function<void()> wake);
  ~ThreadPool() override;

  // Drops what the workers had open, and opens `files`, whose sources must support reading by several threads.
  // As in IndexWorker.
  void keepFunctions(FunctionIdentity how) { functions_ = how; }
  void keepWithin(uint64_t bytes) { budget_ = bytes; }
  // `options` is as for IndexWorker::open().
  void open(const FileSet& files, const JoinOptions& options = {}) { start(files, options, false); }
  // As in IndexWorker, for a session that has begun with Session::beginKept().
  void openKept(const FileSet& files, const JoinOptions& options = {}) { start(files, options, true); }
  // Ends the threads. Each of them finishes the piece that it is working on.
  void stop();

  uint32_t workers() const override { return threads_; }
  void post(uint32_t worker, std::vector<std::byte> message) override;

  // Passes what the workers have sent since the last call to the session, on the caller's thread. Returns false if
  // there was nothing.
  bool deliver(Session& session);
  // Blocks until there is something to deliver.
  void wait();

 private:
  struct Worker {
    std::thread thread;
    std::deque<std::vector<std::byte>> inbox;
    std::condition_variable arrived;
  };

  void start(const FileSet& files, const JoinOptions& options, bool kept);
  void run(uint32_t number, FileSet files, JoinOptions options, bool kept);

  uint32_t threads_;
  FunctionIdentity functions_ = FunctionIdentity::Apart;
  uint64_t budget_ = kIndexBudget;
  std::function<void()> wake_;
  std::mutex mutex_;
  std::condition_variable sent_;
  bool stopping_ = false;
  std::unique_ptr<ThreadExchange> exchange_;  // of the workers below
  std::vector<std::unique_ptr<Worker>> workers_;
  std::deque<std::pair<uint32_t, std::vector<std::byte>>> outbox_;
};

// Returns the number of cores that this process may use.
uint32_t usableCores();

// Returns the seconds of a monotonic clock.
double monotonicSeconds();

}  // namespace tp::native
