// The thread of the window that answers questions in SQL.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "core/io/file_set.h"
#include "core/joint/join_options.h"
#include "core/session/sql/sql_messages.h"

namespace tp::native {

class SqlThread {
 public:
  // `wake` is called from the thread when there is something to deliver.
  explicit SqlThread(std::function<void()> wake) : wake_(std::move(wake)) {}
  ~SqlThread();
  SqlThread(const SqlThread&) = delete;
  SqlThread& operator=(const SqlThread&) = delete;

  // Questions are about these files from now on; those that are not answered yet are given up. The files' sources must
  // support reading by several threads.
  void open(const FileSet& files, const JoinOptions& options);
  void ask(const SqlRequest& request);
  void stop(uint32_t id);

  // Passes the bytes of each reply since the last call to `receive`, on the caller's thread. Returns false if there
  // was none.
  bool deliver(const std::function<void(Bytes reply)>& receive);

 private:
  void run();
  void end();

  const std::function<void()> wake_;
  FileSet files_;
  JoinOptions options_;
  std::thread thread_;  // begun by the first question about a trace
  std::mutex mutex_;
  std::condition_variable asked_;
  std::deque<SqlRequest> requests_;
  uint32_t answering_ = 0;  // the id of the question; 0: none
  bool ending_ = false;
  std::deque<std::vector<std::byte>> replies_;
  std::atomic<bool> cancelled_ = false;
};

}  // namespace tp::native
