// The calls of threads: from the entries and exits that lttng_ust_cyg_profile records of programs which were compiled
// with -finstrument-functions, and from pairs of events that are called so, "my_app:draw_entry" and "my_app:draw_exit".
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/formats/ctf/stream_decoder.h"

namespace tp::ctf {

// What an event means for calls.
enum class CallEvent : uint8_t { None, Entry, Exit, Library, BuildId, PairEntry, PairExit };

struct CallPair {
  CallEvent event = CallEvent::None;  // or PairEntry, PairExit
  uint32_t entry = 0;                 // the number of the event that enters
};
// By event.
std::vector<CallPair> pairsOf(const TraceLayout& layout);

// Whether the trace has such events, and tells of which threads. `byAddress`: of functions that have addresses only.
bool hasCalls(const TraceLayout& layout, bool byAddress);

class CallMerger final : public StreamMerger {
 public:
  // Both outlive this.
  CallMerger(Shared& shared, kernel::ThreadTracks& threads);

  void add(size_t input, const Record& record, StreamDecoder& decoder, RecordBatch& out) override;
  void losing(size_t input, const Record& lost, StreamDecoder& decoder, RecordBatch& out) override;
  void save(WireWriter& out) const override;
  bool restore(WireReader& in) override;
  void describe(const Record& record, EventRow& row) override { (void)record, (void)row; }

 private:
  struct Frame {
    uint64_t address = 0;  // of a pair: its number
    uint64_t isPair = 0;
    uint64_t losses = 0;  // how many there had been when it began

    bool is(uint64_t pair, uint64_t number) const { return isPair == pair && address == number; }
  };
  // The fields of an event that are read, as positions in its schema.
  struct Fields {
    bool isRead = false;
    CallEvent event = CallEvent::None;
    size_t address = RowSchema::kNone, size = RowSchema::kNone, path = RowSchema::kNone, isMoved = RowSchema::kNone;
    size_t buildId = RowSchema::kNone;
    size_t tid = RowSchema::kNone, pid = RowSchema::kNone;
  };

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.open_, self.libraries_, self.losses_);
  }
  const Fields& fieldsOf(uint32_t event, const RowSchema& schema);
  void enter(int64_t tid, NameId name, const Frame& frame, Time time, RecordBatch& out);
  // Ends the innermost call that `isIt` accepts.
  template <class Is>
  void leave(int64_t tid, Time time, RecordBatch& out, Is&& isIt);
  void addLibrary(const Fields& fields, const RowSchema& schema, const RowBytes& bytes, int64_t pid, uint64_t address);
  void setBuildId(const Fields& fields, const RowSchema& schema, const RowBytes& bytes, int64_t pid, uint64_t address);
  NameId nameOf(int64_t pid, uint64_t address);

  Shared& shared_;
  kernel::ThreadTracks& threads_;
  const std::vector<CallPair> pairs_;
  std::vector<Fields> fields_;                            // by event
  std::map<int64_t, std::vector<Frame>> open_;            // by thread
  std::map<int64_t, std::vector<Library>> libraries_;     // by process
  std::map<std::pair<int64_t, uint64_t>, NameId> names_;  // of those at which calls began, as long as libraries stay
  uint64_t losses_ = 0;
};

}  // namespace tp::ctf
