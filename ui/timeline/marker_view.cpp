#include "ui/timeline/marker_view.h"

#include <algorithm>
#include <cmath>

#include "ui/base/time_text.h"

namespace tp::ui {
namespace {

constexpr float kFlagHeight = 13;
constexpr float kKeptHeight = 12;
// Of the notes on the axis; the tooltip has all of them.
constexpr float kLeastNoteWidth = 40, kMaxNoteWidth = 260;

float flagWidth(const Canvas& c, uint32_t number) {
  return textWidth(c.fonts.mono, kHintSize, std::to_string(number)) + 8;
}

float toX(const VisibleTime& view, const Rect& strip, Time time) {
  return std::floor(strip.x + static_cast<float>(std::clamp(view.toShare(time), -1.0, 2.0)) * strip.w) + 0.5f;
}

ImU32 inkOf(const Context& c, const Marker& marker) {
  const Marker* selected = c.markers.selected();
  return selected != nullptr && selected->number == marker.number ? c.theme.accent : c.theme.dim;
}

ImU32 soft(ImU32 colour, uint32_t alpha) {
  return (colour & ~IM_COL32_A_MASK) | alpha << IM_COL32_A_SHIFT;
}

using Spans = std::vector<std::pair<float, float>>;

// Draws a text centred between two positions in a row of the axis, and adds what it takes to `taken`. Returns false if
// there is no room.
bool drawWithin(Canvas& c, const Rect& strip, float y, float left, float right, const std::string& text, ImU32 ink,
                Spans& taken) {
  left = std::max(left, strip.x);
  right = std::min(right, strip.x + strip.w);
  float width = textWidth(c.fonts.mono, kHintSize, text);
  if (right - left < width + 12) return false;
  float x = std::floor((left + right - width) / 2);
  c.draw->AddRectFilled({x - 4, y}, {x + width + 4, y + kHintSize + 1}, c.theme.canvas);
  drawText(c, c.fonts.mono, kHintSize, {x, y}, ink, text, &strip);
  taken.emplace_back(x - 4, x + width + 4);
  return true;
}

// Returns as much of a note as fits into a width of the axis, in pixels.
std::string fittingNote(const Canvas& c, const std::string& note, float width) {
  return fitText(c.fonts.mono, kHintSize, note, std::min(width, kMaxNoteWidth));
}

// The room of a marker's flag and its note, and what is free at either side of it.
struct NoteRoom {
  float before, flagLeft, flagRight, behind;
};

// Draws the note of a marker behind its flag or, if the next one is too close, before it. Returns where what is drawn
// ends.
float drawNote(Canvas& c, const Rect& strip, const Marker& marker, const NoteRoom& room, Spans& taken) {
  if (marker.note.empty()) return room.flagRight;
  const float behind = std::min(room.behind, strip.x + strip.w) - room.flagRight;
  const float before = room.flagLeft - std::max(room.before, strip.x);
  const float needed = std::min(textWidth(c.fonts.mono, kHintSize, marker.note), kMaxNoteWidth) + 6;
  const bool turned = behind < needed && before > behind;
  const float most = turned ? before : behind;
  if (most < kLeastNoteWidth) return room.flagRight;
  const std::string text = fittingNote(c, marker.note, most - 6);
  const float width = textWidth(c.fonts.mono, kHintSize, text);
  const float left = turned ? room.flagLeft - width - 6 : room.flagRight;
  c.draw->AddRectFilled({left, strip.y + 2}, {left + width + 6, strip.y + 2 + kFlagHeight}, c.theme.canvas);
  drawText(c, c.fonts.mono, kHintSize, {left + 3, strip.y + 3}, c.theme.text, text, &strip);
  taken.emplace_back(left, left + width + 6);
  return turned ? room.flagRight : left + width + 6;
}

void drawKept(Context& c, const Rect& strip, const KeptRange& range, Spans& taken) {
  float left = toX(c.view, strip, range.begin), right = std::max(toX(c.view, strip, range.end), left + 2);
  float bottom = strip.y + strip.h;
  c.draw->AddRectFilled({left, bottom - 7}, {right, bottom - 2}, soft(c.theme.warn, 150), 1);
  std::string number = std::to_string(range.number);
  const std::string length = durationText(range.end - range.begin, c.clock());
  const std::string text =
      number + "  " +
      (range.note.empty()
           ? length
           : fittingNote(c, range.note, std::min(right, strip.x + strip.w) - std::max(left, strip.x) - 40));
  if (drawWithin(c, strip, bottom - kKeptHeight, left, right, text, c.theme.text, taken)) return;
  drawText(c, c.fonts.mono, kHintSize, {right + 3, bottom - kKeptHeight}, c.theme.text, number, &strip);
  taken.emplace_back(left, right + 12);
}

}  // namespace

uint32_t keptUnder(const WindowState& c, const Rect& strip, ImVec2 at) {
  if (at.y < strip.y + strip.h - kKeptHeight || at.y > strip.y + strip.h) return 0;
  const std::vector<KeptRange>& ranges = c.markers.ranges();
  for (size_t i = ranges.size(); i-- > 0;)
    if (at.x >= toX(c.view, strip, ranges[i].begin) - 2 && at.x <= toX(c.view, strip, ranges[i].end) + 2)
      return ranges[i].number;
  return 0;
}

uint32_t markerUnder(const Context& c, const Rect& strip, float x) {
  const std::vector<Marker>& all = c.markers.all();
  for (size_t i = all.size(); i-- > 0;) {
    float at = toX(c.view, strip, all[i].time);
    if (x >= at - 4 && x < at + flagWidth(c, all[i].number)) return all[i].number;
  }
  return 0;
}

Spans markersOnAxis(Context& c, const Rect& strip) {
  Spans taken;
  const std::vector<Marker>& all = c.markers.all();
  c.draw->PushClipRect(strip.min(), strip.max(), true);
  for (const KeptRange& range : c.markers.ranges()) drawKept(c, strip, range, taken);
  float end = strip.x;  // of what is drawn of the marker before
  for (size_t i = 0; i < all.size(); ++i) {
    float x = toX(c.view, strip, all[i].time), width = flagWidth(c, all[i].number);
    if (i + 1 < all.size() && all[i].note.empty()) {
      float left = x + width + 2, right = toX(c.view, strip, all[i + 1].time) - 2, y = strip.y + 2 + kFlagHeight / 2;
      if (right > left) c.draw->AddLine({left, y}, {right, y}, c.theme.line);
      drawWithin(c, strip, strip.y + 3, left, right, durationText(all[i + 1].time - all[i].time, c.clock()),
                 c.theme.text, taken);
    }
    ImU32 ink = inkOf(c, all[i]);
    c.draw->AddLine({x, strip.y + 2}, {x, strip.y + strip.h}, ink);
    c.draw->AddRectFilled({x, strip.y + 2}, {x + width, strip.y + 2 + kFlagHeight}, ink, 3,
                          ImDrawFlags_RoundCornersRight);
    drawText(c, c.fonts.mono, kHintSize, {x + 4, strip.y + 3}, c.theme.canvas, std::to_string(all[i].number));
    taken.emplace_back(x - 1, x + width + 2);
    const float next = i + 1 < all.size() ? toX(c.view, strip, all[i + 1].time) - 3 : strip.x + strip.w;
    end = drawNote(c, strip, all[i], {end, x, x + width + 2, next}, taken);
  }
  c.draw->PopClipRect();
  return taken;
}

void markersOverTracks(Context& c, const VisibleTime& view, const Rect& tracks) {
  c.draw->PushClipRect(tracks.min(), tracks.max(), true);
  for (const KeptRange& range : c.markers.ranges()) {
    float left = toX(view, tracks, range.begin), right = std::max(toX(view, tracks, range.end), left + 1);
    c.draw->AddRectFilled({left, tracks.y}, {right, tracks.y + tracks.h}, soft(c.theme.warn, 18));
    for (float x : {left, right}) c.draw->AddLine({x, tracks.y}, {x, tracks.y + tracks.h}, soft(c.theme.warn, 110));
  }
  for (const Marker& marker : c.markers.all()) {
    float x = toX(view, tracks, marker.time);
    c.draw->AddLine({x, tracks.y}, {x, tracks.y + tracks.h}, inkOf(c, marker));
  }
  c.draw->PopClipRect();
}

void markersOnOverview(Context& c, const Rect& strip) {
  const Span& whole = c.view.whole();
  auto toStrip = [&](Time time) {
    double share = (static_cast<double>(time - c.view.base()) - whole.begin) / whole.length();
    return std::floor(strip.x + strip.w * static_cast<float>(std::clamp(share, 0.0, 1.0))) + 0.5f;
  };
  for (const KeptRange& range : c.markers.ranges()) {
    float left = toStrip(range.begin), right = std::max(toStrip(range.end), left + 1);
    c.draw->AddRectFilled({left, strip.y + strip.h - 3}, {right, strip.y + strip.h}, c.theme.warn);
  }
  for (const Marker& marker : c.markers.all()) {
    float x = toStrip(marker.time);
    c.draw->AddLine({x, strip.y}, {x, strip.y + strip.h}, inkOf(c, marker));
    c.draw->AddTriangleFilled({x - 3, strip.y}, {x + 3, strip.y}, {x, strip.y + 4}, inkOf(c, marker));
  }
}

std::string sinceMarker(const Context& c) {
  const Marker* selected = c.markers.selected();
  if (selected == nullptr || !c.pointerTime) return {};
  Time by = *c.pointerTime - selected->time;
  return "marker " + std::to_string(selected->number) + " \u2192 pointer  " + (by < 0 ? "\u2212" : "+") +
         durationText(by < 0 ? -by : by, c.clock());
}

}  // namespace tp::ui
