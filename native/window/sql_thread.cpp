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

void SqlThread::ask(const SqlRequest& request) {
  std::lock_guard<std::mutex> lock(mutex_);
  requests_.push_back(request);
  if (!thread_.joinable()) thread_ = std::thread(&SqlThread::run, this);
  asked_.notify_one();
}

void SqlThread::stop(uint32_t id) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (answering_ == id) cancelled_ = true;
  requests_.erase(
      std::remove_if(requests_.begin(), requests_.end(), [&](const SqlRequest& one) { return one.id == id; }),
      requests_.end());
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
        asked_.wait(lock, [this] { return ending_ || !requests_.empty(); });
        if (ending_) return;
        request = std::move(requests_.front());
        requests_.pop_front();
        answering_ = request.id;
      }
    }
    if (idle) {
      prepares = service->prepare();
      continue;
    }
    if (!service) service = std::make_unique<SqlService>(files_, options_, cancelled_, send);
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
