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
  track.parentBy = {Knowledge::By::Default};
  std::string_view name = metadata_ ? metadata_(tid) : std::string_view();
  if (idle) {
    track.name = "swapper/" + std::to_string(-1 - tid);
  } else {
    track.name = name.empty() ? "thread" : std::string(name);
    if (name.empty()) track.nameBy = {Knowledge::By::Default};
  }
  track.detail = std::to_string(idle ? 0 : tid);
  track.order = tid;
  TrackId thread = known.ids.slices = tracks_.add(track);
  track.parent = thread;
  track.parentBy = track.nameBy = {Knowledge::By::Trace};
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
  // When a part is decoded again, a name may be reported that was derived from a name set later: the first report
  // counts.
  const Knowledge by{Knowledge::By::Record, at};
  if (name.empty() || !(tracks_[thread.ids.slices].nameBy < by)) return;
  // `name` may view the table's own text, which changes: pass a copy.
  tracks_.setName(thread.ids.slices, std::string(name), by);
  if (thread.tgid == tid) nameProcess(tid, thread.ids.slices);
}

void ThreadTracks::setAlias(int64_t tid, std::string_view alias, Time at) {
  TrackId slices = of(tid).slices;
  tracks_.setDetail(slices, std::to_string(tid) + ", " + std::string(alias), {Knowledge::By::Record, at});
  tracks_.setName(slices, alias, {Knowledge::By::Alias, at});
}

void ThreadTracks::setProcess(int64_t tid, int64_t tgid, Time at) {
  setProcess(tid, tgid, {Knowledge::By::Record, at});
}

void ThreadTracks::setKnownProcess(int64_t tid, int64_t tgid) {
  setProcess(tid, tgid, {Knowledge::By::Trace});
}

void ThreadTracks::setProcess(int64_t tid, int64_t tgid, Knowledge by) {
  Known& thread = known(tid);
  // As for names: what was unknown when it was first reported stays so when it is reported again.
  if (!(thread.tgidBy < by)) return;
  thread.tgidBy = by;
  if (tgid <= 0 || thread.tgid == tgid) return;
  thread.tgid = tgid;
  TrackId heading = process(tgid);
  tracks_.setParent(thread.ids.slices, heading, by);
  if (tgid == tid) nameProcess(tid, thread.ids.slices);
}

// Named after its leading thread, if a record has named that.
void ThreadTracks::nameProcess(int64_t tgid, TrackId leader) {
  TrackId heading = process(tgid);
  const Track& named = tracks_[leader];
  if (named.nameBy.by == Knowledge::By::Record) tracks_.setName(heading, named.name, named.nameBy);
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
  track.nameBy = {Knowledge::By::Default};
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
