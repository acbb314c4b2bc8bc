#include <algorithm>
#include <cmath>
#include <cstdio>

#include "ui/app/actions.h"
#include "ui/app/export.h"
#include "ui/app/frame_bars.h"
#include "ui/app/header_menus.h"
#include "ui/base/time_text.h"
#include "ui/panels/siblings.h"
#include "ui/timeline/marker_view.h"
#include "ui/view/drawn_times.h"
#include "ui/view/losses.h"
#include "ui/view/navigation.h"
#include "ui/view/selection_text.h"

namespace tp::ui {
namespace {

constexpr float kLeastSearch = 140;
constexpr float kIcons = 80;  // width of the icons at the right, with the gap before them

std::string counts(const WindowState& c, const TraceIndex& index) {
  uint64_t threads = index.countTracks(TrackKind::Thread);
  std::string text = countText(index.records(), "record");
  if (threads > 0) text += " \u00b7 " + countText(threads) + (threads == 1 ? " thread" : " threads");
  if (index.info().cpus > 0)
    text += " \u00b7 " + std::to_string(index.info().cpus) + (index.info().cpus == 1 ? " CPU" : " CPUs");
  // As on the axis: a trace that is drawn stretched does not reach to where its records are.
  const TimeBounds drawn = drawnBounds(c, index);
  if (drawn.begin < drawn.end) text += " \u00b7 " + durationText(drawn.end - drawn.begin, index.info().clock);
  return text;
}

void drawLogo(Canvas& c, float x, float y) {
  c.draw->AddRectFilled({x, y}, {x + 18, y + 18}, c.theme.accent, 4);
  ImU32 ink = c.theme.canvas;
  c.draw->AddRectFilled({x + 4, y + 5}, {x + 14, y + 7}, ink);
  c.draw->AddRectFilled({x + 4, y + 8.5f}, {x + 10, y + 10.5f}, ink);
  c.draw->AddRectFilled({x + 7, y + 12}, {x + 10, y + 14}, ink);
}

// Draws the button of an icon; returns true if it was pressed.
bool iconButton(Canvas& c, const char* name, const Rect& box) {
  ImGui::SetCursorScreenPos(box.min());
  bool pressed = ImGui::InvisibleButton(name, {box.w, box.h});
  bool hovered = ImGui::IsItemHovered();
  c.noteControl(name, false);
  c.draw->AddRectFilled(box.min(), box.max(), hovered ? c.theme.line : c.theme.raised, 5);
  if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  return pressed;
}

void drawGear(Canvas& c, ImVec2 middle) {
  for (int tooth = 0; tooth < 8; ++tooth) {
    float angle = 0.7853982f * static_cast<float>(tooth);
    ImVec2 to{middle.x + 7.5f * std::cos(angle), middle.y + 7.5f * std::sin(angle)};
    c.draw->AddLine(middle, to, c.theme.text, 2.6f);
  }
  bool hovered = ImGui::IsItemHovered();
  c.draw->AddCircleFilled(middle, 5.6f, c.theme.text);
  c.draw->AddCircleFilled(middle, 2.4f, hovered ? c.theme.line : c.theme.raised);
}

// Draws the buttons for settings and the list of keys.
void drawIcons(Context& c, const Rect& area) {
  Rect gear{area.x + area.w - 72, area.y + 9, 26, 26};
  if (iconButton(c, "settings", gear)) c.settingsOpen = !c.settingsOpen;
  drawGear(c, {gear.x + 13, gear.y + 13});
  if (button(c, "?", {area.x + area.w - 40, area.y + 9}, {26, 26})) c.help = !c.help;
}

// The width of what was lost, with the gap behind it; 0 if nothing was.
float lossesWidth(Context& c) {
  const std::string text = lossesText(c.figures);
  return text.empty() ? 0 : textWidth(c.fonts.words, kWordSize, text) + 32;
}

// Draws what was lost, as a button that goes to the places. Returns lossesWidth(), or 0 if there is no room.
float drawLosses(Context& c, ImVec2 at, float room) {
  const float width = lossesWidth(c) - 12;
  if (width <= 0 || width + 12 > room) return 0;
  const std::string text = lossesText(c.figures);
  const Rect chip{at.x, at.y, width, 26};
  ImGui::SetCursorScreenPos(chip.min());
  const bool pressed = ImGui::InvisibleButton("losses", {chip.w, chip.h});
  const bool hovered = ImGui::IsItemHovered();
  c.noteControl(text, false);
  if (hovered) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    c.hint = "Records that the recorder has lost: press for the next place";
  }
  c.draw->AddRectFilled(chip.min(), chip.max(), hovered ? c.theme.line : c.theme.raised, 5);
  drawText(c, c.fonts.words, kWordSize, {chip.x + 10, chip.y + 5}, c.theme.warn, text);
  if (pressed) goToLoss(c, kNoTrack);
  return width + 12;
}

// Draws bytes, rate and time left, with a button to cancel, up to `edge`; returns the width.
float drawProgress(Canvas& c, Session& session, const Rect& area, float edge) {
  Progress progress = session.progress();
  double share = std::max(0.0, progress.fraction());
  char rate[128];
  std::snprintf(rate, sizeof rate, "%.0f %% \u00b7 %s of %s \u00b7 %s/s", 100 * share,
                bytesText(progress.bytesDone).c_str(), bytesText(progress.bytesTotal).c_str(),
                bytesText(static_cast<uint64_t>(progress.bytesPerSecond)).c_str());
  std::string text = rate;
  if (progress.secondsLeft >= 0) {
    char left[48];
    std::snprintf(left, sizeof left, " \u00b7 %.*f s left", progress.secondsLeft < 10 ? 1 : 0, progress.secondsLeft);
    text += left;
  }
  float x = edge - 74;
  if (button(c, "Cancel", {x, area.y + 9}, {70, 26})) session.cancel();
  float width = textWidth(c.fonts.mono, kMonoSize, text);
  drawText(c, c.fonts.mono, kMonoSize, {x - width - 12, area.y + 15}, c.theme.dim, text);
  float y = area.y + area.h - 2;
  c.draw->AddRectFilled({area.x, y}, {area.x + area.w * static_cast<float>(share), y + 2}, c.theme.accent);
  return width + 110;
}

}  // namespace

void drawHeader(Context& c, const Rect& area, std::span<const Action> actions) {
  c.draw->AddRectFilled(area.min(), area.max(), c.theme.panel);
  c.draw->AddLine({area.x, area.y + area.h - 0.5f}, {area.x + area.w, area.y + area.h - 0.5f}, c.theme.line);
  drawLogo(c, area.x + 14, area.y + 13);
  Phase phase = c.session.phase();
  // In a narrow window, the trace's name and the search need the room.
  bool named = area.w >= kNarrow || phase == Phase::Empty;
  if (named) drawText(c, c.fonts.strong, kWordSize, {area.x + 40, area.y + 14}, c.theme.text, "Tracepane");
  float x = area.x + (named ? 122 : 44);
  drawIcons(c, area);
  if (phase == Phase::Empty) return;
  const bool several = hasSiblings(c, c.session);
  // Of several that were dropped, the one that is open.
  std::string name = several ? c.siblings.open : std::string();
  if (name.ends_with('/')) name.pop_back();
  if (name.empty()) name = c.session.name();
  float nameWidth = std::min(textWidth(c.fonts.words, kWordSize, name), named ? 260.0f : 90.0f);
  Rect chip{x, area.y + 9, nameWidth + (several ? 36 : 20), 26};
  c.draw->AddRectFilled(chip.min(), chip.max(), c.theme.raised, 5);
  drawText(c, c.fonts.words, kWordSize, {chip.x + 10, chip.y + 5}, c.theme.text,
           fitText(c.fonts.words, kWordSize, name, nameWidth + 1), &chip);
  drawSiblings(c, chip);
  x += chip.w + 14;
  float edge = area.x + area.w - kIcons;
  edge -= drawHeaderMenus(c, area, edge, actions);
  if (phase == Phase::Indexing) edge -= drawProgress(c, c.session, area, edge);
  if (phase != Phase::Indexing && phase != Phase::Ready) return;

  std::string text = counts(c, c.index());
  if (phase == Phase::Indexing) text += " so far";
  float room = edge - x - 12;
  float textW = textWidth(c.fonts.words, kWordSize, text);
  const float lost = lossesWidth(c);
  if (named && room >= textW + (lost > 0 ? lost + 24 : 0)) {
    drawText(c, c.fonts.words, kWordSize, {x, area.y + 14}, c.theme.dim, text);
    x += textW + 24;
    room -= textW + 24;
    const float badge = drawLosses(c, {x - 12, area.y + 9}, room);
    x += badge;
    room -= badge;
  } else {
    // What was lost tells more than the counts, but leaves the search its room.
    const float badge = drawLosses(c, {x - 4, area.y + 9}, room - kLeastSearch);
    x += badge;
    room -= badge;
  }
  if (phase == Phase::Ready && room > kLeastSearch) {
    float width = std::min(room - 10, 420.0f);
    // In the middle of the header, if there is room.
    const float from = std::max(x, std::min((area.x + area.w - width) / 2 + 60, edge - width));
    drawSearchField(c, {from, area.y + 8, width - 34, 28});
  }
}

void drawFooter(Context& c, const Rect& area, std::span<const Action> actions, double frameMs) {
  c.draw->AddRectFilled(area.min(), area.max(), c.theme.panel);
  c.draw->AddLine({area.x, area.y + 0.5f}, {area.x + area.w, area.y + 0.5f}, c.theme.line);
  float y = area.y + 6;
  const char* promise = "nothing leaves this machine";
  float x = area.x + area.w - textWidth(c.fonts.words, kHintSize, promise) - 14;
  drawText(c, c.fonts.words, kHintSize, {x, y}, c.theme.ok, promise);
  c.draw->AddCircleFilled({x - 9, y + 6.5f}, 3.5f, c.theme.ok);
  const std::string_view notice = c.noticeNow();
  const bool open = c.session.phase() == Phase::Indexing || c.session.phase() == Phase::Ready;
  if (!open)
    return drawText(c, c.fonts.words, kHintSize, {area.x + 14, y}, c.theme.text,
                    fitText(c.fonts.words, kHintSize, notice, x - area.x - 34));
  char figures[128];
  std::snprintf(figures, sizeof figures, "index %s \u00b7 cache %s \u00b7 frame %.1f ms",
                bytesText(c.figures.bytes()).c_str(), bytesText(c.session.cacheBytes()).c_str(), frameMs);
  const float beside = x - textWidth(c.fonts.words, kHintSize, figures) - 30;
  // A long sentence takes the place of the figures.
  if (area.x + 34 + textWidth(c.fonts.words, kHintSize, notice) <= beside) {
    x = beside;
    drawText(c, c.fonts.words, kHintSize, {x, y}, c.theme.dim, figures);
  }
  // A picture has nobody to give a hint to.
  if (drawExport(c, area) || c.pngWanted) return;
  if (!notice.empty())
    return drawText(c, c.fonts.words, kHintSize, {area.x + 14, y}, c.theme.text,
                    fitText(c.fonts.words, kHintSize, notice, x - area.x - 34));
  std::string news = seekText(c);
  if (news.empty()) news = sinceMarker(c);
  if (news.empty() && c.selection && !c.drawerOpen) news = selectionSummary(c);
  auto of = [&](const char* id) { return keysText(*findAction(actions, id), c.keyNames, " "); };
  std::string keys = of("zoom-in") + " " + of("zoom-out") + " zoom \u00b7 " + of("pan-left") + " " + of("pan-right") +
                     " pan \u00b7 drag move \u00b7 Shift-drag measure \u00b7 " + of("fit") + " fit \u00b7 " +
                     of("show-all") + " all \u00b7 " + of("toggle-drawer") + " drawer \u00b7 ? keys";
  if (x > area.x + 14 + textWidth(c.fonts.words, kHintSize, keys) + 20)
    drawText(c, c.fonts.words, kHintSize, {area.x + 14, y}, news.empty() ? c.theme.dim : c.theme.text,
             news.empty() ? keys : news);
}

}  // namespace tp::ui
