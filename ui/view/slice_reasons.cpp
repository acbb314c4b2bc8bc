#include "ui/view/slice_reasons.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/analysis/waits/path_shares.h"
#include "core/analysis/waits/wait_words.h"
#include "core/trace/sums.h"
#include "ui/view/state_track.h"
#include "ui/view/told_states.h"
#include "ui/view/waits_answer.h"

namespace tp::ui {
namespace {

// Of paths, which a frame follows: some milliseconds.
constexpr size_t kMaxSegments = 20000;
// Rows that have been scrolled past are forgotten.
constexpr size_t kMaxTexts = 4096;
constexpr size_t kLooked = 200;  // rows that say whether there are reasons

}  // namespace

bool SliceReasons::any(Context& c, const SlicesQuestion& question, const SliceRows& rows) {
  const SliceKind kind = question.query().kind;
  const bool calls = kind == SliceKind::Calls || kind == SliceKind::Threads || kind == SliceKind::Syscalls;
  if (!calls || rows.slices.empty() || !toldStates(c, c.session).running) return false;
  if (opening_ != c.session.opening()) *this = {};
  opening_ = c.session.opening();
  graph_ = c.memory.of<WaitsAnswer>().want(c.session, false);
  if (!graph_) return false;
  const std::pair asked(question.id(), rows.slices.size());
  if (std::exchange(looked_, asked) == asked) return any_;
  const auto looked = rows.slices.first(std::min(rows.slices.size(), kLooked));
  return any_ = std::any_of(looked.begin(), looked.end(), [&](const SortedSlice& one) {
           const TrackId thread = waitingThread(c.index().tracks(), one.slice.track);
           return thread != kNoTrack && graph_->knows(thread);
         });
}

std::string SliceReasons::of(Context& c, const ListedSlice& slice) {
  if (!graph_ || slice.track >= c.index().tracks().size()) return {};
  const TrackId thread = waitingThread(c.index().tracks(), slice.track);
  if (thread == kNoTrack || !graph_->knows(thread) || !slice.durationKnown() || slice.duration <= 0) return {};
  const Time end = plus(slice.begin, slice.duration);
  const Key key{thread, slice.begin, end};
  if (const auto known = texts_.find(key); known != texts_.end()) return known->second;
  if (frame_ != c.frame) left_ = kMaxSegments;
  frame_ = c.frame;
  if (left_ == 0) {
    c.moreToCome = true;
    return "\u2026";
  }
  if (texts_.size() >= kMaxTexts) texts_.clear();
  const CriticalPath path = criticalPath(*graph_, thread, slice.begin, end);
  left_ -= std::min(left_, path.size());
  return texts_[key] =
             shareTexts({*graph_, c.index()}, thread, pathShares(path, c.index().tracks(), c.index().names()));
}

}  // namespace tp::ui
