#include "ui/view/selection_around.h"

#include <algorithm>

#include "core/trace/not_recorded.h"
#include "ui/view/context.h"
#include "ui/view/state_track.h"

namespace tp::ui {
namespace {

// If details do not arrive after so many looks, the marks that are there have to do.
constexpr int kMaxLooks = 5;
constexpr size_t kMaxStates = 8;

// The level of detail at which about `marks` windows of aggregation fill the span.
int levelOf(Time span, Time marks) {
  return std::max(0, firstShortLevel(span / marks) - 1);
}

}  // namespace

void SelectionAround::follow(Session& session, const Selection& selection) {
  const Mark& mark = selection.mark;
  bool same = opening_ == session.opening() && track_ == selection.track && mark_.begin == mark.begin &&
              mark_.end == mark.end && mark_.depth == mark.depth && mark_.count == mark.count;
  if (!same) {
    *this = {};
    opening_ = session.opening();
    track_ = selection.track;
    mark_ = mark;
  } else if (complete_ || looks_ >= kMaxLooks || version_ == session.version()) {
    return;
  }
  version_ = session.version();
  ++looks_;
  look(session, selection);
}

// A CPU's stream notes the loss where its records go on, a thread's where they end.
void SelectionAround::lookForGap(Session& session) {
  if (mark_.aggregate() || (mark_.flags & kMarkLost) == 0) return;
  std::vector<Mark> marks;
  session.query(track_, mark_.begin - 1, mark_.begin + 1, 0, marks);
  for (const Mark& one : marks) {
    const bool beside = one.end == mark_.begin || one.begin == mark_.begin;
    if (one.aggregate()) complete_ = false;
    if (beside && !one.aggregate() && session.index().names().view(one.name) == kNotRecordedSlice) gap_ = one;
  }
}

void SelectionAround::look(Session& session, const Selection& selection) {
  const Mark& mark = selection.mark;
  callers_.clear();
  children_ = 0;
  childTime_ = 0;
  states_.clear();
  moreStates_ = false;
  gap_.reset();
  complete_ = true;
  std::vector<Mark> marks;
  const bool isCall = !mark.aggregate() && session.index().names().view(mark.name) != kNotRecordedSlice;
  if (session.index().tracks()[track_].key.kind == TrackKind::Thread && isCall) {
    // Callers are at least as long as the selected call.
    session.query(track_, mark.begin, mark.begin, levelOf(mark.duration(), 1), marks);
    for (const Mark& one : marks)
      if (one.depth < mark.depth && one.begin <= mark.begin && one.end >= mark.end && !one.aggregate())
        callers_.push_back(one);
    std::sort(callers_.begin(), callers_.end(), [](const Mark& a, const Mark& b) { return a.depth > b.depth; });
    complete_ = callers_.size() == mark.depth;
    marks.clear();
    session.query(track_, mark.begin, mark.end, levelOf(mark.duration(), 256), marks);
    for (const Mark& one : marks) {
      if (one.depth != mark.depth + 1 || one.begin < mark.begin || one.end > mark.end) continue;
      children_ += one.count;
      childTime_ += one.durations();
    }
  }
  lookForGap(session);
  stateTrack_ = stateTrackOf(session.index().tracks(), track_);
  if (stateTrack_ == kNoTrack) return;
  marks.clear();
  if (stateTrack_ == track_) {
    // The states before and after, however short.
    session.query(stateTrack_, mark.begin - 1, mark.begin - 1, 0, marks);
    session.query(stateTrack_, mark.end + 1, mark.end + 1, 0, marks);
    auto itself = [&](const Mark& one) { return one.begin <= mark.begin && one.end >= mark.end; };
    marks.erase(std::remove_if(marks.begin(), marks.end(), itself), marks.end());
    marks.push_back(mark);
  } else {
    session.query(stateTrack_, mark.begin, mark.end, levelOf(mark.duration(), 64), marks);
    auto beside = [&](const Mark& one) { return one.end <= mark.begin || one.begin >= mark.end; };
    if (mark.end > mark.begin) marks.erase(std::remove_if(marks.begin(), marks.end(), beside), marks.end());
  }
  std::sort(marks.begin(), marks.end(), [](const Mark& a, const Mark& b) { return a.begin < b.begin; });
  complete_ = complete_ && std::none_of(marks.begin(), marks.end(), [](const Mark& one) { return one.aggregate(); });
  moreStates_ = marks.size() > kMaxStates;
  if (moreStates_) marks.resize(kMaxStates);
  states_ = std::move(marks);
}

}  // namespace tp::ui
