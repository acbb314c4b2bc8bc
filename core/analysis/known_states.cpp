#include "core/analysis/known_states.h"

#include "core/trace/off_cpu.h"

namespace tp {
namespace {

// Of a program's threads, the slices for time off the CPU say it. Their names are there only if such slices are.
bool tellsByCalls(const NameTable& names) {
  return names.find(kOffCpuSlice) != kNoName || names.find(kOffCpuPreemptedSlice) != kNoName;
}

}  // namespace

bool tellsStates(const TraceIndex& index) {
  return index.countTracks(TrackKind::ThreadState) > 0 || tellsByCalls(index.names());
}

bool tellsRunning(const TraceIndex& index) {
  const FormatTraits& traits = index.info().traits;
  return tellsStates(index) || (traits.calls && traits.cpus);
}

std::vector<std::string> tracesWithoutStates(const TraceIndex& index) {
  std::vector<std::string> without;
  if (tellsByCalls(index.names())) return without;
  for (const TracePart& part : index.info().parts) {
    bool threads = false, states = false;
    for (TrackId id = 0; id < index.tracks().size(); ++id) {
      const TrackKey& key = index.tracks()[id].key;
      if (key.trace != part.number) continue;
      threads = threads || key.kind == TrackKind::Thread;
      states = states || key.kind == TrackKind::ThreadState;
    }
    if (threads && !states) without.push_back(part.name);
  }
  return without;
}

}  // namespace tp
