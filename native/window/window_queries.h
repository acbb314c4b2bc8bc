// The questions in SQL that the window asks. Before the first one about a trace is answered, the thread that answers
// is given the index of the session, so that it makes none of its own.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "core/session/kept/index_keeper.h"
#include "native/window/sql_thread.h"

namespace tp::native {

class WindowQueries {
 public:
  // `wake` is called from another thread when there is something to deliver. The session must outlive this.
  WindowQueries(Session& session, std::function<void()> wake) : session_(session), thread_(std::move(wake)) {}

  // As SqlThread::open(), when the session has begun to open the same files.
  void open(const FileSet& files, const JoinOptions& options);
  void ask(const SqlRequest& request) { waiting_.push_back(request); }
  void stop(uint32_t id);
  // Hands over parts of the index for some milliseconds, or passes on what was asked. Returns whether there is more to
  // do at once.
  bool step();
  // As SqlThread::deliver().
  bool deliver(const std::function<void(Bytes reply)>& receive) { return thread_.deliver(receive); }

 private:
  bool handOver();

  Session& session_;
  SqlThread thread_;
  std::vector<SqlRequest> waiting_;      // for the index
  std::unique_ptr<IndexKeeper> keeper_;  // while the index is handed over
  bool handed_ = false;                  // the thread has it, or has to do without
};

}  // namespace tp::native
