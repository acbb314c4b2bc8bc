#include "ui/timeline/overlays.h"

#include <algorithm>

#include "ui/base/time_text.h"
#include "ui/base/tooltip.h"
#include "ui/timeline/counter_painter.h"
#include "ui/timeline/duration_labels.h"
#include "ui/timeline/marker_view.h"
#include "ui/view/drawn_times.h"
#include "ui/view/selection_text.h"

namespace tp::ui {
namespace {

// Returns whether Mark::total of the track's calls is their self time. It is computed by stream: if a track has calls
// of several streams, those of another one may take some of it.
bool selfKnown(const TraceIndex& index, TrackId track) {
  return index.tracks()[track].key.kind == TrackKind::Thread && index.lanesOf(track).size() == 1;
}

// Behind a time of a track that the axis does not have there.
const char* ownTimeNote(const Context& c, TrackId track) {
  return stretchOf(c, c.index(), track) != nullptr ? ", stretched" : "";
}

std::vector<TipLine> tooltipLines(Context& c) {
  const TraceIndex& index = c.index();
  const Mark& mark = c.hover->mark;
  const ClockInfo& clock = c.clock();
  std::vector<TipLine> lines;
  auto mono = [&](std::string text, ImU32 colour) {
    lines.push_back({std::move(text), c.fonts.mono, kMonoSize, colour});
  };
  std::string name = markName(c.names, mark);
  if (name.empty()) name = "(no name)";
  if (mark.aggregate()) {
    lines.push_back({countText(mark.count) + (mark.durations() > 0 ? " short slices" : " events"), c.fonts.strong,
                     kWordSize, c.theme.text});
    if (mark.durations() > 0) {
      mono("total " + durationText(mark.durations(), clock), c.theme.text);
      mono("longest " + durationText(longestDuration(mark), clock) + "  " + name, c.theme.dim);
    } else {
      mono("among them " + name, c.theme.dim);
    }
  } else {
    lines.push_back({name, c.fonts.strong, kWordSize, c.theme.text});
    if (mark.duration() > 0 && (mark.flags & kMarkNoDuration) != 0)
      mono("drawn for " + durationText(mark.duration(), clock), c.theme.text);
    else if (mark.duration() > 0 && selfKnown(c.index(), c.hover->track) && !c.names.isNotRecorded(mark.name))
      mono(durationText(mark.duration(), clock, boundOf(mark)) + "   self " +
               durationText(mark.selfTime(), clock, boundOf(mark)),
           c.theme.text);
    else if (mark.duration() > 0)
      mono(durationText(mark.duration(), clock, boundOf(mark)), c.theme.text);
  }
  mono("at " + durationText(mark.begin - c.timesFrom(), clock) + ownTimeNote(c, c.hover->track), c.theme.dim);
  if (std::string since = sinceMarker(c); !since.empty()) mono(since, c.theme.accent);
  lines.push_back({trackPath(index, c.hover->track), c.fonts.words, kHintSize, c.theme.dim});
  if ((mark.flags & kMarkLost) != 0)
    lines.push_back({"records were lost here", c.fonts.words, kHintSize, c.theme.error});
  if (boundOf(mark) != Bound::None) {
    lines.push_back({whyAtMost(index.tracks()[c.hover->track].key.kind), c.fonts.words, kHintSize, c.theme.warn});
  }
  if (!mark.aggregate())
    for (const char* why : whyNotKnown(mark)) lines.push_back({why, c.fonts.words, kHintSize, c.theme.warn});
  return lines;
}

std::vector<TipLine> counterLines(Context& c) {
  const TrackTable& tracks = c.index().tracks();
  const Track& track = tracks[c.counter->track];
  const Mark& mark = c.counter->mark;
  std::vector<TipLine> lines;
  lines.push_back({std::string(counterName(track.name)), c.fonts.strong, kWordSize, c.theme.text});
  lines.push_back({counterText(mark, counterUnit(track.name)), c.fonts.mono, kMonoSize, c.theme.text});
  std::string since = "since " + durationText(mark.begin - c.timesFrom(), c.clock());
  if (mark.aggregate())
    since = countText(mark.count) + " samples from " + durationText(mark.begin - c.timesFrom(), c.clock());
  since += ownTimeNote(c, c.counter->track);
  lines.push_back({since, c.fonts.mono, kMonoSize, c.theme.dim});
  // The aggregate is wider than what can't be told apart on the screen.
  const VisibleTime view = drawnTimes(c, c.index(), c.counter->track);
  double share = view.toShare(mark.end) - view.toShare(mark.begin);
  bool kept = mark.aggregate() && share * static_cast<double>(ImGui::GetIO().DisplaySize.x) > 4;
  if (kept && track.key.label.rfind("plot ", 0) == 0)
    lines.push_back({"folded: each value is kept where one looked when it was plotted; plot it again here",
                     c.fonts.words, kHintSize, c.theme.dim});
  for (const Selection& other : c.counters) {
    if (other.track == c.counter->track) continue;
    const std::string name(counterName(tracks[other.track].name));
    lines.push_back({name + "  " + counterText(other.mark, counterUnit(tracks[other.track].name)), c.fonts.mono,
                     kMonoSize, c.theme.dim});
  }
  if (std::string marker = sinceMarker(c); !marker.empty())
    lines.push_back({marker, c.fonts.mono, kMonoSize, c.theme.accent});
  if (track.parent != kNoTrack)
    lines.push_back(
        {tracks[track.parent].name + " " + tracks[track.parent].detail, c.fonts.words, kHintSize, c.theme.dim});
  return lines;
}

}  // namespace

void drawTooltip(Context& c, const Rect& tracks) {
  const float below = tracks.y + tracks.h;
  // In the drawer, the tip covers what is below.
  const float bottom = ImGui::GetIO().MousePos.y > below ? ImGui::GetIO().DisplaySize.y : below + 60;
  if (!c.hint.empty()) return drawTip(c, {{c.hint, c.fonts.words, kHintSize, c.theme.text}}, bottom);
  if (c.durations.hit && c.mouseOnTracks) return drawTip(c, durationTip(c), tracks.y + tracks.h + 60);
  if (c.counter && c.mouseOnTracks) return drawTip(c, counterLines(c), tracks.y + tracks.h + 60);
  if (!c.hover || !c.mouseOnTracks) return;
  drawTip(c, tooltipLines(c), tracks.y + tracks.h + 60);
}

}  // namespace tp::ui
