// What runs on each CPU, and what each thread does, from the events of LTTng's kernel tracer.
#pragma once

#include "core/formats/ctf/stream_decoder.h"
#include "core/kernel/event_states.h"
#include "core/kernel/syscalls.h"

namespace tp::ctf {

class StateMerger final : public kernel::EventStates {
 public:
  // All outlive this object. `cpuTracks` is indexed by CPU. `heading` is that of the trace if there are several.
  StateMerger(Shared& shared, const std::vector<TrackId>& cpuTracks, std::string label, TrackId heading);

 protected:
  kernel::Meaning read(const Record& record, StreamDecoder& decoder, bool ownFile, Raw& raw) override;
  std::string symbol(Numbers kind, uint64_t number) override;
  kernel::ThreadState stateLeft(int64_t bits) const override;

 private:
  // A field that lies at the same place in all events of its class.
  struct Placed {
    const Node* node = nullptr;
    uint64_t at = 0;   // see FixedFields
    size_t field = 0;  // of EventMeaning::fields
  };
  // What is read of an event.
  struct Known {
    bool seen = false;
    kernel::Meaning meaning = kernel::Meaning::None;
    std::string_view systemCall;
    // For each member of its payload, its index in EventMeaning::fields, or -1; as far as the last one that is used.
    std::vector<int8_t> wanted;
    // The same fields, if all are placed; else empty.
    std::vector<Placed> placed;
    uint32_t alignment = 1;  // see FixedFields
  };

  const Known& known(uint32_t event) { return known_[event].seen ? known_[event] : learn(event); }
  const Known& learn(uint32_t event);
  static void place(const EventLayout& event, Known& out);
  void readFields(const EventLayout& event, const Known& wanted, const RowBytes& bytes, Raw& raw);
  static void readPlaced(const Known& wanted, const RowBytes& bytes, unsigned header, Raw& raw);

  Shared& shared_;
  std::vector<Known> known_;  // by event
  Told told_;                 // only while an event is read
  std::array<std::string, kernel::EventMeaning::kFields> rooms_;
  kernel::SyscallTable syscalls_ = kernel::SyscallTable::None;
  // Of a kernel before 4.14, whose states have other bits, and of a tracer before 2.12, which records them as they are.
  bool isOld_ = false, isRaw_ = false;
};

}  // namespace tp::ctf
