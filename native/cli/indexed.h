// IndexedTrace is a trace opened and indexed by the same session that the window and the page use, for verbs that need
// all of it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "native/cli/arguments.h"
#include "native/cli/open.h"
#include "native/pool/thread_pool.h"

namespace tp::cli {

class IndexedTrace {
 public:
  // `threads`: 0 for as many as there are cores.
  explicit IndexedTrace(uint32_t threads);
  // Keeps the index, if it is to be kept: when the verb has printed its answer, so that nobody waits for that.
  ~IndexedTrace();
  IndexedTrace(const IndexedTrace&) = delete;
  IndexedTrace& operator=(const IndexedTrace&) = delete;

  // Waits until the whole trace is indexed, and shows progress on a terminal. Begins from a kept index of the same
  // files if there is one (native/cache/kept_indexes.h). Returns false (after complaining) if the trace can't be
  // opened.
  bool open(const TraceArguments& traces, FunctionIdentity functions = FunctionIdentity::Apart);

  // Waits until the question is answered.
  void ask(const std::shared_ptr<Question>& question);

  // As complainOfChanges() in native/cli/open.h, without repeating the changes that the index has as warnings.
  bool complainOfChanges() const { return cli::complainOfChanges(files_, session_.changes()); }

  // Returns what is to be said of a range in which there is nothing of the trace, after complaining of it; else
  // nothing.
  std::string complainOfRange(const TimeRange& range) const;

  const TraceIndex& index() const { return session_.index(); }
  const Session& session() const { return session_; }

 private:
  void waitForIndex();
  bool openKept(const std::string& key, const JoinOptions& options);
  void keep(const std::string& key);

  FileSet files_;
  native::ThreadPool pool_;
  Session session_;
  std::optional<std::string> keepAs_;  // the key under which the index is to be kept
};

// Prints every warning that was kept, a line each, on stderr, then how many more there were.
void printWarnings(const TraceIndex& index);

}  // namespace tp::cli
