#include "core/formats/uftrace/counters.h"

#include <cstdio>

namespace tp::uftrace {
namespace {

struct Measure {
  uint64_t id;
  const char* labels[TaskCounters::kMax];
};

// Only "read" events have a value at a time. "diff" events hold a difference over a call, which belongs to that call.
constexpr Measure kMeasures[] = {
    {EventId::kReadStatm, {"vmsize, KB", "vmrss, KB", "shared, KB"}},
    {EventId::kReadPageFault, {"page faults, major", "page faults, minor", nullptr}},
    {EventId::kReadCycle, {"cycles", "instructions", nullptr}},
    {EventId::kReadCache, {"cache references", "cache misses", nullptr}},
    {EventId::kReadBranch, {"branches", "branch misses", nullptr}},
};

// Sorts a thread's counters after its events track.
int64_t orderOf(std::string_view label) {
  int64_t order = 1;
  for (const Measure& measure : kMeasures) {
    for (const char* known : measure.labels) {
      if (known != nullptr && label == known) return order;
      ++order;
    }
  }
  return order;
}

}  // namespace

void TaskCounters::add(uint64_t id, Bytes data, Time time, size_t session, RecordBatch& out) {
  Cursor cursor(data, shared_.endian);
  for (const Measure& measure : kMeasures) {
    if (measure.id != id) continue;
    for (const char* label : measure.labels) {
      int64_t value = cursor.i64();
      if (label == nullptr || cursor.failed()) break;
      push(label, time, value, out);
    }
    return;
  }
  if (id == EventId::kWatchCpu) {
    int64_t cpu = cursor.i32();
    if (!cursor.failed()) push("CPU", time, cpu, out);
  } else if (id == EventId::kWatchVariable) {
    WatchedValue watched = readWatched(data, shared_.endian, shared_.is64);
    if (!watched.ok) return;
    const Function& variable = shared_.functions[shared_.functions.find(session, time, watched.address)];
    push("watch " + std::string(shared_.reader.names().view(variable.name)), time, watched.value, out);
  }
}

// Returns kNoTrack beyond kMaxTracks: a damaged file can name as many variables as it has records.
TrackId TaskCounters::trackOf(const std::string& label) {
  auto found = tracks_.find(label);
  if (found != tracks_.end()) return found->second;
  if (tracks_.size() >= kMaxTracks) return kNoTrack;
  Track track;
  track.key.kind = TrackKind::Counter;
  track.key.pid = task_.pid;
  track.key.tid = task_.tid;
  track.key.label = label;
  track.parent = task_.thread;
  track.name = label;
  track.order = orderOf(label);
  return tracks_.emplace(label, shared_.reader.tracks().add(std::move(track))).first->second;
}

void TaskCounters::push(const std::string& label, Time time, int64_t value, RecordBatch& out) {
  const TrackId track = trackOf(label);
  if (track == kNoTrack) return;
  Record& record = out.push();
  record = Record{};
  record.time = time;
  record.value = value;
  record.track = track;
  record.kind = RecordKind::Counter;
  record.flags = kDerived;
}

void TaskCounters::end(Time time, RecordBatch& out) const {
  for (const auto& [label, track] : tracks_) {
    Record& record = out.push();
    record = Record{};
    record.time = time;
    record.track = track;
    record.kind = RecordKind::Counter;
    record.flags = kDerived;
    record.setLacksValue();
  }
}

std::vector<std::string> TaskCounters::labels() const {
  std::vector<std::string> all;
  for (const auto& [label, track] : tracks_) all.push_back(label);
  return all;
}

void TaskCounters::setLabels(const std::vector<std::string>& labels) {
  tracks_.clear();
  for (const std::string& label : labels) trackOf(label);
}

}  // namespace tp::uftrace
