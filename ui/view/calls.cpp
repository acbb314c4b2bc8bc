#include "ui/view/calls.h"

#include <algorithm>
#include <chrono>

#include "ui/base/time_text.h"
#include "ui/view/told_states.h"

namespace tp::ui {

CallScope viewedCalls(const WindowState& c, bool stacks) {
  CallScope scope;
  if (c.range) {
    scope.begin = c.range->first;
    scope.end = c.range->second;
    scope.tracks = c.range->tracks;
  }
  if (c.callsTrack && (!c.range || c.range->covers(*c.callsTrack))) scope.tracks = {*c.callsTrack};
  scope.stacks = stacks;
  return scope;
}

bool answers(const CallScope& have, const CallScope& wanted) {
  CallScope same = have;
  same.stacks = wanted.stacks;
  same.functions = wanted.functions;
  if (!wanted.stacks) same.byThread = wanted.byThread;
  if (!wanted.stacks || wanted.counter.empty()) same.counter = wanted.counter;
  return (have.stacks || !wanted.stacks) && (have.functions || !wanted.functions) && same == wanted;
}

const Calls* wantCalls(Context& c, bool stacks, const Rect& area) {
  return wantCalls(c, viewedCalls(c, stacks), area);
}

const Calls* wantCalls(Context& c, const CallScope& wanted, const Rect& area) {
  bool ready = c.session.phase() == Phase::Ready;
  bool working = c.session.callsProgress() < 1;
  bool asked = working ? answers(c.session.callsAsked(), wanted)
                       : c.session.calls() != nullptr && answers(c.session.calls()->scope, wanted);
  // While a range is being dragged, nothing is asked for.
  if (ready && !asked && !ImGui::IsMouseDown(0)) {
    c.session.requestCalls(wanted);
    working = true;
  }
  const Calls* calls = c.session.calls();
  if (ready && calls != nullptr) {
    CallScope same = wanted;
    same.begin = calls->scope.begin, same.end = calls->scope.end, same.tracks = calls->scope.tracks;
    if (answers(calls->scope, same)) return calls;
  }
  sayCounting(c, c.session, c.session.callsProgress(), area);
  return nullptr;
}

void sayCounting(Canvas& c, const Session& session, double progress, const Rect& area) {
  std::string text = "The calls are counted when the trace is indexed.";
  if (session.phase() == Phase::Ready)
    text = "Counting calls \u2026 " + std::to_string(static_cast<int>(100 * progress)) + " %";
  drawText(c, c.fonts.words, kWordSize, {area.x + 14, area.y + 12}, c.theme.dim, text);
}

void buildOn(Canvas& c, const std::function<bool()>& step) {
  using Clock = std::chrono::steady_clock;
  constexpr auto kBudget = std::chrono::microseconds(2500);
  Clock::time_point started = Clock::now();
  bool more = true;
  while (more && Clock::now() - started < kBudget) more = step();
  c.moreToCome = c.moreToCome || more;
}

std::string scopeText(const WindowState& c, const Session& session) {
  std::string text =
      c.range ? "in the marked " + durationText(c.range->second - c.range->first, session.index().info().clock)
              : "in the whole trace";
  if (c.range && !c.range->tracks.empty()) {
    const TrackTable& tracks = session.index().tracks();
    auto marked = [&](TrackKind kind) {
      return static_cast<uint64_t>(std::count_if(c.range->tracks.begin(), c.range->tracks.end(),
                                                 [&](TrackId id) { return tracks[id].key.kind == kind; }));
    };
    // If no thread is marked, the calls on marked CPUs are counted.
    const uint64_t threads = marked(TrackKind::Thread), cpus = marked(TrackKind::Cpu);
    text += " of " + (threads == 0 && cpus > 0 ? countText(cpus, "CPU") : countText(threads, "thread"));
  }
  if (session.callsCut()) text += ", as far as it can still be read";
  if (session.callsProgress() < 1) text += " \u00b7 counting \u2026";
  return text;
}

std::string countedTwiceText(WindowState& c, const Session& session) {
  if (c.callsTrack) return {};
  const auto counts = [&](TrackId track) {
    return !c.range || c.range->tracks.empty() ||
           std::find(c.range->tracks.begin(), c.range->tracks.end(), track) != c.range->tracks.end();
  };
  const std::vector<ThreadPair>& both = toldStates(c, session).both;
  const std::string text = tp::countedTwiceText(static_cast<uint64_t>(std::count_if(
      both.begin(), both.end(), [&](const ThreadPair& one) { return counts(one.kernel) && counts(one.program); })));
  return text.empty() ? text : " \u00b7 " + text;
}

void threadChips(Context& c, ImVec2& at) {
  const TrackTable& tracks = c.index().tracks();
  std::optional<TrackId> thread = c.callsTrack;
  if (c.selection && tracks[c.selection->track].key.kind == TrackKind::Thread) thread = c.selection->track;
  if (!thread || *thread >= tracks.size()) return;
  if (chip(c, "All threads", at, !c.callsTrack)) c.callsTrack.reset();
  std::string name = tracks[*thread].name + " " + tracks[*thread].detail;
  if (chip(c, name.c_str(), at, c.callsTrack == thread)) c.callsTrack = thread;
}

}  // namespace tp::ui
