// What the CPUs' tracks need of one thread: where it was seen running instrumented code, and when it was last seen
// there. Few records: one where it appears on a CPU, one where it leaves, and one after each pause, in which somebody
// else may have run.
#pragma once

#include "core/formats/xray/fdr_walk.h"
#include "core/io/wire.h"

namespace tp::xray {

enum class Sighting : uint16_t {
  Left,
  Seen
};  // Record::depth; Record::value is the CPU, Record::name the thread's track

class CpuSightings {
 public:
  CpuSightings(const LogHeader& header, TrackId thread);

  // At most two records.
  void see(uint64_t tsc, int32_t cpu, uint64_t offset, RecordBatch& out) {
    if (cpu != state_.cpu || tsc - state_.last >= pause_) moved(tsc, cpu, out);
    state_.last = tsc;
    state_.offset = offset;
  }
  void enter(uint32_t id) { calls_.enter(id); }
  void leave(uint32_t id, Action action) { calls_.leave(id, action); }
  void finish(RecordBatch& out);

  void save(WireWriter& out) const;
  bool restore(WireReader& in);

 private:
  void moved(uint64_t tsc, int32_t cpu, RecordBatch& out);
  void push(Sighting sighting, uint64_t tsc, RecordBatch& out) const;

  struct State {
    uint64_t last = 0;
    uint64_t offset = 0;
    int32_t cpu = -1;
    uint32_t unused = 0;
  };
  uint64_t pause_;
  TrackId thread_;
  State state_;
  CallDepths calls_;
};

// The decoders of streams that go to the merger only.
std::unique_ptr<StreamDecoder> makeSightingDecoder(const ThreadStream& stream);

}  // namespace tp::xray
