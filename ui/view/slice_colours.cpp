#include "ui/view/slice_colours.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "ui/base/time_text.h"
#include "ui/view/state_track.h"

namespace tp::ui {
namespace {

// Positions in Theme::slices from short (cool) to long (warm). The first is for less than 1 µs, then one for each power
// of ten.
constexpr uint32_t kSteps[] = {18, 16, 13, 10, 7, 5, 3, 1};
constexpr double kFirstStep = 2;
constexpr const char* kStepLabels[] = {"< 1 \u00b5s", "1", "10", "100 \u00b5s", "1 ms", "10", "100 ms", "\u2265 1 s"};

uint32_t stepOf(const ClockInfo& clock, const Mark& mark) {
  double ns = toNs(static_cast<double>(longestDuration(mark)), clock);
  double step = ns < 1 ? 0 : std::floor(std::log10(ns)) - kFirstStep;
  return static_cast<uint32_t>(std::clamp(step, 0.0, static_cast<double>(std::size(kSteps) - 1)));
}

}  // namespace

SliceColours::SliceColours(Context& c, TrackId track, const VisibleTime& view, int level)
    : c_(c), view_(view), kind_(c.index().tracks()[track].key.kind) {
  const Track& at = c.index().tracks()[track];
  if (c.colourBy == ColourBy::Thread) hue_ = hueOf(at.name + at.detail);
  if (c.colourBy == ColourBy::State && kind_ == TrackKind::Thread) loadStates(track, level);
  if (kind_ == TrackKind::Events) loadHits();
}

// Once a frame and track: to look through the hits of all streams for each mark would cost too much. Where there are
// more of them than pixels, marks are aggregates.
void SliceColours::loadHits() {
  constexpr uint64_t kMost = 4096;
  if (c_.search.empty() || !c_.finder.question()) return;
  const HitList& hits = c_.finder.question()->hits();
  const uint64_t first = hits.before({view_.beginTime(), 0, 0}), behind = hits.before({view_.endTime() + 1, 0, 0});
  if (behind <= first || behind - first > kMost) return;
  for (const RowKey& hit : hits.slice(first, behind - first)) hits_.push_back(hit.time);
}

void SliceColours::loadStates(TrackId thread, int level) {
  const TrackId state = stateTrackOf(c_.index().tracks(), thread);
  if (state == kNoTrack) return;
  c_.session.query(state, view_.beginTime(), view_.endTime(), level, states_);
  std::sort(states_.begin(), states_.end(), [](const Mark& a, const Mark& b) { return a.begin < b.begin; });
}

NameId SliceColours::stateAt(const Mark& mark) const {
  Time begin = std::max(mark.begin, view_.beginTime()), end = std::min(mark.end, view_.endTime());
  Time middle = begin + (end - begin) / 2;
  auto after = std::upper_bound(states_.begin(), states_.end(), middle,
                                [](Time time, const Mark& state) { return time < state.begin; });
  return after == states_.begin() || (after - 1)->end < middle ? kNoName : (after - 1)->name;
}

ImU32 SliceColours::ofState(NameId state) {
  for (const auto& [name, colour] : stateColours_)
    if (name == state) return colour;
  stateColours_.emplace_back(state, c_.names.stateColour(state));
  return stateColours_.back().second;
}

// Whether the search has found a record at the time of the mark: what an event says may match where its name does not.
bool SliceColours::isHit(const Mark& mark) const {
  return !mark.aggregate() && std::binary_search(hits_.begin(), hits_.end(), mark.begin);
}

ImU32 SliceColours::fill(const Mark& mark) {
  if (kind_ == TrackKind::ThreadState) return ofState(mark.name);
  if (c_.names.isOffCpu(mark.name)) return c_.theme.raised;
  if (isIdle(mark)) return c_.theme.panel;
  if (kind_ == TrackKind::Events && isHit(mark)) return c_.names.fullColour(mark.name);
  bool calls = kind_ == TrackKind::Thread || kind_ == TrackKind::Async;
  if (c_.colourBy == ColourBy::Name || !calls) return c_.names.colour(mark.name);
  bool faded = !c_.search.empty() && !c_.names.matches(mark.name);
  if (c_.colourBy == ColourBy::State) return faded ? c_.theme.raised : ofState(stateAt(mark));
  uint32_t hue = c_.colourBy == ColourBy::Thread ? hue_ : kSteps[stepOf(c_.clock(), mark)];
  return faded ? c_.theme.slicesFaded[hue] : c_.theme.slices[hue];
}

ImU32 SliceColours::ink(const Mark& mark) {
  if (c_.names.isOffCpu(mark.name) || isIdle(mark)) return c_.theme.dim;
  NameId state = kNoName;
  if (kind_ == TrackKind::ThreadState) {
    // A state keeps its colour during a search.
    state = mark.name;
  } else if (!c_.search.empty() && !c_.names.matches(mark.name)) {
    return c_.theme.faint;
  } else if (c_.colourBy == ColourBy::State && kind_ == TrackKind::Thread) {
    state = stateAt(mark);
  } else {
    return c_.theme.sliceText;
  }
  return c_.theme.stateInk(threadStateOf(c_.index().names().view(state)));
}

const char* colourName(ColourBy by) {
  static constexpr const char* kNames[] = {"name", "thread", "duration", "state"};
  return kNames[static_cast<size_t>(by)];
}

bool colourCommand(WindowState& c, std::string_view id, std::span<const std::string> args) {
  if (id != "colour-by" || args.size() != 1) return false;
  for (ColourBy by : {ColourBy::Name, ColourBy::Thread, ColourBy::Duration, ColourBy::State}) {
    if (args[0] != colourName(by)) continue;
    c.colourBy = by;
    return true;
  }
  return false;
}

void drawLegend(Context& c, const Rect& tracks) {
  if (c.colourBy == ColourBy::Name) return;
  struct Entry {
    ImU32 colour;
    const char* label;
  };
  std::vector<Entry> entries;
  std::string title = std::string("colour by ") + colourName(c.colourBy);
  if (c.colourBy == ColourBy::Duration)
    for (size_t i = 0; i < std::size(kSteps); ++i) entries.push_back({c.theme.slices[kSteps[i]], kStepLabels[i]});
  if (c.colourBy == ColourBy::State)
    for (ThreadState state :
         {ThreadState::Running, ThreadState::Runnable, ThreadState::Uninterruptible, ThreadState::Sleeping})
      entries.push_back({c.theme.stateColour(state), threadStateName(state)});
  constexpr float kSwatch = 10, kGap = 5, kApart = 10, kHeight = 24;
  float width = textWidth(c.fonts.words, kHintSize, title) + 20;
  for (const Entry& entry : entries)
    width += kSwatch + kGap + kApart + textWidth(c.fonts.words, kHintSize, entry.label);
  float x = std::max(tracks.x + 4, tracks.x + tracks.w - width - 6), y = tracks.y + tracks.h - kHeight - 6;
  c.draw->AddRectFilled({x, y}, {x + width, y + kHeight}, c.theme.raised, 5);
  c.draw->AddRect({x, y}, {x + width, y + kHeight}, c.theme.line, 5);
  drawText(c, c.fonts.words, kHintSize, {x + 10, y + 6}, c.theme.dim, title);
  x += textWidth(c.fonts.words, kHintSize, title) + 20;
  for (const Entry& entry : entries) {
    c.draw->AddRectFilled({x, y + 7}, {x + kSwatch, y + 7 + kSwatch}, entry.colour, 2);
    x += kSwatch + kGap;
    drawText(c, c.fonts.words, kHintSize, {x, y + 6}, c.theme.text, entry.label);
    x += textWidth(c.fonts.words, kHintSize, entry.label) + kApart;
  }
}

}  // namespace tp::ui
