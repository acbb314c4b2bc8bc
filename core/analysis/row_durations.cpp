#include "core/analysis/row_durations.h"

#include <algorithm>
#include <limits>

#include "core/decode/state_record.h"
#include "core/kernel/open_rows.h"
#include "core/trace/thread_state.h"

namespace tp {
namespace {

constexpr Time kNone = Filter::kNoDuration;
constexpr Time kEarliest = std::numeric_limits<Time>::min();

TrackKind kindOf(TraceReader& reader, TrackId track) {
  return track < reader.tracks().size() ? reader.tracks()[track].key.kind : TrackKind::Group;
}

}  // namespace

bool lastsAcrossStreams(const TraceReader& reader) {
  return reader.hasSpans() || std::any_of(reader.merges().begin(), reader.merges().end(),
                                          [](const MergeInfo& merge) { return !merge.duplicatesThreadCalls; });
}

// What a merge makes from the streams; it is decoded along with them.
class RowDurations::Merged {
 public:
  // Durations of the slices and states that end at one row; kNone if there is none.
  struct Ended {
    Time slice = kNone;    // not on a CPU's track
    Time handler = kNone;  // on a CPU
    Time running = kNone;  // what ran on a CPU
    // States of threads.
    Time ran = kNone;
    Time waited = kNone;
    Time slept = kNone;
    bool states = false;   // a state ended, whether its duration is known or not
    Time now = kEarliest;  // RowPlace::now
  };

  // Both must outlive this.
  Merged(TraceReader& reader, const FileSet& files, size_t unit)
      : reader_(reader), files_(files), driver_(makeDriver(reader, unit)) {
    driver_->countRows();
  }

  // Moves what this row has ended to `out`. Returns false if that is nothing. `now`: rows that are asked for later are
  // not earlier than this.
  bool take(size_t stream, uint64_t position, Time now, Ended& out) {
    while (!done_ && reached_ <= now) pull();
    if (ended_.size() > mostKept_) forget(now);
    auto found = ended_.find(keyOf(stream, position));
    if (found == ended_.end()) return false;
    out = found->second;
    ended_.erase(found);
    return true;
  }

 private:
  static constexpr size_t kKept = size_t{1} << 16;

  struct State {
    Time begin = 0;
    bool known = false;  // the time of its beginning is known
    ThreadState which = ThreadState::Unknown;
  };

  static uint64_t keyOf(size_t stream, uint64_t position) { return static_cast<uint64_t>(stream) << 40 | position; }

  // Drops what is left of rows before `now`: they are of streams that are not being read.
  void forget(Time now) {
    std::erase_if(ended_, [&](const auto& one) { return one.second.now < now; });
    mostKept_ = std::max(kKept, ended_.size() * 2);
  }

  void pull() {
    done_ = driver_->pull(batch_, files_) == RecordDriver::Step::End;
    if (done_) return;
    for (uint32_t i = 0; i < batch_.count; ++i) {
      const Record& record = batch_.records[i];
      RecordDriver::RowPlace row;
      const bool isRow = driver_->rowOf(i, row);
      if (isRow) reached_ = std::max(reached_, row.now);
      const TrackKind kind = kindOf(reader_, record.track);
      if (kind == TrackKind::ThreadState) {
        state(record, isRow ? &row : nullptr);
      } else {
        slice(record, kind, isRow ? &row : nullptr);
      }
    }
  }

  // Returns null if the row did not end it, because it ended at another time.
  Ended* endedBy(const Record& record, const RecordDriver::RowPlace* row) {
    if (row == nullptr || row->time != record.time) return nullptr;
    Ended& ended = ended_[keyOf(row->stream, row->position)];
    ended.now = row->now;
    return &ended;
  }

  void slice(const Record& record, TrackKind kind, const RecordDriver::RowPlace* row) {
    if (record.isGap()) return;
    const Time duration = slices_.add(0, record);
    if (duration == kNone) return;
    Ended* ended = endedBy(record, row);
    if (ended == nullptr) return;
    const bool ran = kind == TrackKind::Cpu && record.depth == kernel::kRunningRow;
    (ran ? ended->running : kind == TrackKind::Cpu ? ended->handler : ended->slice) = duration;
  }

  void state(const Record& record, const RecordDriver::RowPlace* row) {
    if (record.kind != RecordKind::Begin) {
      auto open = states_.find(record.track);
      if (open == states_.end()) return;
      const State state = open->second;
      states_.erase(open);
      Ended* ended = record.kind == RecordKind::End ? endedBy(record, row) : nullptr;
      if (ended == nullptr) return;
      ended->states = true;
      if (!state.known) return;
      const bool waited = state.which == ThreadState::Runnable, ran = state.which == ThreadState::Running;
      (waited ? ended->waited : ran ? ended->ran : ended->slept) = std::max<Time>(0, record.time - state.begin);
      return;
    }
    const ThreadState which = threadStateOf(reader_.names().view(record.name));
    const StateRecord begun(record);
    const bool seen = which == ThreadState::Running && !begun.isSwitch();
    const bool woken = which == ThreadState::Runnable && begun.isWoken();
    const bool listed = begun.beforeUnknown() && which != ThreadState::Running && !woken;
    const bool known = which != ThreadState::Unknown && !seen && !listed;
    states_[record.track] = {record.time, known, which};
    if (which != ThreadState::Running) return;
    Ended* ended = endedBy(record, row);
    if (ended == nullptr) return;
    // The time at which its sleep ended was not recorded.
    ended->slept = kNone;
    // It had run before, unseen: it waited for an earlier turn.
    if (begun.beforeUnknown()) ended->waited = kNone;
  }

  TraceReader& reader_;
  const FileSet& files_;
  std::unique_ptr<RecordDriver> driver_;
  RecordBatch batch_;
  SliceDurations slices_;
  std::unordered_map<TrackId, State> states_;  // by track: the state that the thread is in
  std::unordered_map<uint64_t, Ended> ended_;  // by row: what was not taken yet
  size_t mostKept_ = kKept;
  Time reached_ = kEarliest;
  bool done_ = false;
};

RowDurations::RowDurations() : now_(kEarliest) {}
RowDurations::~RowDurations() = default;

Time RowDurations::ofSpan(const SpanMark& mark, size_t stream, Time time) {
  const Key key{mark.scope, mark.of, mark.a, mark.b};
  switch (mark.part) {
    case SpanMark::Part::Whole:
      return mark.duration;
    case SpanMark::Part::Begin:
      if (open_.size() < kMaxOpen) open_.insert_or_assign(key, Begun{time, stream});
      return kNone;
    case SpanMark::Part::End: {
      auto found = open_.find(key);
      if (found == open_.end()) return kNone;
      const Begun begun = found->second;
      open_.erase(found);
      // If records of either stream were lost in between, the end may belong to another span.
      if (lostSince(begun.stream, begun.time) || lostSince(stream, begun.time)) return kNone;
      return std::max<Time>(0, time - begun.time);
    }
    case SpanMark::Part::Broken:
      if (stream >= lost_.size()) lost_.resize(stream + 1, kEarliest);
      lost_[stream] = std::max(lost_[stream], time);
      return kNone;
    case SpanMark::Part::None:
      break;
  }
  return kNone;
}

// Returns the duration of the slice that the row's record, or one derived from it, ends. Sets `running` for what ran on
// a CPU.
Time RowDurations::ofOwnSlices(const EventMerge& merge, Time& running) {
  Time duration = slices_.add(merge.stream(), merge.record());
  for (const Record& record : merge.derived()) {
    if (record.isGap()) continue;
    const Time one = slices_.add(merge.stream(), record);
    if (one == kNone || record.time != merge.record().time) continue;
    const bool ran = kindOf(merge.reader(), record.track) == TrackKind::Cpu && record.depth == kernel::kRunningRow;
    (ran ? running : duration) = one;
  }
  return duration;
}

Filter::Lasted RowDurations::add(const EventMerge& merge) {
  if (!begun_) {
    begun_ = true;
    TraceReader& reader = merge.reader();
    for (size_t i = 0; i < reader.merges().size(); ++i)
      if (!reader.merges()[i].duplicatesThreadCalls)
        merged_.push_back(std::make_unique<Merged>(reader, merge.files(), reader.streams().size() + i));
  }
  const size_t stream = merge.stream();
  const Record& record = merge.record();
  if (stream >= positions_.size()) positions_.resize(stream + 1);
  const uint64_t position = positions_[stream]++;
  now_ = std::max(now_, record.time);
  Time running = kNone;
  const Time own = ofOwnSlices(merge, running);
  const Time span = ofSpan(merge.span(), stream, record.time);
  Merged::Ended ended;
  for (const std::unique_ptr<Merged>& merged : merged_)
    if (merged->take(stream, position, now_, ended)) break;
  Filter::Lasted lasted;
  lasted.waited = ended.waited;
  // A switch of threads also ends what ran on the CPU; the state of the thread says more.
  if (ended.states) running = ended.running = kNone;
  for (Time one : {span, own, ended.slice, ended.handler, ended.ran, ended.slept, running, ended.running})
    if (lasted.duration == kNone) lasted.duration = one;
  // A row that reports a loss ends nothing.
  return record.kind == RecordKind::Lost ? Filter::Lasted() : lasted;
}

}  // namespace tp
