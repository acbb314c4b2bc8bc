// Derives LTTV's views of a trace from the events of all tracefiles in the order of time: what runs on each CPU, and
// the mode of each process.
#pragma once

#include "core/formats/lttng/stream_decoder.h"
#include "core/kernel/event_states.h"

namespace tp::lttng {

class StateMerger final : public kernel::EventStates {
 public:
  // `shared`, `threads` and `cpuTracks` outlive this object. `cpuTracks` is indexed by CPU, `inputs` lists the files of
  // `shared` that are merged, `untold` the CPUs whose file with switches is missing. `label` and `heading` are those of
  // the trace if there are several, else empty and kNoTrack.
  StateMerger(Shared& shared, kernel::ThreadTracks& threads, const std::vector<TrackId>& cpuTracks,
              const std::vector<uint32_t>& inputs, const std::set<uint32_t>& untold, std::string label,
              TrackId heading);

 protected:
  kernel::Meaning read(const Record& record, StreamDecoder& decoder, bool ownFile, Raw& raw) override;
  std::string symbol(Numbers kind, uint64_t number) override;
  kernel::ThreadState stateLeft(int64_t bits) const override;

 private:
  // The meaning of an event, the positions of the fields that it uses, and for each field of the event its index in
  // EventMeaning::fields, or -1.
  struct Known {
    bool seen = false;
    kernel::Meaning meaning = kernel::Meaning::None;
    std::vector<uint32_t> positions;
    std::vector<int8_t> wanted;
  };

  const Known& known(NameId name, const Marker* marker);

  Shared& shared_;
  std::vector<Known> known_;  // by name
};

}  // namespace tp::lttng
