// Derives the CPUs' tracks: which thread ran instrumented code where. A thread occupies a CPU from where it is seen
// there until it leaves its outermost call, is seen on another CPU, or another thread is seen there; when that one
// leaves, the first occupies the CPU again.
#pragma once

#include <unordered_map>

#include "core/decode/format.h"
#include "core/formats/xray/cpu_samples.h"
#include "core/formats/xray/thread_stack.h"

namespace tp::xray {

class CpuMerger final : public StreamMerger {
 public:
  // `emulated` is true if the log's clock counts nanoseconds instead of a TSC; see add(). `reader` outlives this
  // object.
  CpuMerger(TraceReader& reader, bool emulated) : reader_(reader), cpusKnown_(!emulated) {}

  void add(size_t input, const Record& record, StreamDecoder& decoder, RecordBatch& out) override;
  void save(WireWriter& out) const override;
  bool restore(WireReader& in) override;
  void describe(const Record& record, EventRow& row) override;

 private:
  // Limits memory: a damaged log can claim 65536.
  static constexpr int64_t kMaxCpus = 8192;

  struct Cpu {
    TrackId track = kNoTrack;
    ThreadStack threads;  // The threads that occupy it.

    template <class Self, class Wire>
    static void layout(Self& self, Wire& wire) {
      wire(self.track, self.threads);
    }
  };
  struct Place {
    Time left = 0;
    int32_t cpu = -1;
    NameId name = kNoName;  // Name of the thread's slices.
    TrackId events = kNoTrack;
  };
  // The part of a Place that its thread does not tell.
  struct Left {
    TrackId thread = kNoTrack;
    int32_t cpu = -1;
    Time time = 0;

    template <class Self, class Wire>
    static void layout(Self& self, Wire& wire) {
      wire(self.thread, self.cpu, self.time);
    }
  };

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire);
  std::vector<Left> lefts() const;
  bool setLefts(const std::vector<Left>& lefts);

  Cpu& cpu(int64_t number);
  Place& place(TrackId thread);
  void threadSeen(TrackId thread, int64_t number, Time time, RecordBatch& out);
  void threadLeft(TrackId thread, int64_t number, Time time, RecordBatch& out);
  void pushEnd(const Cpu& here, TrackId thread, Time time, RecordBatch& out);
  Record& push(RecordKind kind, TrackId track, TrackId thread, Time time, RecordBatch& out);

  TraceReader& reader_;
  bool cpusKnown_;
  std::vector<Cpu> cpus_;
  std::unordered_map<TrackId, Place> places_;  // By thread: where it was last.
  std::vector<TrackId> threads_;               // Those of places_, in the order in which they were met.
  Time now_ = INT64_MIN;
  bool disorderTold_ = false;
};

}  // namespace tp::xray
