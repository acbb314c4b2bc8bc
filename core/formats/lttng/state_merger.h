// Derives LTTV's views of a trace from the events of all tracefiles in the order of time: what runs on each CPU, and
// the mode of each process.
#pragma once

#include <array>
#include <limits>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "core/formats/lttng/meanings.h"
#include "core/formats/lttng/stream_decoder.h"
#include "core/kernel/block_requests.h"
#include "core/kernel/open_interrupts.h"
#include "core/kernel/open_rows.h"
#include "core/kernel/recorded_inputs.h"
#include "core/kernel/thread_model.h"

namespace tp::lttng {

class StateMerger final : public StreamMerger {
 public:
  // `shared`, `threads` and `cpuTracks` outlive this object. `cpuTracks` is indexed by CPU, `inputs` lists the files of
  // `shared` that are merged, `untold` the CPUs whose file with switches is missing. `label` and `heading` are those of
  // the trace if there are several, else empty and kNoTrack.
  StateMerger(Shared& shared, kernel::ThreadTracks& threads, const std::vector<TrackId>& cpuTracks,
              const std::vector<uint32_t>& inputs, const std::set<uint32_t>& untold, std::string label,
              TrackId heading);

  void add(size_t input, const Record& record, StreamDecoder& decoder, RecordBatch& out) override;
  void losing(size_t input, const Record& lost, StreamDecoder& decoder, RecordBatch& out) override;
  void finish(RecordBatch& out) override;
  void save(WireWriter& out) const override;
  bool restore(WireReader& in) override;
  void describe(const Record& record, EventRow& row) override;
  void watchSides(const SideWatch& watch) override { sides_ = watch; }

 private:
  using Thread = kernel::Thread;
  // The fields of the current event that its meaning uses. If it has no meaning, they are not filled.
  struct Raw {
    Time time = 0;
    uint32_t cpu = 0;
    size_t input = 0;
    std::array<uint64_t, EventMeaning::kFields> numbers;
    uint32_t told = 0;  // Which of the fields the event has, one bit each.
    std::array<std::string_view, EventMeaning::kFields> texts;

    int64_t number(size_t i) const { return static_cast<int64_t>(numbers[i]); }
    uint32_t cpuOf(size_t i) const { return (told >> i & 1) != 0 ? static_cast<uint32_t>(numbers[i]) : Thread::kNoCpu; }
  };

  // The meaning of an event, the positions of the fields that it uses, and for each field of the event its index in
  // EventMeaning::fields, or -1.
  struct Known {
    bool seen = false;
    Meaning meaning = Meaning::None;
    std::vector<uint32_t> positions;
    std::vector<int8_t> wanted;
  };

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire);
  const Known& known(NameId name, const Marker* marker);
  Thread* running(uint32_t cpu);
  void begins(const Raw& raw, RecordBatch& out);
  void drawNotRecorded(uint32_t cpu, Time begin, Time end, RecordBatch& out);
  void ends(const Raw& raw, RecordBatch& out);
  void noMore(const Raw& raw, Time last, RecordBatch& out);
  bool follow(Meaning meaning, const Raw& raw, Thread* thread, RecordBatch& out);
  void wakeup(Meaning meaning, const Raw& raw, const Thread* waker, RecordBatch& out);
  WakeSource sourceOf(uint32_t cpu) const;
  void completeRequest(const Raw& raw, RecordBatch& out);
  void completes(const Raw& raw, const BlockRequest& request);
  void schedule(const Raw& raw, RecordBatch& out);
  void processState(const Raw& raw, RecordBatch& out);
  void enter(kernel::FrameKind kind, NameId name, const Raw& raw, Thread* thread, RecordBatch& out);
  void leave(kernel::FrameKind kind, const Raw& raw, Thread* thread, RecordBatch& out);
  void end(kernel::Thread& thread, size_t frame, const Raw& raw, RecordBatch& out);
  void enterAmid(NameId name, const Raw& raw, Thread& thread, RecordBatch& out);
  uint8_t irqsOpen(uint32_t cpu) const;
  void onCpu(RecordKind kind, uint16_t depth, NameId name, const Raw& raw, RecordBatch& out);
  // `label` is the name that the event itself has for the number, if any.
  NameId nameOf(Symbols table, const char* otherwise, uint64_t number, std::string_view label = {});

  Shared& shared_;
  kernel::ThreadTracks& threads_;
  const std::vector<TrackId>& cpuTracks_;
  kernel::ThreadModel model_;
  kernel::RecordedInputs recorded_;
  // The earliest begin and the latest end in the files' headers.
  Time headersBegin_ = std::numeric_limits<Time>::max();
  Time headersEnd_ = kNotWoken;
  std::vector<uint32_t> goingOn_;                    // By CPU: number of inputs that have not ended.
  std::vector<Time> latest_;                         // By CPU: time of its latest event.
  uint32_t finished_ = 0;                            // Number of CPUs whose end has been drawn.
  std::vector<std::optional<int64_t>> firstRunner_;  // By CPU: see first_switch.h.
  kernel::OpenInterrupts interrupts_;
  std::vector<kernel::OpenRows> openRows_;  // By CPU.
  NameId notRecorded_;
  NameId pageFault_;
  NameId systemCall_;
  NameId readRequest_;
  NameId writeRequest_;
  NameId packetRequest_;
  kernel::BlockRequests requests_;
  SideWatch sides_;
  std::vector<Known> known_;  // By name.
  struct NamesOfNumbers {
    std::array<NameId, 512> usual{};
    std::unordered_map<uint64_t, NameId> others;
  };
  std::array<NamesOfNumbers, kSymbolKinds> names_;  // By table of symbols.
};

}  // namespace tp::lttng
