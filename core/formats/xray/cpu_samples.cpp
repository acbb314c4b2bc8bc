#include "core/formats/xray/cpu_samples.h"

namespace tp::xray {
namespace {

// The thread on a CPU does not change twice within this time.
constexpr uint64_t kPauseUs = 20;
constexpr uint64_t kLikelyHz = 2000000000;

}  // namespace

CpuSamples::CpuSamples(const LogHeader& header, TrackId thread)
    : pause_((header.frequency > 0 ? header.frequency : kLikelyHz) / 1000000 * kPauseUs + 1), thread_(thread) {}

void CpuSamples::push(Sighting sighting, uint64_t tsc, RecordBatch& out) const {
  Record& record = out.push();
  record = Record{};
  record.time = clampTime(static_cast<int64_t>(tsc));
  record.ref = state_.offset;
  record.value = state_.cpu;
  record.track = thread_;
  record.flags = kUnlisted;
  record.depth = static_cast<uint16_t>(sighting);
}

// A thread inside of calls is taken to be where it was seen last. One outside of all calls has left.
void CpuSamples::moved(uint64_t tsc, int32_t cpu, bool outside, RecordBatch& out) {
  bool elsewhere = cpu != state_.cpu;
  if (state_.cpu >= 0 && (elsewhere || outside)) push(Sighting::Left, state_.last, out);
  state_.cpu = cpu;
  if (cpu >= 0) push(Sighting::Seen, tsc, out);
}

void CpuSamples::finish(RecordBatch& out) {
  if (state_.cpu < 0) return;
  push(Sighting::Left, state_.last, out);
  state_.cpu = -1;
}

void describeSighting(const Record& record, const TrackTable& tracks, EventRow& row) {
  row.kind = "run";
  row.time = record.time;
  row.tsc = static_cast<uint64_t>(record.time);
  row.cpu = static_cast<int32_t>(record.value);
  row.present = EventRow::kCpu | EventRow::kTsc;
  if (record.track >= tracks.size()) return;
  row.pid = tracks[record.track].key.pid;
  row.tid = tracks[record.track].key.tid;
  row.present |= EventRow::kPid | EventRow::kTid;
}

}  // namespace tp::xray
