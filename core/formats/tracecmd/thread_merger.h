// Derives the tracks of threads from the events of all CPUs: states, system calls, functions, probes, markers,
// counters.
#pragma once

#include <map>
#include <string>
#include <tuple>

#include "core/formats/tracecmd/counter_tracks.h"
#include "core/formats/tracecmd/cpu_decoder.h"
#include "core/formats/tracecmd/kmem_rates.h"
#include "core/formats/tracecmd/marker.h"
#include "core/formats/tracecmd/task_states.h"
#include "core/kernel/block_requests.h"
#include "core/kernel/open_interrupts.h"
#include "core/kernel/recorded_inputs.h"
#include "core/kernel/thread_model.h"

namespace tp::tracecmd {

// Programs can name so many markers and counters. Names beyond them share one name.
inline constexpr uint32_t kMaxNamesOfUsers = 1u << 16;

class ThreadMerger final : public StreamMerger {
 public:
  // All but `switches` outlive this object. `streams` is indexed by input of the merge. `switches` has, for CPUs with
  // several streams, the input with the first switch (RecordedInputs::expectSwitches()).
  ThreadMerger(Shared& shared, kernel::ThreadTracks& tracks, const std::vector<CpuStream>& streams,
               const std::map<uint32_t, uint32_t>& switches);

  void add(size_t input, const Record& record, StreamDecoder& decoder, RecordBatch& out) override;
  void losing(size_t input, const Record& lost, StreamDecoder& decoder, RecordBatch& out) override;
  void finish(RecordBatch& out) override;
  void save(WireWriter& out) const override;
  bool restore(WireReader& in) override;
  void describe(const Record& record, EventRow& row) override;
  void watchSides(const SideWatch& watch) override { sides_ = watch; }

 private:
  using Thread = kernel::Thread;
  struct Raw {
    const Event& event;
    Bytes data;
    Time time;
    uint32_t cpu;
    size_t input;
    Endian endian;

    int64_t number(const Field* field) const { return field == nullptr ? 0 : fieldNumber(*field, data, endian); }
    uint32_t cpuOf(const Field* field) const {
      return field == nullptr ? Thread::kNoCpu : static_cast<uint32_t>(fieldNumber(*field, data, endian));
    }
  };

  // Whom a record wakes, which the stack of the waker may follow.
  struct Woken {
    int64_t tid = 0;    // 0: it wakes nobody
    int64_t waker = 0;  // who recorded it
    Time time = 0;
  };

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire);
  Thread& current(int64_t tid, uint32_t cpu) {
    bool same = cpu < last_.size() && last_[cpu].first == tid && last_[cpu].second != nullptr;
    return same ? *last_[cpu].second : other(tid, cpu);
  }
  Thread& other(int64_t tid, uint32_t cpu);
  void begins(size_t input);
  void noMore(size_t input, RecordBatch& out);
  void drawNotRecorded(size_t input, Time begin, Time end, RecordBatch& out);
  bool follow(const Raw& raw, Thread& thread, RecordBatch& out);
  void schedule(const Raw& raw, RecordBatch& out);
  void stackFollows(const Raw& raw, const Thread& thread, const Woken& woken);
  void tellStack(const Raw& raw, int64_t tid, Time time, bool waking);
  void addLife(const Raw& raw, int64_t tid, const Lifetime& life);
  void end(const Raw& raw, Thread& thread, size_t frame, RecordBatch& out);
  WakeContext contextOf(const Raw& raw) const;
  WakeSource sourceOf(const Raw& raw) const;
  void followInterrupt(const Raw& raw);
  void syscall(const Raw& raw, Thread& thread, RecordBatch& out);
  bool endIsBound(const Raw& raw, const Thread& thread, size_t frame) const;
  bool lostSince(const Raw& raw, const kernel::Frame& open) const;
  void endUnbegun(const Thread& thread, NameId name, Time before, Time time, RecordBatch& out);
  void graphEntry(const Raw& raw, Thread& thread, RecordBatch& out);
  void graphExit(const Raw& raw, Thread& thread, RecordBatch& out);
  bool marker(const Raw& raw, Thread& thread, RecordBatch& out);
  void instant(const Raw& raw, const Thread& thread, NameId name, int64_t value, RecordBatch& out);
  void counter(const TrackKey& key, TrackId parent, std::string_view name, const Raw& raw, int64_t value,
               RecordBatch& out, TrackId setBy = kNoTrack);
  void async(const Marker& marker, const Raw& raw, RecordBatch& out);
  void issueRequest(const Raw& raw);
  void completeRequest(const Raw& raw, RecordBatch& out);
  void tellRequests(const Raw& raw, const Thread& woken, const WakeSource& source) const;
  NameId syscallName(int64_t number);
  NameId functionName(const Raw& raw, uint64_t address);
  NameId markerName(std::string_view text);

  Shared& shared_;
  kernel::ThreadTracks& tracks_;
  const std::vector<CpuStream>& streams_;
  TaskStates states_;
  kernel::ThreadModel model_;
  kernel::RecordedInputs recorded_;
  kernel::OpenInterrupts interrupts_;
  kernel::OpenInterrupts callbacks_;  // what these call, as far as that is recorded
  KmemRates rates_;
  uint32_t finished_ = 0;  // Number of inputs whose end has been drawn.
  bool scheduled_;         // Switches are recorded, so that it is known who runs.
  bool probesReturn_;
  CounterTracks counters_;
  // By input: the thread that left its CPU by the latest switch, whose stack may follow, and when; 0: none.
  struct Left {
    int64_t tid = 0;
    Time time = 0;
  };
  std::vector<Left> left_;
  std::vector<Woken> woken_;  // by input: of its latest record
  SideWatch sides_;
  std::vector<NameId> frames_;  // scratch space of tellStack()
  // By input: whether it records, which it does from its first record, or the first after a loss, to its end or a loss.
  std::vector<uint8_t> recording_;
  std::vector<uint32_t> bufferOf_;               // By input: number of its buffer.
  std::vector<uint32_t> silent_;                 // By buffer: how many of its CPUs do not record.
  std::vector<kernel::BlockRequests> requests_;  // By buffer.
  // Of Fork, NewTask and Exit: 1 + the number of the first buffer that has one, else 0.
  std::array<uint32_t, 3> tellsLife_{};
  // By buffer, whose kernels may lie at different addresses.
  std::vector<std::unordered_map<uint64_t, NameId>> functions_;
  std::vector<NameId> syscallNames_;               // By number of the system call.
  std::vector<std::pair<int64_t, Thread*>> last_;  // By CPU: the thread that was looked up last.
  struct Async {
    Time begin = 0;
    uint16_t slot = 0;

    template <class Self, class Wire>
    static void layout(Self& self, Wire& wire) {
      wire(self.begin, self.slot);
    }
  };
  std::map<std::tuple<int64_t, std::string, int64_t>, Async> async_;  // By process, name and cookie.
};

}  // namespace tp::tracecmd
