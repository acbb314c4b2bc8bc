#include "ui/view/row_measure.h"

#include "core/session/plot/durations_question.h"
#include "ui/base/theme.h"

namespace tp::ui {
namespace {

constexpr float kAboveCpu = 6;  // height of a row of slices above who runs on a CPU

constexpr float kDurations = 84, kFurtherPlot = 15;  // heights of a track of durations

// Each plot of a track of durations has a line in its label.
float counterHeight(const TraceIndex& index, TrackId track) {
  if (!isDurations(index.tracks()[track].key)) return kCounterHeight;
  return kDurations + kFurtherPlot * static_cast<float>(index.maxDepth(track));
}

// Returns whether the states of a thread are a thin strip above its calls. Without calls, they are high enough for
// text.
bool isStrip(const TraceIndex& index, TrackId track) {
  TrackId thread = index.tracks()[track].parent;
  return thread != kNoTrack && !index.lanesOf(thread).empty();
}

}  // namespace

float depthHeight(const TraceIndex& index, TrackId track, uint16_t depth, float callHeight) {
  switch (index.tracks()[track].key.kind) {
    case TrackKind::Cpu:
      return depth == 0 ? kCpuHeight : kAboveCpu - 1;
    case TrackKind::Events:
      return kEventHeight - 2;
    case TrackKind::ThreadState:
      return isStrip(index, track) ? 4 : kCallHeight;
    case TrackKind::Counter:
      return counterHeight(index, track) - 4;
    default:
      return callHeight;
  }
}

float trackHeight(const TraceIndex& index, TrackId track, float callHeight) {
  uint16_t deepest = index.maxDepth(track);
  switch (index.tracks()[track].key.kind) {
    case TrackKind::Cpu:
      return kCpuHeight + kCpuGap + kAboveCpu * static_cast<float>(deepest);
    case TrackKind::Events:
      return kEventHeight + 2;
    case TrackKind::ThreadState:
      return isStrip(index, track) ? 5 : kCallHeight + 1;
    case TrackKind::Counter:
      return counterHeight(index, track);
    default:
      return (callHeight + 1) * static_cast<float>(deepest + 1);
  }
}

float depthTop(const TraceIndex& index, TrackId track, uint16_t depth, float callHeight) {
  TrackKind kind = index.tracks()[track].key.kind;
  if (kind == TrackKind::Cpu) {
    uint16_t deepest = index.maxDepth(track);
    float above = kAboveCpu * static_cast<float>(deepest);
    return depth == 0 ? above : above - kAboveCpu * static_cast<float>(depth);
  }
  bool calls = kind == TrackKind::Thread || kind == TrackKind::Async;
  return calls ? (callHeight + 1) * static_cast<float>(depth) : 0;
}

}  // namespace tp::ui
