#include "ui/view/cpu_meanwhile.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "ui/view/leads.h"
#include "ui/view/navigation.h"

namespace tp::ui {
namespace {

// Of the buffers that record a CPU, that of the thread's machine; else the only one.
TrackId cpuTrack(const TraceIndex& index, int32_t cpu, const TrackKey& thread) {
  TrackId only = kNoTrack;
  int found = 0;
  for (TrackId id = 0; id < index.tracks().size(); ++id) {
    const TrackKey& key = index.tracks()[id].key;
    if (key.kind != TrackKind::Cpu || key.cpu != cpu || key.trace != thread.trace) continue;
    if (key.label == thread.label) return id;
    only = id;
    ++found;
  }
  return found == 1 ? only : kNoTrack;
}

bool isState(const Context& c) {
  return c.selection && c.index().tracks()[c.selection->track].key.kind == TrackKind::ThreadState;
}

}  // namespace

const CpuWork* CpuWorkAnswer::want(Session& session, const CpuWorkScope& scope, bool quiet) {
  if (opening_ != session.opening()) *this = {};
  opening_ = session.opening();
  const bool same = asked_ && asked_->scope() == scope;
  if (same && asked_->done()) shown_ = asked_;
  const bool idle = session.phase() == Phase::Ready && !session.working(JobKind::CpuWork);
  if (!quiet && idle && !(same && asked_->done())) {
    asked_ = std::make_shared<CpuWorkQuestion>(scope);
    session.ask(asked_);
  }
  return shown_ && shown_->scope() == scope ? &shown_->work() : nullptr;
}

TrackId markedCpu(const Context& c) {
  TrackId cpu = kNoTrack;
  if (!c.range) return cpu;
  for (const TrackId track : c.range->tracks) {
    if (track >= c.index().tracks().size()) return kNoTrack;
    const TrackKind kind = c.index().tracks()[track].key.kind;
    if (kind == TrackKind::ThreadState) continue;
    if (kind != TrackKind::Cpu || cpu != kNoTrack) return kNoTrack;
    cpu = track;
  }
  return cpu;
}

TrackId cpuAfterSelection(const Context& c) {
  const Description* description = c.session.description();
  if (!isState(c) || c.selection->mark.aggregate() || description == nullptr || description->runsOn < 0)
    return kNoTrack;
  return cpuTrack(c.index(), description->runsOn, c.index().tracks()[c.selection->track].key);
}

bool showCpuMeanwhile(Context& c) {
  c.cpuMeanwhileWanted = false;
  if (!isState(c)) return c.say("Select the state of a thread that waits for a CPU first."), false;
  const Mark& mark = c.selection->mark;
  if (mark.aggregate()) return c.say("These are several states: zoom in to select one."), false;
  const Description* description = c.session.description();
  if (description == nullptr || !description->answered) return c.cpuMeanwhileWanted = true;
  const TrackId cpu = cpuAfterSelection(c);
  if (cpu == kNoTrack) return c.say("On which CPU the thread ran then is not known."), false;
  std::vector<TrackId> on{cpu, c.selection->track};
  std::sort(on.begin(), on.end());
  markRange(c, MarkedRange(mark.begin, mark.end, std::move(on)));
  c.schedulingView.section = SchedulingView::kCpus;
  openTab(c, Tab::Scheduling);
  return true;
}

void followCpuMeanwhile(Context& c) {
  const Description* description = c.session.description();
  if (c.cpuMeanwhileWanted && (!c.selection || description == nullptr || description->answered)) showCpuMeanwhile(c);
}

}  // namespace tp::ui
