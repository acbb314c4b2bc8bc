// On which track an event lies: that of its thread, if it tells which one it is.
#pragma once

#include <string>
#include <unordered_map>

#include "core/formats/ctf/skip_program.h"
#include "core/kernel/thread_tracks.h"

namespace tp::ctf {

// Who ran when the events of a trace were recorded, if they do not tell that themselves.
struct Process {
  int64_t pid = -1;  // -1: nothing is known
  std::string name;
};
// Reads it from the trace's environment, as LTTng writes it for each program with buffers of its own.
Process processOf(const TraceClass& trace);

class EventPlaces {
 public:
  // `otherwise` is the track of events that tell no thread. `threads` outlives this.
  EventPlaces(kernel::ThreadTracks& threads, const Process& process, TrackId otherwise)
      : threads_(threads), process_(process), otherwise_(otherwise) {}

  // `time` is that of the event, by which the name of the thread is known.
  TrackId of(const Told& told, Time time) {
    if (!told.has(Role::Tid)) return otherwise_;
    const auto tid = static_cast<int64_t>(told.of(Role::Tid));
    if (last_ != nullptr && tid == lastTid_ && (told.comm.empty() || isNamed(*last_, told))) return last_->track;
    return find(tid, told, time);
  }

 private:
  struct Known {
    TrackId track = kNoTrack;
    std::string comm;
  };
  static bool isNamed(const Known& known, const Told& told) {
    const std::string_view text = asText(told.comm);
    return text.substr(0, text.find('\0')) == known.comm;
  }
  TrackId find(int64_t tid, const Told& told, Time time);

  kernel::ThreadTracks& threads_;
  const Process& process_;
  const TrackId otherwise_;
  std::unordered_map<int64_t, Known> known_;
  Known* last_ = nullptr;
  int64_t lastTid_ = 0;
};

}  // namespace tp::ctf
