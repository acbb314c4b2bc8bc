#include <algorithm>
#include <deque>
#include <unordered_map>

#include "core/analysis/waits/request_words.h"
#include "core/analysis/waits/wait_segment.h"
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
  kUtid,
  kState,
  kWaker,
  kContext,
  kHandler,
  kWoken,
  kNextCpu,
  kEnd,
  kAssumed,
  kIncomplete,
  kRequests,
  kOperation,
  kDevice,
  kSector,
  kSectors,
  kIssued,
  kTid  // and those behind it: kThreadColumns
};
constexpr auto kWaitColumns = withThread({
    {"id", Type::Integer, 0, "thread_state.id of the same row"},
    {"ts", Type::Integer, kLimits, "from when on the thread waits"},
    {"dur", Type::Integer, kLimits, "for how long, as far as it is known: see incomplete; -1 if the trace ends before"},
    {"utid", Type::Integer, kLimits | kGroups, "thread.utid"},
    {"state", Type::Text, kLimits | kGroups,
     "as thread_state.state: R, R+ (it waits for a CPU), S, D, T, t, P, I (it is blocked)"},
    {"waker_utid", Type::Integer, kLimits | kGroups,
     "S, D, T, t, P, I: thread.utid of the thread whose waking ended the wait or, out of an interrupt, of the one that "
     "was interrupted; R: of the one whose waking began it, as thread_state has it; NULL of an idle CPU, and if no "
     "waking was recorded: see woken_ts"},
    {"irq_context", Type::Text, kLimits | kGroups,
     "what woke it: thread, softirq, hardirq; NULL if no waking was recorded"},
    {"waker_handler", Type::Text, kLimits | kGroups, "the handler of the interrupt that woke it, if it is known"},
    {"woken_ts", Type::Integer, kLimits,
     "when it was woken: end_ts; of R ts, or before that if the thread still ran then; NULL if no waking was recorded"},
    {"next_cpu", Type::Integer, kLimits | kGroups,
     "the CPU on which it runs right behind, which is what R and R+ wait for; NULL if it does not, or if that is not "
     "known"},
    {"end_ts", Type::Integer, kLimits, "when the wait ends, or the trace"},
    {"assumed", Type::Integer, kLimits,
     "for how long some CPU was not recorded meanwhile, on which the thread may have run: dur is too long by so much "
     "at most"},
    {"incomplete", Type::Text, kLimits | kGroups, "as thread_state.incomplete"},
    {"requests", Type::Integer, kLimits | kGroups,
     "how many requests of block devices had completed in the interrupt, before it woke the thread; NULL if none is "
     "known to have"},
    {"request", Type::Text, kLimits | kGroups,
     "if it is one: read, write, discard, flush, request (another operation, or not known). Of several, it is not "
     "known which "
     "one was waited for"},
    {"request_device", Type::Text, kLimits | kGroups, "its device: major and minor number, as 8,16"},
    {"request_sector", Type::Integer, kLimits, "its first sector, of 512 bytes"},
    {"request_sectors", Type::Integer, kLimits, "how many sectors it has"},
    {"request_ts", Type::Integer, kLimits, "when it was issued"},
});
static_assert(kWaitColumns.size() == kTid + std::size(kThreadColumns));

class WaitRows final : public FollowedRows {
 public:
  using FollowedRows::FollowedRows;

 private:
  void request(const WakingRequest& told) override { told_[told.thread].push_back(told); }
  void tellRequests(const StateSpan* woken, int64_t* row) {
    std::fill(row + kRequests, row + kTid, kNullCode);
    const auto told = woken != nullptr ? told_.find(woken->thread) : told_.end();
    if (told == told_.end()) return;
    std::deque<WakingRequest>& wakings = told->second;
    while (!wakings.empty() && wakings.front().time < woken->wokenAt) wakings.pop_front();
    if (wakings.empty() || wakings.front().time != woken->wokenAt) return;
    const CompletedRequests& done = wakings.front().done;
    row[kRequests] = done.count;
    if (done.count != 1) return;
    const auto code = [](const auto& value) { return value ? static_cast<int64_t>(*value) : kNullCode; };
    row[kOperation] = static_cast<int64_t>(done.last.operation);
    if (done.last.device) row[kDevice] = trace().pool().code(deviceText(*done.last.device));
    row[kSector] = code(done.last.sector);
    row[kSectors] = code(done.last.sectors);
    if (done.last.issued != kNotWoken) row[kIssued] = done.last.issued;
  }
  bool has(const StateSpan& span) const override {
    return span.state == ThreadState::Runnable || isBlocked(span.state);
  }
  void make(const Held& wait, const StateSpan* next, CodedBatch& out) override {
    const StateSpan* woken = wait.span.state == ThreadState::Runnable ? &wait.span : next;
    if (woken != nullptr && !woken->woken) woken = nullptr;
    int64_t* row = out.add();
    row[kId] = wait.number;
    row[kTs] = wait.span.begin;
    row[kDur] = wait.span.last ? -1 : wait.span.end - wait.span.begin;
    row[kUtid] = wait.place->utid;
    row[kState] = stateCode(wait.span.state, wait.span.preempted);
    tellWaking(woken, row + kWaker);
    row[kWoken] = woken != nullptr ? woken->wokenAt : kNullCode;
    const bool ran = next != nullptr && next->state == ThreadState::Running && next->cpu >= 0;
    row[kNextCpu] = ran ? next->cpu : kNullCode;
    row[kEnd] = wait.span.end;
    row[kAssumed] = wait.span.silent;
    row[kIncomplete] = incompleteCode(wait.span);
    tellRequests(woken, row);
    tellThread(*wait.place, row + kTid);
    if (!filter().meets(row)) out.takeBack();
  }

  std::unordered_map<TrackId, std::deque<WakingRequest>> told_;  // by thread, in the order of time
};

class WaitTable final : public StateTable {
 public:
  explicit WaitTable(TableTrace& trace) : StateTable(trace, {kState, kIncomplete, kContext, kHandler, kOperation}) {}

  std::string_view name() const override { return "wait"; }
  std::string_view about() const override {
    return "The waits of threads: times in which one was blocked or waited for a CPU, and who woke it (docs/why.md).";
  }
  std::span<const TableColumn> columns() const override { return kWaitColumns; }
  double expectedRows() const override { return 7e5; }
  std::unique_ptr<RowSource> scan(const TableQuery& query) override {
    return std::make_unique<WaitRows>(trace(), *this, query);
  }
};

}  // namespace

std::unique_ptr<Table> makeWaitTable(TableTrace& trace) {
  return std::make_unique<WaitTable>(trace);
}

}  // namespace tp
