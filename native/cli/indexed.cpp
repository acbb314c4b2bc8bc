#include "native/cli/indexed.h"

#include <unistd.h>

#include <cstdio>
#include <utility>

#include "core/export/range_note.h"

namespace tp::cli {
namespace {

void showProgress(const Session& session) {
  Progress progress = session.progress();
  std::fprintf(stderr, "\rindexing %3.0f %%, %.0f MB/s ", 100 * progress.fraction(), progress.bytesPerSecond / 1e6);
}

}  // namespace

IndexedTrace::IndexedTrace(uint32_t threads)
    : pool_(threads > 0 ? threads : native::usableCores(), nullptr), session_(pool_) {}

bool IndexedTrace::open(const TraceArguments& traces, FunctionIdentity functions) {
  JoinOptions options;
  if (!joinOrComplain(traces, options)) return false;
  auto files = filesOrComplain(traces);
  if (!files) return false;
  files_ = std::move(*files);
  session_.beginOpen(files_.displayName(), 0);
  pool_.keepFunctions(functions);
  pool_.open(files_, options);
  bool terminal = isatty(STDERR_FILENO) != 0;
  double shown = native::monotonicSeconds();
  while (session_.phase() != Phase::Ready && session_.phase() != Phase::Failed) {
    pool_.wait();
    pool_.deliver(session_);
    if (terminal && native::monotonicSeconds() - shown > 0.2) {
      shown = native::monotonicSeconds();
      showProgress(session_);
    }
  }
  if (terminal) std::fprintf(stderr, "\r\033[K");
  if (session_.phase() == Phase::Failed) complain(session_.error());
  return session_.phase() == Phase::Ready && shiftsOrComplain(options, index().info());
}

void IndexedTrace::ask(const std::shared_ptr<Question>& question) {
  session_.ask(question);
  while (!question->done() && session_.phase() == Phase::Ready) {
    pool_.wait();
    pool_.deliver(session_);
  }
}

std::string IndexedTrace::complainOfRange(const TimeRange& range) const {
  const std::string note = outsideNote(index(), clampTime(range.from), clampTime(range.to));
  if (!note.empty()) complain(note);
  return note;
}

void printWarnings(const TraceIndex& index) {
  for (const Warning& warning : index.warnings()) complain(warning.text());
  if (index.warningCount() > index.warnings().size())
    complain(std::to_string(index.warningCount() - index.warnings().size()) + " more warnings");
}

}  // namespace tp::cli
