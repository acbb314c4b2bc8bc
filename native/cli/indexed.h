// A trace opened and indexed by the same session that the window and the page use, for verbs that speak of all of it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "native/cli/commands.h"
#include "native/pool/thread_pool.h"

namespace tp::cli {

class IndexedTrace {
 public:
  IndexedTrace();

  // Waits until the whole trace is indexed; on a terminal, shows progress. False (after complaining): can't be opened.
  bool open(const TraceArguments& traces);

  // Waits until the question is answered.
  void ask(const std::shared_ptr<Question>& question);

  const TraceIndex& index() const { return session_.index(); }
  const Session& session() const { return session_; }

 private:
  native::ThreadPool pool_;
  Session session_;
};

// Every warning kept, a line each, on stderr, then how many more there were.
void printWarnings(const TraceIndex& index);

}  // namespace tp::cli
