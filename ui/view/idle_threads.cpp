#include "ui/view/idle_threads.h"

#include <algorithm>

#include "core/index/query.h"
#include "core/trace/sums.h"
#include "core/trace/thread_state.h"

namespace tp::ui {
namespace {

// Between these lies the time for which a thread ran: neighbours of a pixel are one mark, whose states are not told
// apart.
struct RunTime {
  Time least = 0, most = 0;
};

// A pixel of a picture that is this wide shows the whole trace.
constexpr Time kWidth = 4096;

RunTime runTime(const TraceIndex& index, ViewQuery& query, TrackId states) {
  const int level = std::max(0, firstShortLevel((index.end() - index.begin()) / kWidth) - 1);
  std::vector<Mark> marks;
  for (uint32_t lane : index.lanesOf(states)) query.lane(index.lanes()[lane], index.begin(), index.end(), level, marks);
  RunTime time;
  for (const Mark& mark : marks) {
    const bool running = !mark.aggregate() && threadStateOf(index.names().view(mark.name)) == ThreadState::Running;
    if (running) time.least = plus(time.least, mark.durations());
    if (running || mark.aggregate()) time.most = plus(time.most, mark.durations());
  }
  return time;
}

}  // namespace

std::vector<bool> idleThreads(const TraceIndex& index) {
  constexpr Time kShare = 1000;
  const TrackTable& tracks = index.tracks();
  DetailCache none(0);
  ViewQuery query(index, none);
  std::vector<RunTime> times(tracks.size());
  std::vector<bool> idle(tracks.size(), false);
  Time busiest = 0;
  for (TrackId id = 0; id < tracks.size(); ++id) {
    const TrackId thread = tracks[id].parent;
    if (tracks[id].key.kind != TrackKind::ThreadState || thread == kNoTrack || index.lanesOf(id).empty()) continue;
    times[thread] = runTime(index, query, id);
    busiest = std::max(busiest, times[thread].least);
    idle[thread] = tracks[thread].key.kind == TrackKind::Thread;
  }
  // Where nobody is known to have run, nobody is idle beside others.
  if (busiest == 0) idle.assign(tracks.size(), false);
  for (TrackId id = 0; id < tracks.size(); ++id) idle[id] = idle[id] && times[id].most <= (busiest - 1) / kShare;
  return idle;
}

}  // namespace tp::ui
