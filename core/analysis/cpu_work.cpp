#include "core/analysis/cpu_work.h"

#include <algorithm>

#include "core/analysis/numeric_field.h"
#include "core/trace/not_recorded.h"
#include "core/trace/sums.h"

namespace tp {
namespace {

std::optional<int64_t> fieldOf(const EventRow& row, const char* field) {
  int64_t value = 0;
  return numericField(row, field, value) ? std::optional(value) : std::nullopt;
}

// As sched_switch of Linux has it ("prev_prio"): 0 to 139, less for what is more urgent, -1 for deadlines. LTTng, whose
// switches say tid, not pid, counts from the first one that is not real time.
void notePriority(const EventRow& row, const char* field, std::vector<int32_t>& priorities) {
  constexpr int64_t kLeast = -1, kMax = 1000, kFirstUsual = 100;
  std::optional<int64_t> value = fieldOf(row, field);
  if (value && *value <= kMax && fieldOf(row, "next_tid")) value = *value + kFirstUsual;
  if (value && *value >= kLeast && *value <= kMax) priorities.push_back(static_cast<int32_t>(*value));
}

}  // namespace

void CpuWork::Row::addName(NameId name) {
  if (names.size() < kMaxNames && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

void CpuWork::Row::addPriority(int32_t priority) {
  const auto at = std::lower_bound(priorities.begin(), priorities.end(), priority);
  if ((at != priorities.end() && *at == priority) || priorities.size() >= kMaxPriorities) return;
  priorities.insert(at, priority);
}

Time CpuWork::sum() const {
  Time sum = 0;
  for (const Row& row : rows) sum = plus(sum, row.time);
  return sum;
}

void CpuWork::merge(const std::vector<Row>& theirs) {
  for (const Row& one : theirs) {
    const NameId name = one.tid >= 0 || one.names.empty() ? kNoName : one.names.front();
    const auto [place, fresh] = places.try_emplace({one.interrupt, one.tid, name}, rows.size());
    if (fresh) {
      rows.emplace_back();
      rows.back().tid = one.tid;
      rows.back().interrupt = one.interrupt;
    }
    Row& same = rows[place->second];
    same.time = plus(same.time, std::max<Time>(0, one.time));
    same.count += one.count;
    same.uncertain = same.uncertain || one.uncertain;
    for (NameId more : one.names) same.addName(more);
    for (int32_t priority : one.priorities) same.addPriority(priority);
  }
}

void CpuWork::finish(const NameTable& names) {
  places.clear();
  auto nameOf = [&](const Row& row) { return names.view(row.names.empty() ? kNoName : row.names.front()); };
  // A turn without a length only touches the range.
  std::erase_if(rows, [](const Row& row) { return !row.interrupt && row.time == 0; });
  std::sort(rows.begin(), rows.end(), [&](const Row& a, const Row& b) {
    if (a.time != b.time) return a.time > b.time;
    if (a.tid != b.tid) return a.tid < b.tid;
    return nameOf(a) < nameOf(b);
  });
}

void CpuWorkCollector::start(const LaneState& state) {
  std::vector<OpenSlice> open = state.open;
  for (OpenSlice& one : open) {
    one.begin = clamp(one.begin);
    one.children = 0;
  }
  lane_ = SliceLane(scope_.track, clamp(state.start), std::move(open));
  begun_.clear();
  turn_ = {};
  idleSince_.reset();
  now_ = state.now;
}

// A switch away from the idle thread confirms that it ran since the switch to it.
void CpuWorkCollector::followIdle(const Record& record, const EventRow& row) {
  const Time now = clamp(now_);
  if (const std::optional<Time> since = std::exchange(idleSince_, std::nullopt);
      since && record.kind == RecordKind::Begin && fieldOf(row, "prev_pid") == 0) {
    work_.idle = plus(work_.idle, std::max<Time>(0, now - *since - interrupts_));
    work_.idleWithInterrupts = plus(work_.idleWithInterrupts, now - *since);
  }
  if (fieldOf(row, "next_pid") == 0) idleSince_ = now;
  interrupts_ = 0;
}

void CpuWorkCollector::begins(const Record& record, const EventRow& row) {
  turn_ = {};
  const bool told = (record.flags & kOnCpu) != 0 && record.thread() < tracks_.size();
  if (told)
    turn_.tid = tracks_[record.thread()].key.tid;
  else if (const std::optional<int64_t> next = fieldOf(row, "next_pid"))
    turn_.tid = *next;
  // Another record of the thread, behind a switch that is missing.
  else if ((row.present & EventRow::kTid) != 0)
    turn_.tid = row.tid;
  notePriority(row, "next_prio", turn_.priorities);
}

void CpuWorkCollector::add(const Record& record, const Describe& describe) {
  const int64_t number = number_++;
  if (record.track != scope_.track) return;
  if (record.kind == RecordKind::Lost) idleSince_.reset();
  now_ = std::max(now_, record.time);
  Record clamped = record;
  clamped.time = clamp(now_);
  if (record.kind == RecordKind::Slice) clamped.setBegun(clamp(record.begun()));
  const bool begins = record.kind == RecordKind::Begin, slice = record.kind == RecordKind::Slice;
  const bool ends = record.kind == RecordKind::End || record.kind == RecordKind::Cut;
  const EventRow* row = record.depth == 0 && (begins || ends || slice) ? &describe() : nullptr;
  if (row != nullptr) {
    // The turn may have begun before the first record, and with another priority than it ends with.
    if (turn_.tid < 0) turn_.tid = fieldOf(*row, "prev_pid").value_or(-1);
    notePriority(*row, "prev_prio", turn_.priorities);
    followIdle(record, *row);
  }
  if (record.kind == RecordKind::Slice) begun_[number] = std::min(record.begun(), now_);
  // A thread that was seen running has run since then at least.
  const bool seen = slice || record.kind == RecordKind::Cut;
  lane_.add(clamped, number, [&](const ClosedSlice& one, int64_t id, int64_t) { closed(one, id, now_, seen); });
  if (!begins) return;
  begun_[number] = now_;
  if (record.depth == 0) this->begins(record, *row);
}

void CpuWorkCollector::closed(const ClosedSlice& slice, int64_t id, Time until, bool seen) {
  const auto known = begun_.find(id);
  const Time from = known != begun_.end() ? known->second : scope_.begin - 1;
  if (known != begun_.end()) begun_.erase(known);
  const bool before = until < scope_.begin || (until == scope_.begin && from < until);
  const bool after = from > scope_.end || (from == scope_.end && from < until);
  const bool turn = slice.depth == 0;
  const Turn ended = turn ? std::exchange(turn_, {}) : Turn();
  if (before || after) return;
  if (names_.view(slice.name) == kNotRecordedSlice) {
    work_.notRecorded = plus(work_.notRecorded, slice.self);
    idleSince_.reset();
    return;
  }
  CpuWork::Row row;
  row.tid = ended.tid;
  row.addName(slice.name);
  row.interrupt = !turn;
  if (row.interrupt) interrupts_ = plus(interrupts_, slice.self);
  const bool beginKnown = (slice.flags & kMarkNoBegin) == 0 || (seen && from < scope_.begin);
  row.uncertain = !beginKnown || (slice.flags & (kMarkCut | kMarkBroken | kMarkAtMost)) != 0;
  row.time = slice.self;
  row.count = 1;
  for (int32_t priority : ended.priorities) row.addPriority(priority);
  work_.merge({std::move(row)});
}

void CpuWorkCollector::finish(Time reaches) {
  lane_.finish(clamp(reaches),
               [&](const ClosedSlice& slice, int64_t id, int64_t) { closed(slice, id, reaches, false); });
}

}  // namespace tp
