#include "native/cli/indexed.h"

#include <unistd.h>

#include <cstdio>
#include <optional>
#include <utility>

#include "core/export/range_note.h"
#include "core/io/file_changes.h"
#include "core/session/kept/trace_key.h"
#include "core/session/kept/units_question.h"
#include "native/cache/kept_indexes.h"

namespace tp::cli {
namespace {

void showProgress(const Session& session) {
  Progress progress = session.progress();
  std::fprintf(stderr, "\rindexing %3.0f %%, %.0f MB/s ", 100 * progress.fraction(), progress.bytesPerSecond / 1e6);
}

// Returns what the index is kept under; nullopt if it is not to be kept.
std::optional<std::string> keyOf(const FileSet& files, const JoinOptions& options, FunctionIdentity functions,
                                 native::Keeping keeping) {
  if (keeping == native::Keeping::Off) return std::nullopt;
  JoinOptions how = options;
  how.functions = functions;
  const std::optional<std::string> program = native::programKey();
  return program ? traceKey(files, how, *program) : std::nullopt;
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
  const native::Keeping keeping = traces.noCache ? native::Keeping::Off : native::keepingOfUser();
  const std::optional<std::string> key = keyOf(files_, options, functions, keeping);
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
  {
    const std::optional<std::vector<std::byte>> index = native::KeptIndexes().find(key);
    if (!index || !session_.beginKept(files_.displayName(), *index)) return false;
  }
  pool_.openKept(files_, options);
  waitForIndex();
  return session_.phase() == Phase::Ready;
}

void IndexedTrace::keep(const std::string& key) {
  // Of files that change while they are read, the index fits neither what they were nor what they are.
  if (session_.phase() != Phase::Ready || !changesOf(files_, true).empty()) return;
  if (index().memoryBytes() > native::kMostKeptMemory) return;
  auto units = std::make_shared<UnitsQuestion>();
  ask(units);
  if (!units->complete(index())) return;
  native::KeptIndexes().keep(key, session_.name(), writeIndex(index(), units->units()));
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
