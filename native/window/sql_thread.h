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
  // Takes the next block of the index that a session has of these files, as SqlService::takeIndex(), before the first
  // question.
  void takeIndex(std::vector<std::byte> block);
  void ask(const SqlRequest& request);
  // Gives a question up. Returns whether it is being answered: for the next one, the trace is opened anew.
  bool stop(uint32_t id);

  // Passes the bytes of each reply since the last call to `receive`, on the caller's thread. Returns false if there
  // was none.
  bool deliver(const std::function<void(Bytes reply)>& receive);

 private:
  void run();
  void begin();
  void end();

  const std::function<void()> wake_;
  FileSet files_;
  JoinOptions options_;
  std::thread thread_;  // begun by the first question about a trace, or the first block of its index
  std::mutex mutex_;
  std::condition_variable asked_;
  std::deque<std::vector<std::byte>> blocks_;  // of the index
  std::deque<SqlRequest> requests_;
  uint32_t answering_ = 0;  // the id of the question; 0: none
  bool ending_ = false;
  std::deque<std::vector<std::byte>> replies_;
  std::atomic<bool> cancelled_ = false;
};

}  // namespace tp::native
