#include "ui/panels/info_lists.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/text/visible_text.h"
#include "ui/base/row_list.h"
#include "ui/base/time_text.h"
#include "ui/base/tooltip.h"
#include "ui/view/losses.h"

namespace tp::ui {
namespace {

void rightText(Canvas& c, float right, float y, const std::string& text) {
  drawText(c, c.fonts.mono, kMonoSize, {right - textWidth(c.fonts.mono, kMonoSize, text), y}, c.theme.text, text);
}

// Records per second of the time for which the stream has them; empty if the clock's unit has no known length.
std::string rateText(const StreamState& stream, const ClockInfo& clock) {
  if (stream.records == 0 || stream.chunks.empty() || (!clock.isNs && clock.nsNum == 0)) return {};
  const Time recorded = stream.chunks.back().end - stream.chunks.front().begin - stream.lost;
  double ns = toNs(static_cast<double>(recorded), clock);
  if (ns <= 0) return {};
  return countText(static_cast<uint64_t>(std::llround(static_cast<double>(stream.records) * 1e9 / ns))) + "/s";
}

// Losses are no faults of the files, which state them.
std::string warningsTitle(uint64_t warnings, bool losses) {
  if (warnings == 0 && !losses) return "No warnings: every record was understood.";
  if (warnings == 0) return "All that was recorded was understood; not everything was recorded:";
  return countText(warnings) + (warnings == 1 ? " warning" : " warnings") +
         (losses ? ", and not everything was recorded:" : "");
}

}  // namespace

std::string streamsText(const TraceIndex& index) {
  uint64_t read = 0;
  for (const StreamState& stream : index.streams()) read += stream.merged ? 0 : 1;
  return countText(read, "stream");
}

void drawStreams(Context& c, const Rect& area) {
  const std::vector<StreamState>& streams = c.index().streams();
  const auto made = std::count_if(streams.begin(), streams.end(), [](const StreamState& one) { return one.merged; });
  const std::string title = streamsText(c.index()) + (made > 0 ? ", " + std::to_string(made) + " derived" : "");
  auto columns = [&](float right) { return std::array<float, 3>{right - 4, right - 90, right - 160}; };
  std::array<float, 3> heads = columns(area.x + area.w - 12);
  const char* titles[] = {"rate", "records", "size"};
  for (size_t i = 0; i < 3; ++i) {
    float width = textWidth(c.fonts.words, kHintSize, titles[i]);
    drawText(c, c.fonts.words, kHintSize, {heads[i] - width, area.y + 2}, c.theme.dim, titles[i]);
  }
  const float room = heads[2] - textWidth(c.fonts.words, kHintSize, titles[2]) - 6 - area.x;
  drawCell(c, c.fonts.strong, kWordSize, {area.x, area.y}, c.theme.text, title, {area.x, area.y, room, 20});
  Rect rows{area.x, area.y + 22, area.w, area.h - 24};
  drawList(c, "streams", rows, streams.size(), -1, [&](size_t i, const Rect& box, bool, bool) {
    const StreamState& stream = streams[i];
    std::array<float, 3> at = columns(area.x + area.w - 12);
    Rect clip{box.x, box.y, at[2] - 64 - box.x, box.h};
    drawCell(c, c.fonts.words, kWordSize, {box.x, box.y + 1}, c.theme.text, stream.name, clip);
    if (stream.merged) return;
    rightText(c, at[2], box.y + 2, bytesText(stream.bytesTotal));
    rightText(c, at[1], box.y + 2, countText(stream.records));
    rightText(c, at[0], box.y + 2, rateText(stream, c.clock()));
  });
}

// A track that records were lost on. Threads may share a name, and CPUs have one for their events.
std::string lossName(const Track& track) {
  if (track.key.kind == TrackKind::Events && !track.detail.empty()) return track.detail + ", " + track.name;
  return track.key.kind == TrackKind::Thread ? track.name + " " + std::to_string(track.key.tid) : track.name;
}

void drawWarnings(Context& c, const Rect& area) {
  const TraceIndex& index = c.index();
  float y = area.y;
  const std::vector<TrackLosses>& losses = c.figures.losses();
  bool clean = index.warningCount() == 0;
  std::string title = warningsTitle(index.warningCount(), !losses.empty());
  drawText(c, c.fonts.strong, kWordSize, {area.x, y}, clean && losses.empty() ? c.theme.ok : c.theme.warn, title);
  y += 22;
  if (!losses.empty()) {
    float height = std::min(kListRow * static_cast<float>(losses.size()), area.h / 3);
    drawList(c, "losses", {area.x, y, area.w, height}, losses.size(), -1,
             [&](size_t i, const Rect& box, bool pressed, bool) {
               const TrackLosses& one = losses[i];
               std::string text = lossName(index.tracks()[one.track]) + ": records lost in " + countText(one.places) +
                                  (one.places == 1 ? " place" : " places");
               if (one.records > 0) text += ": " + one.recordsText(countText(one.records));
               Rect clip{box.x, box.y, box.w, box.h};
               drawCell(c, c.fonts.words, kWordSize, {box.x, box.y + 1}, c.theme.error, text, clip);
               if (pressed) goToLoss(c, one.track);
             });
    y += height + 8;
  }
  if (clean) return;
  // The chosen warning is shown in full below the list.
  const std::vector<Warning>& warnings = index.warnings();
  int chosen = c.warning.chosen();
  float full = 0;
  bool cut = false;  // there is no room for all of it: a tooltip shows it
  std::string whole;
  float width = area.w - 12;
  if (chosen >= 0 && static_cast<size_t>(chosen) < warnings.size()) {
    const Warning& warning = warnings[static_cast<size_t>(chosen)];
    whole = warning.text();
    if (std::string place = warningPlaceText(c, warning); !place.empty()) whole += "\n" + place;
    whole = visibleLines(whole, Backslash::Kept);
    full = c.fonts.mono->CalcTextSizeA(kHintSize, 1e9f, width, whole.data(), whole.data() + whole.size()).y + 10;
    cut = full > area.h / 2;
    full = std::min(full, area.h / 2);
  }
  Rect rows{area.x, y, area.w, area.y + area.h - y - full};
  size_t more = index.warningCount() > warnings.size() ? 1 : 0;
  drawList(c, "warnings", rows, warnings.size() + more, chosen, [&](size_t i, const Rect& box, bool pressed, bool) {
    Rect clip{box.x, box.y, box.w - 12, box.h};
    if (i == warnings.size())
      return drawText(c, c.fonts.words, kHintSize, {box.x, box.y + 2}, c.theme.dim,
                      "and " + countText(index.warningCount() - warnings.size()) + " more");
    if (pressed) c.warning.choose(c, chosen == static_cast<int>(i) ? -1 : static_cast<int>(i));
    drawCell(c, c.fonts.mono, kHintSize, {box.x, box.y + 3}, c.theme.text, warnings[i].text(), clip);
  });
  if (full <= 0) return;
  float at = area.y + area.h - full;
  c.draw->AddLine({area.x, at}, {area.x + width, at}, c.theme.line);
  const Rect told{area.x, at, area.w, full};
  c.draw->PushClipRect(told.min(), told.max(), true);
  c.draw->AddText(c.fonts.mono, kHintSize, {area.x, at + 5}, c.theme.text, whole.data(), whole.data() + whole.size(),
                  width);
  c.draw->PopClipRect();
  if (cut && ImGui::IsWindowHovered() && told.contains(ImGui::GetIO().MousePos))
    drawTip(c, {{whole, c.fonts.mono, kHintSize, c.theme.text}}, ImGui::GetIO().DisplaySize.y - kFooterHeight);
}

}  // namespace tp::ui
