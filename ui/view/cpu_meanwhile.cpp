#include "ui/view/cpu_meanwhile.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/trace/cpu_track.h"
#include "ui/view/leads.h"
#include "ui/view/navigation.h"

namespace tp::ui {
namespace {

bool isOn(TrackKind kind, const WindowState& c, const TraceIndex& index) {
  return c.selection && index.tracks()[c.selection->track].key.kind == kind;
}

bool isState(const WindowState& c, const TraceIndex& index) {
  return isOn(TrackKind::ThreadState, c, index);
}

// The description of what is selected; null until it is there.
const Description* descriptionOf(const WindowState& c, const Session& session) {
  const Description* known = session.description();
  if (!c.selection || known == nullptr || !known->answered) return nullptr;
  const bool same = known->track == c.selection->track && known->begin == c.selection->mark.begin;
  return same ? known : nullptr;
}

// Marks a range, and shows who used a CPU then, which is one of its tracks.
void markCpu(Context& c, MarkedRange range, TrackId cpu) {
  markRange(c, std::move(range));
  c.reveal = cpu;
  c.schedulingView.section = SchedulingView::kCpus;
  openTab(c, Tab::Scheduling);
}

// Why there is no CPU that the thread waited for.
std::string whyNoCpu(const WindowState& c, const TraceIndex& index) {
  const std::string_view state = index.names().view(c.selection->mark.name);
  if (state == threadStateName(ThreadState::Running))
    return "The thread runs here: select a state in which it waits for a CPU.";
  if (state != threadStateName(ThreadState::Runnable))
    return "The thread does not wait for a CPU here: select the state in which it is runnable.";
  return "On which CPU the thread ran then is not known.";
}

}  // namespace

TrackId markedCpu(const WindowState& c, const TraceIndex& index) {
  TrackId cpu = kNoTrack;
  if (!c.range) return cpu;
  for (const TrackId track : c.range->tracks) {
    if (track >= index.tracks().size()) return kNoTrack;
    const TrackKind kind = index.tracks()[track].key.kind;
    if (kind == TrackKind::ThreadState) continue;
    if (kind != TrackKind::Cpu || cpu != kNoTrack) return kNoTrack;
    cpu = track;
  }
  return cpu;
}

TrackId cpuAfterSelection(const WindowState& c, const Session& session) {
  const Description* description = descriptionOf(c, session);
  if (!isState(c, session.index()) || c.selection->mark.aggregate() || description == nullptr ||
      description->runsOn < 0)
    return kNoTrack;
  const TrackKey& thread = session.index().tracks()[c.selection->track].key;
  return trackOfCpu(session.index().tracks(), description->runsOn, thread.trace, thread.label);
}

bool showCpuMeanwhile(Context& c) {
  c.cpuMeanwhileWanted = false;
  if (isOn(TrackKind::Cpu, c, c.index())) {
    const Mark& mark = c.selection->mark;
    const WaitOnCpu& wait = c.memory.of<WaitOnCpu>();
    if (wait.cpu == c.selection->track && wait.to == mark.begin) {
      markCpu(c, {wait.from, wait.to, {wait.cpu}}, wait.cpu);
      return true;
    }
    if (mark.end <= mark.begin) return c.say("An event takes no time: select what lasts."), false;
    markCpu(c, {mark.begin, mark.end, {c.selection->track}}, c.selection->track);
    return true;
  }
  if (!isState(c, c.index())) return c.say("Select the state of a thread that waits for a CPU first."), false;
  const Mark& mark = c.selection->mark;
  if (mark.aggregate()) return c.say("These are several states: zoom in to select one."), false;
  if (descriptionOf(c, c.session) == nullptr) return c.cpuMeanwhileWanted = true;
  const TrackId cpu = cpuAfterSelection(c, c.session);
  if (cpu == kNoTrack) return c.say(whyNoCpu(c, c.index())), false;
  std::vector<TrackId> on{cpu, c.selection->track};
  std::sort(on.begin(), on.end());
  // The list of waits stays, so that Enter goes on in it.
  SchedulingView& view = c.schedulingView;
  const Scheduling* scheduling = c.scheduling.last();
  const bool inside = view.kept && view.kept->range == c.range;
  if (!inside) view.kept.reset();
  if (!inside && view.latency && scheduling != nullptr) {
    const bool all = view.latencies.all();
    view.kept = SchedulingView::Kept{{},
                                     c.range,
                                     all ? scheduling->worst : scheduling->filtered,
                                     all ? scheduling->latencyCount : scheduling->filteredCount};
  }
  markCpu(c, {mark.begin, mark.end, std::move(on)}, cpu);
  if (view.kept) view.kept->range = c.range;
  return true;
}

void followCpuMeanwhile(Context& c) {
  // What is asked about may be selected only a few frames later.
  if (c.goTo || c.seeking.seek) return;
  if (c.cpuMeanwhileWanted && (!c.selection || descriptionOf(c, c.session) != nullptr)) showCpuMeanwhile(c);
}

}  // namespace tp::ui
