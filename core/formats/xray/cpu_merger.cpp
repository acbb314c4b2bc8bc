#include "core/formats/xray/cpu_merger.h"

#include <string>

#include "core/io/wire.h"

namespace tp::xray {

CpuMerger::Cpu& CpuMerger::cpu(int64_t number) {
  size_t at = static_cast<size_t>(number);
  if (at >= cpus_.size()) cpus_.resize(at + 1);
  Cpu& found = cpus_[at];
  if (found.track != kNoTrack) return found;
  Track group;
  group.key.kind = TrackKind::Group;
  group.key.label = "CPUs";
  group.name = "CPUs";
  group.order = -1;
  Track track;
  track.key.kind = TrackKind::Cpu;
  track.key.cpu = static_cast<int32_t>(number);
  track.parent = reader_.tracks().add(std::move(group));
  track.name = "CPU " + std::to_string(number);
  track.order = number;
  found.track = reader_.tracks().add(std::move(track));
  return found;
}

CpuMerger::Place& CpuMerger::place(TrackId thread) {
  auto [at, fresh] = places_.try_emplace(thread);
  if (!fresh) return at->second;
  threads_.push_back(thread);
  TrackKey key = reader_.tracks()[thread].key;
  at->second.name = reader_.names().intern("thread " + std::to_string(key.tid));
  key.kind = TrackKind::Events;
  at->second.events = reader_.tracks().find(key);
  return at->second;
}

Record& CpuMerger::push(RecordKind kind, TrackId track, TrackId thread, Time time, RecordBatch& out) {
  Record& record = out.push();
  record = Record{};
  record.time = time;
  record.setThread(thread);
  record.name = place(thread).name;
  record.track = track;
  record.kind = kind;
  return record;
}

// The thread may have left the CPU in between without a record, so it ran for so long at most.
void CpuMerger::pushEnd(const Cpu& here, TrackId thread, Time time, RecordBatch& out) {
  push(RecordKind::End, here.track, thread, time, out).setAtMost();
}

void CpuMerger::add(size_t input, const Record& record, StreamDecoder& decoder, RecordBatch& out) {
  (void)input, (void)decoder;
  TrackId thread = record.track;
  // compiler-rt, lib/xray/xray_tsc.h: without a usable TSC, the runtime counts nanoseconds and records CPU 0 for any
  // CPU. On a machine whose TSC has just this frequency, other CPUs are seen.
  cpusKnown_ = cpusKnown_ || record.value > 0;
  if (!cpusKnown_) return;
  if (record.value < 0 || record.value >= kMaxCpus || thread >= reader_.tracks().size()) return;
  if (record.time < now_) {
    // A basic log of many threads that is too large to be sorted.
    if (!disorderTold_)
      reader_.warnings().add({}, kNoOffset, "records in the order of time",
                             "others: the tracks of the CPUs leave them out");
    disorderTold_ = true;
    return;
  }
  now_ = record.time;
  if (record.depth == static_cast<uint16_t>(Sighting::Seen)) {
    threadSeen(thread, record.value, record.time, out);
  } else {
    threadLeft(thread, record.value, record.time, out);
  }
}

void CpuMerger::threadSeen(TrackId thread, int64_t number, Time time, RecordBatch& out) {
  Cpu& here = cpu(number);
  Place& known = place(thread);
  int32_t from = known.cpu;
  bool moved = from >= 0 && from != number;
  known.cpu = static_cast<int32_t>(number);
  if (moved) {
    std::string text = "from CPU " + std::to_string(from) + " to CPU " + std::to_string(number);
    push(RecordKind::Instant, known.events, thread, time, out).name = reader_.names().intern(text);
  }
  if (!here.threads.empty() && here.threads.back() == thread) return;
  if (!here.threads.empty()) pushEnd(here, here.threads.back(), time, out);
  here.threads.push(thread);
  Record& begin = push(RecordKind::Begin, here.track, thread, time, out);
  begin.flags |= kOnCpu;
  if (!moved) return;
  begin.value = known.left;
  begin.size = static_cast<uint32_t>(from) + 1;
}

void CpuMerger::threadLeft(TrackId thread, int64_t number, Time time, RecordBatch& out) {
  Cpu& here = cpu(number);
  Place& known = place(thread);
  known.left = time;
  known.cpu = static_cast<int32_t>(number);
  bool runs = !here.threads.empty() && here.threads.back() == thread;
  here.threads.erase(thread);
  if (!runs) return;
  pushEnd(here, thread, time, out);
  if (!here.threads.empty()) push(RecordKind::Begin, here.track, here.threads.back(), time, out).flags |= kOnCpu;
}

template <class Self, class Wire>
void CpuMerger::layout(Self& self, Wire& wire) {
  wire(self.now_, self.cpusKnown_, self.cpus_);
  wire.as([&] { return self.lefts(); }, [&](const auto& lefts) { wire.require(self.setLefts(lefts)); });
}

void CpuMerger::save(WireWriter& out) const {
  layout(*this, out);
}

bool CpuMerger::restore(WireReader& in) {
  layout(*this, in);
  if (in.failed() || cpus_.size() > kMaxCpus) return false;
  const TrackId tracks = reader_.tracks().size();
  for (const Cpu& one : cpus_)
    for (TrackId thread : one.threads.all())
      if (thread >= tracks) return false;
  return true;
}

std::vector<CpuMerger::Left> CpuMerger::lefts() const {
  std::vector<Left> all;
  for (const TrackId thread : threads_) {
    const Place& known = places_.find(thread)->second;
    all.push_back({thread, known.cpu, known.left});
  }
  return all;
}

// Returns false if a thread does not exist.
bool CpuMerger::setLefts(const std::vector<Left>& lefts) {
  places_.clear();
  threads_.clear();
  for (const Left& one : lefts) {
    if (one.thread >= reader_.tracks().size()) return false;
    Place& known = place(one.thread);
    known.left = one.time;
    known.cpu = one.cpu;
  }
  return true;
}

void CpuMerger::describe(const Record& record, EventRow& row) {
  if (record.thread() >= reader_.tracks().size()) return;
  row.name = reader_.names().view(record.name);
  row.signature = reader_.names().function(record.name).signature;
  const TrackKey& key = reader_.tracks()[record.thread()].key;
  const bool goesOn = (row.present & EventRow::kTid) != 0 && row.tid != key.tid;
  row.tid = key.tid;
  row.pid = key.pid;
  row.notes.push_back({"taken",
                       goesOn ? "to go on here since another thread's last record: no record says so"
                              : "to run here up to its last record, or another thread's: no record says so",
                       DetailRow::Place::Related});
  if (record.kind == RecordKind::Begin) row.links.push_back({"calls", record.thread(), record.time, true});
  size_t from = record.size;
  if (from == 0 || from > cpus_.size() || cpus_[from - 1].track == kNoTrack) return;
  row.links.push_back({"came from", cpus_[from - 1].track, record.value});
}

}  // namespace tp::xray
