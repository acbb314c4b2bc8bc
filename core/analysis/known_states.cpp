#include "core/analysis/known_states.h"

#include "core/trace/off_cpu.h"

namespace tp {

bool tellsStates(const TraceIndex& index) {
  return index.countTracks(TrackKind::ThreadState) > 0 || tellsOffCpu(index.names());
}

bool tellsRunning(const TraceIndex& index) {
  const FormatTraits& traits = index.info().traits;
  return tellsStates(index) || (traits.calls && traits.cpus);
}

std::vector<std::string> tracesWithoutStates(const TraceIndex& index) {
  std::vector<std::string> without;
  // Which of the programs has such slices, the names do not tell.
  const bool byCalls = tellsOffCpu(index.names());
  for (const TracePart& part : index.info().parts) {
    if (byCalls && part.traits.calls) continue;
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

std::string statesMissingText(const TraceIndex& index) {
  const std::vector<std::string> without = tracesWithoutStates(index);
  if (without.empty()) return {};
  std::string text;
  for (size_t i = 0; i < without.size(); ++i)
    text += (i == 0 ? "" : i + 1 < without.size() ? ", " : " and ") + without[i];
  return text + (without.size() == 1 ? " records" : " record") + " no states of threads.";
}

}  // namespace tp
