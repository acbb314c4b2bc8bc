// Derives from the events of all CPUs, in the order of time, what runs on each CPU and what each thread does. A format
// says what its events mean and reads their fields; what follows from them is the same for all.
#pragma once

#include <array>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/decode/format.h"
#include "core/kernel/block_requests.h"
#include "core/kernel/event_meaning.h"
#include "core/kernel/open_interrupts.h"
#include "core/kernel/open_rows.h"
#include "core/kernel/recorded_inputs.h"
#include "core/kernel/thread_model.h"

namespace tp::kernel {

// What is known of an input before its first record.
struct StateInput {
  uint32_t cpu = Thread::kNoCpu;
  // Above 0: it has only what this thread does, on whatever CPU; its events are on the thread's track already.
  int64_t tid = 0;
  bool hasEvents = false;
  // Who runs on the CPU until its first switch, which this input has; nothing is missing before it.
  std::optional<int64_t> firstRunner = {};
};

struct StateSetup {
  std::vector<StateInput> inputs;
  // From the earliest begin to the latest end that headers tell; unknown if begin > end.
  Time begin = std::numeric_limits<Time>::max();
  Time end = kNotWoken;
  bool hasWakings = false;    // records tell when a waking begins (Meaning::Waking)
  std::set<uint32_t> untold;  // CPUs whose file with the switches is missing
  // Those of the trace if there are several, else empty and kNoTrack.
  std::string label = {};
  TrackId heading = kNoTrack;
};

class EventStates : public StreamMerger {
 public:
  // `reader`, `threads` and `cpuTracks` outlive this object. `cpuTracks` is indexed by CPU.
  EventStates(TraceReader& reader, ThreadTracks& threads, const std::vector<TrackId>& cpuTracks, StateSetup setup);

  void add(size_t input, const Record& record, StreamDecoder& decoder, RecordBatch& out) override;
  void losing(size_t input, const Record& lost, StreamDecoder& decoder, RecordBatch& out) override;
  void finish(RecordBatch& out) override;
  void save(WireWriter& out) const override;
  bool restore(WireReader& in) override;
  void describe(const Record& record, EventRow& row) override;
  void watchSides(const SideWatch& watch) override { sides_ = watch; }

 protected:
  // What numbers stand for.
  enum class Numbers : uint8_t { Functions, Syscalls, Softirqs, Irqs, Traps };
  static constexpr size_t kNumbers = 5;

  // The fields of the current event that its meaning uses.
  struct Raw {
    Time time = 0;
    uint32_t cpu = 0;
    size_t input = 0;
    std::array<uint64_t, EventMeaning::kFields> numbers{};
    uint32_t told = 0;  // which of the fields the event has, one bit each
    std::array<std::string_view, EventMeaning::kFields> texts;

    int64_t number(size_t i) const { return static_cast<int64_t>(numbers[i]); }
    uint32_t cpuOf(size_t i) const { return (told >> i & 1) != 0 ? static_cast<uint32_t>(numbers[i]) : Thread::kNoCpu; }
  };

  // Reads an event of `decoder`, which is that of an input: fills numbers, texts and `told`. `ownFile`: the input is a
  // thread's.
  virtual Meaning read(const Record& record, StreamDecoder& decoder, bool ownFile, Raw& raw) = 0;
  // Returns the name of a number by tables of the trace; empty if they have none.
  virtual std::string symbol(Numbers kind, uint64_t number) {
    (void)kind, (void)number;
    return {};
  }
  // Returns the state in which a switch says that a thread left its CPU.
  virtual ThreadState stateLeft(int64_t bits) const = 0;

  TraceReader& reader() { return reader_; }

 private:
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire);
  Thread* running(uint32_t cpu);
  void begins(const Raw& raw, RecordBatch& out);
  void drawNotRecorded(uint32_t cpu, Time begin, Time end, RecordBatch& out);
  void ends(const Raw& raw, RecordBatch& out);
  void noMore(const Raw& raw, Time last, RecordBatch& out);
  bool follow(Meaning meaning, const Raw& raw, Thread* thread, RecordBatch& out);
  void fork(const Raw& raw, RecordBatch& out);
  void interrupt(Meaning meaning, const Raw& raw, Thread* thread, RecordBatch& out);
  void wakeup(Meaning meaning, const Raw& raw, const Thread* waker, RecordBatch& out);
  void wakeByRecord(Meaning meaning, const Raw& raw, const Thread* waker, RecordBatch& out);
  WakeSource sourceOf(uint32_t cpu) const;
  void completeRequest(const Raw& raw, RecordBatch& out);
  void completes(const Raw& raw, const BlockRequest& request);
  void schedule(const Raw& raw, RecordBatch& out);
  void missesSwitch(int64_t from, const Raw& raw, RecordBatch& out);
  void processState(const Raw& raw, RecordBatch& out);
  void named(int64_t tid, std::string_view comm, Time time);
  void enter(FrameKind kind, NameId name, const Raw& raw, Thread* thread, RecordBatch& out);
  void leave(FrameKind kind, const Raw& raw, Thread* thread, RecordBatch& out);
  void end(Thread& thread, size_t frame, const Raw& raw, RecordBatch& out);
  void enterAmid(NameId name, const Raw& raw, Thread& thread, RecordBatch& out);
  uint8_t irqsOpen(uint32_t cpu) const;
  void onCpu(RecordKind kind, uint16_t depth, NameId name, const Raw& raw, RecordBatch& out);
  // `label` is the name that the event itself has for the number, if any.
  NameId nameOf(Numbers kind, const char* otherwise, uint64_t number, std::string_view label = {});

  TraceReader& reader_;
  ThreadTracks& threads_;
  const std::vector<TrackId>& cpuTracks_;
  const std::vector<StateInput> inputs_;
  const bool hasWakings_;
  ThreadModel model_;
  RecordedInputs recorded_;
  const Time headersBegin_;
  const Time headersEnd_;
  std::vector<uint32_t> goingOn_;                    // by CPU: number of inputs that have not ended
  std::vector<Time> latest_;                         // by CPU: time of its latest event
  std::vector<Time> switched_;                       // by CPU: of its latest switch; kNotWoken: none
  uint32_t finished_ = 0;                            // number of CPUs whose end has been drawn
  std::vector<std::optional<int64_t>> firstRunner_;  // by CPU
  OpenInterrupts interrupts_;
  std::vector<OpenRows> openRows_;  // by CPU
  NameId notRecorded_;
  NameId pageFault_;
  NameId systemCall_;
  NameId readRequest_;
  NameId writeRequest_;
  NameId packetRequest_;
  BlockRequests requests_;
  SideWatch sides_;
  struct NamesOfNumbers {
    std::array<NameId, 512> usual{};
    std::unordered_map<uint64_t, NameId> others;
  };
  std::array<NamesOfNumbers, kNumbers> names_;  // by Numbers
};

}  // namespace tp::kernel
