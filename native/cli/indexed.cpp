#include "native/cli/indexed.h"

#include <unistd.h>

#include <cstdio>
#include <optional>
#include <utility>

#include "core/export/range_note.h"
#include "core/io/file_changes.h"
#include "native/cache/session_index.h"

namespace tp::cli {
namespace {

void showProgress(const Session& session) {
  Progress progress = session.progress();
  std::fprintf(stderr, "\rindexing %3.0f %%, %.0f MB/s ", 100 * progress.fraction(), progress.bytesPerSecond / 1e6);
}

}  // namespace

IndexedTrace::IndexedTrace(uint32_t threads)
    : pool_(threads > 0 ? threads : native::usableCores(), nullptr), session_(pool_) {}

IndexedTrace::~IndexedTrace() {
  if (!keepAs_) return;
  std::fflush(stdout);
  keep(*keepAs_);
}

bool IndexedTrace::open(const TraceArguments& traces, FunctionIdentity functions) {
  JoinOptions options;
  if (!joinOrComplain(traces, options)) return false;
  auto files = filesOrComplain(traces);
  if (!files) return false;
  files_ = std::move(*files);
  pool_.keepFunctions(functions);
  if (traces.indexBudget > 0) pool_.keepWithin(traces.indexBudget << 20);
  const bool keeps = !traces.noCache && traces.indexBudget == 0;
  const native::Keeping keeping = keeps ? native::keepingOfUser() : native::Keeping::Off;
  JoinOptions how = options;
  how.functions = functions;
  const std::optional<std::string> key = native::indexKey(files_, how, keeping);
  if (!key || !openKept(*key, options)) {
    const double started = native::monotonicSeconds();
    session_.beginOpen(files_.displayName(), 0);
    pool_.open(files_, options);
    waitForIndex();
    const double seconds = native::monotonicSeconds() - started;
    if (key && (keeping == native::Keeping::All || seconds >= native::kLeastKeptSeconds)) keepAs_ = key;
  }
  if (session_.phase() == Phase::Failed) complain(session_.error());
  return session_.phase() == Phase::Ready && shiftsOrComplain(options, index().info());
}

void IndexedTrace::waitForIndex() {
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
}

// Returns false if there is no kept index that fits; the trace is not open then.
bool IndexedTrace::openKept(const std::string& key, const JoinOptions& options) {
  session_.beginOpen(files_.displayName(), 0);
  if (!native::giveKept(session_, key)) return false;
  pool_.openKept(files_, options);
  waitForIndex();
  return session_.phase() == Phase::Ready;
}

void IndexedTrace::keep(const std::string& key) {
  // Of files that change while they are read, the index fits neither what they were nor what they are.
  if (session_.phase() != Phase::Ready || !changesOf(files_, true).empty()) return;
  native::IndexWriting writing(session_, key);
  for (auto step = writing.step(); step != native::IndexWriting::Step::Ended; step = writing.step()) {
    if (step == native::IndexWriting::Step::Written) continue;
    pool_.wait();
    pool_.deliver(session_);
  }
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
