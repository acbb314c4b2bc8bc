#include "core/kernel/thread_tracks.h"

#include <string>

namespace tp::kernel {

ThreadTracks::Known& ThreadTracks::known(int64_t tid) {
  auto [at, fresh] = threads_.try_emplace(tid);
  Known& known = at->second;
  if (!fresh) return known;
  bool idle = tid < 0;
  Track track;
  track.key.kind = TrackKind::Thread;
  track.key.tid = tid;
  track.key.label = machine_;
  track.parent = unknownProcess();
  std::string_view name = metadata_ ? metadata_(tid) : std::string_view();
  if (idle) {
    track.name = "swapper/" + std::to_string(-1 - tid);
  } else {
    track.name = name.empty() ? "thread" : std::string(name);
  }
  track.detail = std::to_string(idle ? 0 : tid);
  track.order = tid;
  TrackId thread = known.ids.slices = tracks_.add(track);
  track.parent = thread;
  track.key.kind = TrackKind::ThreadState;
  track.detail = {};
  track.name = "state";
  track.order = 0;
  known.ids.state = tracks_.add(track);
  track.key.kind = TrackKind::Events;
  track.name = "events";
  track.order = 1;
  known.ids.events = tracks_.add(track);
  return known;
}

const ThreadTracks::Ids& ThreadTracks::of(int64_t tid) {
  return known(tid).ids;
}

void ThreadTracks::setName(int64_t tid, std::string_view name, Time at) {
  Known& thread = known(tid);
  // Told again when a part is decoded again, a name may be made of what has got another one since: the first time
  // counts.
  if (name.empty() || (thread.named && at <= thread.namedAt)) return;
  thread.named = true;
  thread.namedAt = at;
  // A name of the table itself would change under our hands.
  tracks_.setName(thread.ids.slices, std::string(name));
  if (thread.tgid == tid) tracks_.setName(process(tid), std::string(tracks_[thread.ids.slices].name));
}

void ThreadTracks::setProcess(int64_t tid, int64_t tgid) {
  Known& thread = known(tid);
  if (tgid <= 0 || thread.tgid == tgid) return;
  thread.tgid = tgid;
  TrackId heading = process(tgid);
  tracks_.setParent(thread.ids.slices, heading);
  if (tgid == tid && thread.named) tracks_.setName(heading, std::string(tracks_[thread.ids.slices].name));
}

TrackId ThreadTracks::process(int64_t tgid) {
  Track track;
  track.key.kind = TrackKind::Process;
  track.key.pid = tgid;
  track.key.label = machine_;
  TrackId found = tracks_.find(track.key);
  if (found != kNoTrack) return found;
  track.parent = heading_;
  track.name = "process";
  track.detail = "pid " + std::to_string(tgid) + (machine_.empty() ? "" : ", " + machine_);
  track.order = tgid;
  return tracks_.add(std::move(track));
}

TrackId ThreadTracks::unknownProcess() {
  Track track;
  track.key.kind = TrackKind::Group;
  track.key.label = "threads" + machine_;
  track.parent = heading_;
  track.name = machine_.empty() ? "Threads" : "Threads of " + machine_;
  return tracks_.add(std::move(track));
}

}  // namespace tp::kernel
