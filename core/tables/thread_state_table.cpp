#include "core/tables/record_tables.h"

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
  kTid  // and those behind it: kThreadColumns
};
constexpr auto kStateColumns = withThread({
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
});
static_assert(kStateColumns.size() == kTid + std::size(kThreadColumns));

class ThreadStateRows final : public StateRows {
 public:
  using StateRows::StateRows;

 private:
  void span(const StateSpan& span, const TrackPlace& place, int64_t number, CodedBatch& out) override {
    int64_t* row = out.add();
    row[kId] = number;
    row[kTs] = span.begin;
    row[kDur] = span.last ? -1 : span.end - span.begin;
    row[kCpu] = span.cpu >= 0 ? span.cpu : kNullCode;
    row[kUtid] = place.utid;
    row[kState] = stateCode(span.state, span.preempted);
    tellWaking(span.woken ? &span : nullptr, row + kWaker);
    row[kEnd] = span.end;
    row[kAssumed] = span.silent;
    row[kIncomplete] = incompleteCode(span);
    tellThread(place, row + kTid);
    if (!filter().meets(row)) out.takeBack();
  }
};

class ThreadStateTable final : public StateTable {
 public:
  explicit ThreadStateTable(TableTrace& trace) : StateTable(trace, {kState, kIncomplete, kContext, kHandler}) {}

  std::string_view name() const override { return "thread_state"; }
  std::string_view about() const override { return "What each thread did when, as far as it is known."; }
  std::span<const TableColumn> columns() const override { return kStateColumns; }
  double expectedRows() const override { return 1e6; }
  std::unique_ptr<RowSource> scan(const TableQuery& query) override {
    return std::make_unique<ThreadStateRows>(trace(), *this, query);
  }
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
  kSchedTid  // likewise
};
constexpr auto kSchedTable = withThread({
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
});
static_assert(kSchedTable.size() == kSchedTid + std::size(kThreadColumns));

class SchedRows final : public FollowedRows {
 public:
  using FollowedRows::FollowedRows;

 private:
  bool has(const StateSpan& span) const override { return span.state == ThreadState::Running; }
  void make(const Held& ran, const StateSpan* next, CodedBatch& out) override {
    const bool known = next != nullptr && next->state != ThreadState::Unknown;
    int64_t* row = out.add();
    row[kSchedId] = ran.number;
    row[kSchedTs] = ran.span.begin;
    row[kSchedDur] = ran.span.last ? -1 : ran.span.end - ran.span.begin;
    row[kSchedCpu] = ran.span.cpu >= 0 ? ran.span.cpu : kNullCode;
    row[kSchedUtid] = ran.place->utid;
    row[kSchedEndState] = known ? stateCode(next->state, next->preempted) : kNullCode;
    row[kSchedPriority] = ran.span.priority ? *ran.span.priority : kNullCode;
    row[kSchedEnd] = ran.span.end;
    row[kSchedIncomplete] = incompleteCode(ran.span);
    tellThread(*ran.place, row + kSchedTid);
    if (!filter().meets(row)) out.takeBack();
  }
};

class SchedTable final : public StateTable {
 public:
  explicit SchedTable(TableTrace& trace) : StateTable(trace, {kSchedEndState, kSchedIncomplete}) {}

  std::string_view name() const override { return "sched"; }
  std::string_view about() const override { return "Which thread ran where and when."; }
  std::span<const TableColumn> columns() const override { return kSchedTable; }
  double expectedRows() const override { return 5e5; }
  std::unique_ptr<RowSource> scan(const TableQuery& query) override {
    return std::make_unique<SchedRows>(trace(), *this, query);
  }
};

}  // namespace

std::unique_ptr<Table> makeThreadStateTable(TableTrace& trace) {
  return std::make_unique<ThreadStateTable>(trace);
}

std::unique_ptr<Table> makeSchedTable(TableTrace& trace) {
  return std::make_unique<SchedTable>(trace);
}

}  // namespace tp
