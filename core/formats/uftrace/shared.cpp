#include "core/formats/uftrace/shared.h"

namespace tp::uftrace {

TrackId eventsTrack(TraceReader& reader, const Task& task) {
  Track track;
  track.key.kind = TrackKind::Events;
  track.key.pid = task.pid;
  track.key.tid = task.tid;
  track.parent = task.thread;
  track.name = "events";
  return reader.tracks().add(std::move(track));
}

}  // namespace tp::uftrace
