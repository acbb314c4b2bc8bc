#include "core/tables/record_tables.h"

#include <map>

#include "core/tables/state_codes.h"
#include "core/tables/state_rows.h"

namespace tp {
namespace {

using Type = TableColumn::Type;
constexpr uint8_t kLimits = TableColumn::kLimits, kGroups = TableColumn::kGroups;

enum Column : uint32_t {
  kId,
  kTs,
  kDur,
  kCpu,
  kUtid,
  kState,
  kWaker,
  kContext,
  kHandler,
  kEnd,
  kAssumed,
  kIncomplete,
  kTid,
  kThreadName,
  kUpid,
  kPid,
  kProcessName,
  kTrace,
  kColumns
};
constexpr TableColumn kStateColumns[] = {
    {"id", Type::Integer, 0, "of the row, the same as long as the files are"},
    {"ts", Type::Integer, kLimits, "from when on the thread is in the state"},
    {"dur", Type::Integer, kLimits, "for how long, as far as it is known: see incomplete; -1 if the trace ends in it"},
    {"cpu", Type::Integer, kLimits | kGroups,
     "Running: the CPU, if it is known; its number may be guessed (cpu.guessed)"},
    {"utid", Type::Integer, kLimits | kGroups, "thread.utid"},
    {"state", Type::Text, kLimits | kGroups,
     "Running, R (runnable), R+ (runnable, preempted), S (sleeping), D (uninterruptible), T (stopped), t (traced), P "
     "(parked), I (idle), X (ended), Unknown (not recorded)"},
    {"waker_utid", Type::Integer, kLimits | kGroups,
     "R: thread.utid of the thread that woke it or, out of an interrupt, of the one that was interrupted; NULL of an "
     "idle CPU"},
    {"irq_context", Type::Text, kLimits | kGroups, "R: what woke it: thread, softirq, hardirq"},
    {"waker_handler", Type::Text, kLimits | kGroups, "R: the handler of the interrupt that woke it, if it is known"},
    {"end_ts", Type::Integer, kLimits, "when the state ends, or the trace"},
    {"assumed", Type::Integer, kLimits,
     "R, R+, S, D, T, t, P, I: for how long some CPU was not recorded meanwhile, on which the thread may have run: dur "
     "is too long by so much at most"},
    {"incomplete", Type::Text, kLimits | kGroups,
     "why it is not known how long the thread was in the state: lost (records are missing at its beginning or its "
     "end), "
     "open (the trace ends); NULL if it is known"},
    {"tid", Type::Integer, kLimits | kGroups, "id of the thread"},
    {"thread_name", Type::Text, kLimits | kGroups, "name of the thread"},
    {"upid", Type::Integer, kLimits | kGroups, "process.upid"},
    {"pid", Type::Integer, kLimits | kGroups, "id of the process"},
    {"process_name", Type::Text, kLimits | kGroups, "name of the process"},
    {"trace", Type::Text, kLimits | kGroups, "name of the trace, of several"},
};
static_assert(std::size(kStateColumns) == kColumns);

class ThreadStateRows final : public StateRows {
 public:
  ThreadStateRows(TableTrace& trace, const CodedTable& table, const TableQuery& query)
      : StateRows(trace, table, query) {}

 private:
  void span(const StateSpan& span, const TrackPlace& place, int64_t number, CodedBatch& out) override {
    int64_t* row = out.add();
    row[kId] = number;
    row[kTs] = span.begin;
    row[kDur] = span.last ? -1 : span.end - span.begin;
    row[kCpu] = span.cpu >= 0 ? span.cpu : kNullCode;
    row[kUtid] = place.utid;
    row[kState] = stateCode(span.state, span.preempted);
    const TrackPlace* waker = span.woken ? placeOf(span.waker) : nullptr;
    row[kWaker] = waker != nullptr ? waker->utid : kNullCode;
    row[kContext] = span.woken ? static_cast<int64_t>(span.context) : kNullCode;
    row[kHandler] = span.woken && span.handler != kNoName ? span.handler : kNullCode;
    row[kEnd] = span.end;
    row[kAssumed] = span.silent;
    row[kIncomplete] = incompleteCode(span);
    tellThread(place, row + kTid);
    if (!filter().meets(row)) out.takeBack();
  }
};

class ThreadStateTable final : public CodedTable {
 public:
  explicit ThreadStateTable(TableTrace& trace) : trace_(trace) {}

  std::string_view name() const override { return "thread_state"; }
  std::string_view about() const override { return "What each thread did when, as far as it is known."; }
  std::span<const TableColumn> columns() const override { return kStateColumns; }
  double expectedRows() const override { return 1e6; }
  uint32_t idColumn() const override { return kId; }
  std::unique_ptr<RowSource> scan(const TableQuery& query) override {
    return std::make_unique<ThreadStateRows>(trace_, *this, query);
  }
  std::string_view text(size_t column, int64_t code) const override {
    if (column == kState) return stateText(code);
    if (column == kIncomplete) return incompleteText(code);
    if (column == kContext) return contextName(static_cast<WakeContext>(code));
    if (column == kHandler) return trace_.reader().names().view(static_cast<NameId>(code));
    return trace_.pool().text(code);
  }

 private:
  TableTrace& trace_;
};

enum SchedColumn : uint32_t {
  kSchedId,
  kSchedTs,
  kSchedDur,
  kSchedCpu,
  kSchedUtid,
  kSchedEndState,
  kSchedPriority,
  kSchedEnd,
  kSchedIncomplete,
  kSchedTid,
  kSchedThreadName,
  kSchedUpid,
  kSchedPid,
  kSchedProcessName,
  kSchedTrace,
  kSchedColumns
};
constexpr TableColumn kSchedTable[] = {
    {"id", Type::Integer, 0, "thread_state.id of the same row"},
    {"ts", Type::Integer, kLimits, "from when on the thread runs"},
    {"dur", Type::Integer, kLimits, "for how long, as far as it is known: see incomplete; -1 if the trace ends before"},
    {"cpu", Type::Integer, kLimits | kGroups, "where, if it is known"},
    {"utid", Type::Integer, kLimits | kGroups, "thread.utid; idle threads are not listed"},
    {"end_state", Type::Text, kLimits | kGroups,
     "the state that follows, as thread_state.state has it, X if the thread ends; NULL if it is not known"},
    {"priority", Type::Integer, kLimits | kGroups,
     "what the switch to it says: 120 is nice 0, less is more urgent; NULL if there is no such switch, or it does not "
     "say it"},
    {"end_ts", Type::Integer, kLimits, "when it stops to run, or the trace ends"},
    {"incomplete", Type::Text, kLimits | kGroups, "as thread_state.incomplete"},
    {"tid", Type::Integer, kLimits | kGroups, "id of the thread"},
    {"thread_name", Type::Text, kLimits | kGroups, "name of the thread"},
    {"upid", Type::Integer, kLimits | kGroups, "process.upid"},
    {"pid", Type::Integer, kLimits | kGroups, "id of the process"},
    {"process_name", Type::Text, kLimits | kGroups, "name of the process"},
    {"trace", Type::Text, kLimits | kGroups, "name of the trace, of several"},
};
static_assert(std::size(kSchedTable) == kSchedColumns);

// A row is made when the thread's next state is known.
class SchedRows final : public StateRows {
 public:
  SchedRows(TableTrace& trace, const CodedTable& table, const TableQuery& query) : StateRows(trace, table, query) {}

 private:
  struct Ran {
    StateSpan span;
    const TrackPlace* place = nullptr;
    int64_t number = 0;
  };

  void span(const StateSpan& span, const TrackPlace& place, int64_t number, CodedBatch& out) override {
    auto before = waiting_.find(span.thread);
    if (before != waiting_.end()) {
      const bool follows = before->second.span.end == span.begin && span.state != ThreadState::Unknown;
      make(before->second, follows ? stateCode(span.state, span.preempted) : kNullCode, out);
      waiting_.erase(before);
    }
    if (span.state != ThreadState::Running) return;
    const Ran ran{span, &place, number};
    if (span.last) return make(ran, kNullCode, out);
    waiting_.emplace(span.thread, ran);
  }
  void finish(CodedBatch& out) override {
    for (const auto& [thread, ran] : waiting_) make(ran, kNullCode, out);
    waiting_.clear();
  }
  void make(const Ran& ran, int64_t endState, CodedBatch& out) {
    int64_t* row = out.add();
    row[kSchedId] = ran.number;
    row[kSchedTs] = ran.span.begin;
    row[kSchedDur] = ran.span.last ? -1 : ran.span.end - ran.span.begin;
    row[kSchedCpu] = ran.span.cpu >= 0 ? ran.span.cpu : kNullCode;
    row[kSchedUtid] = ran.place->utid;
    row[kSchedEndState] = endState;
    row[kSchedPriority] = ran.span.priority ? *ran.span.priority : kNullCode;
    row[kSchedEnd] = ran.span.end;
    row[kSchedIncomplete] = incompleteCode(ran.span);
    tellThread(*ran.place, row + kSchedTid);
    if (!filter().meets(row)) out.takeBack();
  }

  std::map<TrackId, Ran> waiting_;  // by thread
};

class SchedTable final : public CodedTable {
 public:
  explicit SchedTable(TableTrace& trace) : trace_(trace) {}

  std::string_view name() const override { return "sched"; }
  std::string_view about() const override { return "Which thread ran where and when."; }
  std::span<const TableColumn> columns() const override { return kSchedTable; }
  double expectedRows() const override { return 5e5; }
  uint32_t idColumn() const override { return kSchedId; }
  std::unique_ptr<RowSource> scan(const TableQuery& query) override {
    return std::make_unique<SchedRows>(trace_, *this, query);
  }
  std::string_view text(size_t column, int64_t code) const override {
    if (column == kSchedEndState) return stateText(code);
    return column == kSchedIncomplete ? incompleteText(code) : trace_.pool().text(code);
  }

 private:
  TableTrace& trace_;
};

}  // namespace

std::unique_ptr<Table> makeThreadStateTable(TableTrace& trace) {
  return std::make_unique<ThreadStateTable>(trace);
}

std::unique_ptr<Table> makeSchedTable(TableTrace& trace) {
  return std::make_unique<SchedTable>(trace);
}

}  // namespace tp
