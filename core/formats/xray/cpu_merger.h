// The CPUs' tracks: which thread ran instrumented code where. A thread has its CPU from where it is seen there until it
// leaves its outermost call, is seen elsewhere, or another is seen there; when that one leaves, it has it again.
#pragma once

#include <unordered_map>

#include "core/decode/format.h"
#include "core/formats/xray/cpu_samples.h"
#include "core/formats/xray/thread_stack.h"

namespace tp::xray {

class CpuMerger final : public StreamMerger {
 public:
  // `emulated`: the log's clock is; see add(). The reader outlives it.
  CpuMerger(TraceReader& reader, bool emulated) : reader_(reader), cpusKnown_(!emulated) {}

  void add(size_t input, const Record& record, StreamDecoder& decoder, RecordBatch& out) override;
  std::vector<std::byte> save() const override;
  bool restore(Bytes state) override;
  void describe(const Record& record, EventRow& row) override;

 private:
  // No machine has more; a damaged log can claim 65536.
  static constexpr int64_t kMaxCpus = 8192;

  struct Cpu {
    TrackId track = kNoTrack;
    ThreadStack threads;  // that are here
  };
  struct Place {
    Time left = 0;
    int32_t cpu = -1;
    NameId name = kNoName;  // of the thread's slices
    TrackId events = kNoTrack;
  };

  Cpu& cpu(int64_t number);
  Place& place(TrackId thread);
  void seen(TrackId thread, int64_t number, Time time, RecordBatch& out);
  void left(TrackId thread, int64_t number, Time time, RecordBatch& out);
  Record& push(RecordKind kind, TrackId track, TrackId thread, Time time, RecordBatch& out);

  TraceReader& reader_;
  bool cpusKnown_;
  std::vector<Cpu> cpus_;
  std::unordered_map<TrackId, Place> places_;  // by thread: where it was last
  Time now_ = INT64_MIN;
  bool disorderTold_ = false;
};

}  // namespace tp::xray
