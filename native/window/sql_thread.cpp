#include "native/window/sql_thread.h"

#include <algorithm>
#include <memory>

#include "core/sql/service/sql_service.h"

namespace tp::native {

SqlThread::~SqlThread() {
  end();
}

void SqlThread::end() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    ending_ = true;
    cancelled_ = true;
    asked_.notify_one();
  }
  if (thread_.joinable()) thread_.join();
  blocks_.clear();
  requests_.clear();
  replies_.clear();
  answering_ = 0;
  ending_ = false;
  cancelled_ = false;
}

void SqlThread::open(const FileSet& files, const JoinOptions& options) {
  end();
  files_ = files;
  options_ = options;
}

// `mutex_` is locked.
void SqlThread::begin() {
  if (!thread_.joinable()) thread_ = std::thread(&SqlThread::run, this);
  asked_.notify_one();
}

void SqlThread::takeIndex(std::vector<std::byte> block) {
  std::lock_guard<std::mutex> lock(mutex_);
  blocks_.push_back(std::move(block));
  begin();
}

void SqlThread::ask(const SqlRequest& request) {
  std::lock_guard<std::mutex> lock(mutex_);
  requests_.push_back(request);
  begin();
}

bool SqlThread::stop(uint32_t id) {
  std::lock_guard<std::mutex> lock(mutex_);
  const bool answering = answering_ == id;
  if (answering) cancelled_ = true;
  requests_.erase(
      std::remove_if(requests_.begin(), requests_.end(), [&](const SqlRequest& one) { return one.id == id; }),
      requests_.end());
  return answering;
}

void SqlThread::run() {
  auto send = [this](std::vector<std::byte> reply) {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      replies_.push_back(std::move(reply));
    }
    wake_();
  };
  std::unique_ptr<SqlService> service;
  bool prepares = false;  // there may be something to read ahead
  for (;;) {
    SqlRequest request;
    std::vector<std::byte> block;
    bool idle = false;
    {
      std::unique_lock<std::mutex> lock(mutex_);
      answering_ = 0;
      // One that was stopped answers no more.
      if (cancelled_) {
        service.reset();
        prepares = false;
      }
      if (!ending_) cancelled_ = false;
      idle = prepares && !ending_ && requests_.empty();
      if (!idle) {
        asked_.wait(lock, [this] { return ending_ || !requests_.empty() || !blocks_.empty(); });
        if (ending_) return;
        if (!blocks_.empty()) {
          block = std::move(blocks_.front());
          blocks_.pop_front();
        } else {
          request = std::move(requests_.front());
          requests_.pop_front();
          answering_ = request.id;
        }
      }
    }
    if (idle) {
      prepares = service->prepare();
      continue;
    }
    if (!service) service = std::make_unique<SqlService>(files_, options_, cancelled_, send);
    if (!block.empty()) {
      service->takeIndex(block);
      continue;
    }
    WireWriter out;
    out(request);
    service->answer(out.take());
    prepares = true;
  }
}

bool SqlThread::deliver(const std::function<void(Bytes reply)>& receive) {
  std::deque<std::vector<std::byte>> replies;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    replies.swap(replies_);
  }
  for (const std::vector<std::byte>& reply : replies) receive(reply);
  return !replies.empty();
}

}  // namespace tp::native
