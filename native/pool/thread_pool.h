// The workers of a session as threads of this process.
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
#include "core/session/session.h"
#include "native/pool/thread_exchange.h"

namespace tp::native {

class ThreadPool final : public WorkerPort {
 public:
  // `wake` is called from worker threads when there is something to deliver.
  ThreadPool(uint32_t threads, std::function<void()> wake);
  ~ThreadPool() override;

  // Lets go of what the workers had open, and opens `files`, whose sources must bear reading by several threads.
  // `options`: as IndexWorker::open() has it.
  void open(const FileSet& files, const JoinOptions& options = {});
  // Ends the threads, without waiting for more than the piece at hand.
  void stop();

  uint32_t workers() const override { return threads_; }
  void post(uint32_t worker, std::vector<std::byte> message) override;

  // Hands what the workers have sent since the last call to the session, on the caller's thread. False: nothing.
  bool deliver(Session& session);
  // Blocks until there is something to deliver.
  void wait();

 private:
  struct Worker {
    std::thread thread;
    std::deque<std::vector<std::byte>> inbox;
    std::condition_variable arrived;
  };

  void run(uint32_t number, FileSet files, JoinOptions options);

  uint32_t threads_;
  std::function<void()> wake_;
  std::mutex mutex_;
  std::condition_variable sent_;
  bool stopping_ = false;
  std::unique_ptr<ThreadExchange> exchange_;  // of the workers below
  std::vector<std::unique_ptr<Worker>> workers_;
  std::deque<std::pair<uint32_t, std::vector<std::byte>>> outbox_;
};

// Of the cores that the machine has, as many as this process may use.
uint32_t usableCores();

// Seconds on a clock that never jumps.
double monotonicSeconds();

}  // namespace tp::native
