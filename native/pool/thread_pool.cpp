#include "native/pool/thread_pool.h"

#ifdef __linux__
#include <sched.h>
#endif

#include <algorithm>
#include <chrono>

#include "core/session/index_worker.h"

namespace tp::native {
namespace {

// In this time, another thread uses up less than the exchange keeps for it.
constexpr std::chrono::microseconds kCatchUp(300);

}  // namespace

ThreadPool::ThreadPool(uint32_t threads, std::function<void()> wake)
    : threads_(std::max(1u, threads)), wake_(std::move(wake)) {}

ThreadPool::~ThreadPool() {
  stop();
}

void ThreadPool::stop() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    stopping_ = true;
    for (auto& worker : workers_) worker->arrived.notify_one();
  }
  for (auto& worker : workers_) worker->thread.join();
  workers_.clear();
  outbox_.clear();
  stopping_ = false;
}

void ThreadPool::start(const FileSet& files, const JoinOptions& options, bool kept) {
  stop();
  exchange_ = std::make_unique<ThreadExchange>();
  for (uint32_t i = 0; i < threads_; ++i) workers_.push_back(std::make_unique<Worker>());
  for (uint32_t i = 0; i < threads_; ++i)
    workers_[i]->thread = std::thread(&ThreadPool::run, this, i, files, options, kept);
}

void ThreadPool::post(uint32_t worker, std::vector<std::byte> message) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (worker >= workers_.size()) return;
  workers_[worker]->inbox.push_back(std::move(message));
  workers_[worker]->arrived.notify_one();
}

void ThreadPool::run(uint32_t number, FileSet files, JoinOptions options, bool kept) {
  IndexWorker worker;
  worker.keepFunctions(functions_);
  worker.keepWithin(budget_);
  if (kept)
    worker.openKept(std::move(files), number, threads_, options);
  else
    worker.open(std::move(files), number, threads_, options, exchange_.get());
  bool busy = true;
  for (;;) {
    std::vector<std::byte> message;
    bool any = false;
    while (worker.take(message)) {
      std::lock_guard<std::mutex> lock(mutex_);
      outbox_.emplace_back(number, std::move(message));
      any = true;
    }
    if (any) {
      sent_.notify_one();
      if (wake_) wake_();
    }
    // Requests come before indexing, because the user is waiting for them.
    std::deque<std::vector<std::byte>> requests;
    {
      std::unique_lock<std::mutex> lock(mutex_);
      std::deque<std::vector<std::byte>>& inbox = workers_[number]->inbox;
      auto called = [&] { return stopping_ || !inbox.empty(); };
      if (!busy && worker.waits()) {
        workers_[number]->arrived.wait_for(lock, kCatchUp, called);
      } else if (!busy) {
        workers_[number]->arrived.wait(lock, called);
      }
      if (stopping_) return;
      requests.swap(inbox);
    }
    for (const auto& request : requests) worker.receive(request);
    busy = worker.step();
  }
}

bool ThreadPool::deliver(Session& session) {
  std::deque<std::pair<uint32_t, std::vector<std::byte>>> messages;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    messages.swap(outbox_);
  }
  for (const auto& [worker, message] : messages) session.receive(worker, message, monotonicSeconds());
  return !messages.empty();
}

void ThreadPool::wait() {
  std::unique_lock<std::mutex> lock(mutex_);
  sent_.wait(lock, [this] { return !outbox_.empty(); });
}

uint32_t usableCores() {
#ifdef __linux__
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) return static_cast<uint32_t>(CPU_COUNT(&allowed));
#endif
  return std::max(1u, std::thread::hardware_concurrency());
}

double monotonicSeconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace tp::native
