// Derives what threads and CPUs did from the tracepoints of the kernel and from the switches that perf records itself.
#pragma once

#include <set>
#include <vector>

#include "core/formats/perf/decoder.h"
#include "core/formats/tracecmd/task_states.h"
#include "core/kernel/block_requests.h"
#include "core/kernel/open_interrupts.h"
#include "core/kernel/open_rows.h"
#include "core/kernel/recorded_inputs.h"
#include "core/kernel/thread_model.h"

namespace tp::perf {

// Whether the events of a file tell anything of that.
bool tellsStates(const Shared& shared);

// If the whole machine was recorded, the switches of a CPU tell who runs there, and its times without records are
// known. If only some processes were, the kernel records what their threads do, and nothing of who has the CPU between:
// only their own states are known.
class StateMerger final : public StreamMerger {
 public:
  // `shared` outlives this object.
  explicit StateMerger(Shared& shared);

  void add(size_t input, const Record& record, StreamDecoder& decoder, RecordBatch& out) override;
  void losing(size_t input, const Record& lost, StreamDecoder& decoder, RecordBatch& out) override;
  void finish(RecordBatch& out) override;
  void save(WireWriter& out) const override;
  bool restore(WireReader& in) override;
  void describe(const Record& record, EventRow& row) override;
  void watchSides(const SideWatch& watch) override { sides_ = watch; }

 private:
  using Thread = kernel::Thread;
  // Whose turn it is on a CPU, as far as records say it.
  struct Turn {
    bool known = false;
    int64_t tid = 0;           // 0: the idle thread
    Time since = 0, seen = 0;  // from the first to the latest record of it; of a switch, since that
    bool left = false;         // it was seen on another CPU meanwhile: who ran since `seen` is not known

    template <class Self, class Wire>
    static void layout(Self& self, Wire& wire) {
      wire(self.known, self.tid, self.since, self.seen, self.left);
    }
  };
  // A record of a tracepoint.
  struct Raw {
    const tracecmd::Event& event;
    Bytes data;
    Time time;
    uint32_t cpu;  // Thread::kNoCpu: not known
    Endian endian;
    const Record& record;
    Decoder& decoder;

    int64_t number(const kernel::Field* field) const {
      return field == nullptr ? 0 : kernel::fieldNumber(*field, data, endian);
    }
    uint32_t cpuOf(const kernel::Field* field) const {
      return field == nullptr ? Thread::kNoCpu : static_cast<uint32_t>(number(field));
    }
  };

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire);
  Thread& threadOf(const SeenRecord& seen);
  void begins(uint32_t cpu, Time time, RecordBatch& out);
  void noMore(uint32_t cpu, Time last, RecordBatch& out);
  void drawNotRecorded(uint32_t cpu, Time begin, Time end, RecordBatch& out);
  void seenOn(uint32_t cpu, int64_t tid, Time time, RecordBatch& out);
  void leaveOthers(uint32_t cpu, int64_t tid, RecordBatch& out);
  void followTask(const SeenRecord& seen, Time time, RecordBatch& out);
  // The state of a thread that leaves its CPU: dead, if a record has told its end.
  kernel::ThreadState leftAs(int64_t tid, kernel::ThreadState state) const {
    return exited_.contains(tid) ? kernel::ThreadState::Dead : state;
  }
  void onCpu(RecordKind kind, uint16_t depth, NameId name, uint32_t cpu, Time time, RecordBatch& out);

  void follow(const Raw& raw, Thread& thread, RecordBatch& out);
  void schedule(const Raw& raw, RecordBatch& out);
  void perfSwitch(const SeenRecord& seen, Time time, RecordBatch& out);
  void switched(uint32_t cpu, int64_t from, kernel::ThreadState left, int64_t to, Time time, RecordBatch& out);
  void runs(Thread& thread, uint32_t cpu, Time time, RecordBatch& out);
  void wake(const Raw& raw, const Thread& waker, RecordBatch& out);
  void tellStack(const Raw& raw, int64_t tid, bool waking);

  void beginProbe(const Raw& raw, Thread& thread, RecordBatch& out);
  void syscall(const Raw& raw, Thread& thread, RecordBatch& out);
  void end(Thread& thread, size_t frame, const Raw& raw, RecordBatch& out);
  void interrupt(const Raw& raw, RecordBatch& out);
  WakeContext contextOf(const Raw& raw) const;
  void completeRequest(const Raw& raw, RecordBatch& out);

  Shared& shared_;
  const tracecmd::Events& events_;
  const bool wide_;        // the switches of whole CPUs are recorded
  const bool bySwitches_;  // and they are those of the tracepoint; else those of perf's own records
  tracecmd::TaskStates states_;
  kernel::ThreadModel model_;
  kernel::RecordedInputs recorded_;  // by CPU, in the place of an input
  kernel::OpenInterrupts interrupts_;
  kernel::BlockRequests requests_;
  std::vector<kernel::OpenRows> openRows_;  // by CPU
  std::vector<Turn> turns_;                 // by CPU
  std::set<int64_t> exited_;                // ids of threads that have ended, until they are used again
  std::vector<TrackId> cpuTracks_;          // by CPU
  uint32_t finished_ = 0;                   // number of CPUs whose end has been drawn
  SideWatch sides_;
  NameId notRecorded_;
};

}  // namespace tp::perf
