#include "ui/timeline/query_labels.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/text/characters.h"
#include "ui/base/menu.h"
#include "ui/base/text_field.h"
#include "ui/base/time_text.h"
#include "ui/base/tooltip.h"
#include "ui/timeline/query_painter.h"
#include "ui/timeline/query_strip.h"

namespace tp::ui {
namespace {

constexpr float kClose = 20;
constexpr float kTexts = 38;  // height of the name and the status below it
constexpr const char* kMenu = "query track menu";
constexpr size_t kToldText = 600;  // bytes of a query in a tip
constexpr double kExact = 1e15;    // larger doubles are no longer told digit by digit

struct Menu {
  uint32_t number = 0;  // of its track
  std::string name;     // in its field
};

std::string valueText(double value) {
  char text[48];
  if (std::fabs(value) >= kExact || value != std::floor(value)) {
    std::snprintf(text, sizeof text, "%.4g", value);
    return text;
  }
  return (value < 0 ? "\u2212" : "") + countText(static_cast<uint64_t>(std::fabs(value)));
}

// The range stands in the place of an axis, as on other counters.
std::string rangeText(const QueryTrack& track) {
  if (track.kind != QueryTrackKind::Counter || !track.result || track.samples.samples.empty()) return {};
  const QuerySamples& all = track.samples;
  return " \u00b7 " + (all.low < 0 ? valueText(all.low) + " \u2026 " : "max ") + valueText(all.high);
}

std::string withoutEnd(std::string_view text) {
  if (text.size() <= kToldText) return std::string(text);
  return std::string(text.substr(0, characterStart(text, kToldText))) + "\u2026";
}

void drawLabelTip(Context& c, const QueryTrack& track, float bottom) {
  std::vector<TipLine> lines{{track.name, c.fonts.strong, kWordSize, c.theme.text}};
  lines.push_back({queryTrackStatus(c, track) + rangeText(track), c.fonts.words, kHintSize, c.theme.dim});
  if (!track.error.empty()) lines.push_back({track.error, c.fonts.words, kHintSize, c.theme.error});
  for (const std::string& note : notesOn(track)) lines.push_back({note, c.fonts.words, kHintSize, c.theme.warn});
  lines.push_back({withoutEnd(track.text), c.fonts.mono, kMonoSize, c.theme.dim});
  drawTip(c, lines, bottom);
}

// Returns whether the track is to be closed.
bool drawClose(Canvas& c, const QueryTrack& track, const Rect& box) {
  ImGui::SetCursorScreenPos(box.min());
  const bool pressed = ImGui::InvisibleButton("close", {box.w, box.h});
  const bool hovered = ImGui::IsItemHovered();
  c.noteControl("close " + track.name, false);
  if (hovered) {
    c.hint = "Close this track";
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    c.draw->AddRectFilled(box.min(), box.max(), c.theme.raised, 4);
  }
  const ImU32 ink = hovered ? c.theme.text : c.theme.dim;
  const float x = std::floor(box.x + box.w / 2), y = std::floor(box.y + box.h / 2);
  c.draw->AddLine({x - 3.5f, y - 3.5f}, {x + 3.5f, y + 3.5f}, ink, 1.5f);
  c.draw->AddLine({x - 3.5f, y + 3.5f}, {x + 3.5f, y - 3.5f}, ink, 1.5f);
  return pressed;
}

void drawTexts(Context& c, const QueryTrack& track, const Rect& box) {
  const Rect clip{box.x + 14, box.y, box.w - 14 - kClose - 8, box.h};
  drawText(c, c.fonts.words, kWordSize, {clip.x, box.y + 3}, c.theme.text,
           fitText(c.fonts.words, kWordSize, track.name, clip.w), &clip);
  const ImU32 ink = !track.error.empty() ? c.theme.error : notesOn(track).empty() ? c.theme.faint : c.theme.warn;
  const std::string status = queryTrackStatus(c, track) + rangeText(track);
  drawText(c, c.fonts.words, kHintSize, {clip.x, box.y + 19}, ink, fitText(c.fonts.words, kHintSize, status, clip.w),
           &clip);
}

void drawMenu(Context& c) {
  if (!beginPopup(kMenu)) return;
  Menu& menu = c.memory.of<Menu>();
  const std::vector<QueryTrack>& all = c.queryTracks.all();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const QueryTrack& one) { return one.number == menu.number; });
  if (found == all.end()) {
    ImGui::CloseCurrentPopup();
    return endMenu();
  }
  const auto position = static_cast<size_t>(found - all.begin());
  const std::string number = std::to_string(position + 1);
  ImGui::SetNextItemWidth(220);
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  if (textField("##track name", "Name", menu.name)) c.queryTracks.rename(position, menu.name);
  c.noteControl("name of the track", false);
  if (ImGui::IsItemDeactivated() && ImGui::IsKeyPressed(ImGuiKey_Enter, false)) ImGui::CloseCurrentPopup();
  if (menuItem(c, "Put its query into the editor")) c.runAction = {"sql-track-edit", number};
  if (menuItem(c, "Close this track")) c.runAction = {"sql-track-close", number};
  if (all.size() > 1 && menuItem(c, "Close all tracks of queries")) c.runAction = {"sql-tracks-close", ""};
  endMenu();
}

}  // namespace

void drawQueryLabels(Context& c, const Rect& area) {
  const Rect labels{area.x, area.y, c.labelWidth - 2, area.h};
  const QueryTrack *pointed = nullptr, *opened = nullptr;
  std::optional<size_t> closed;
  float y = area.y - c.queryTracks.scroll;
  ImGui::PushClipRect(labels.min(), labels.max(), true);
  ImGui::PushID("query labels");
  for (size_t i = 0; i < c.queryTracks.all().size(); ++i) {
    const QueryTrack& track = c.queryTracks.all()[i];
    const Rect box{labels.x, y, labels.w, queryTrackHeight(c, track)};
    y += box.h;
    if (box.y >= area.y + area.h || y <= area.y) continue;
    ImGui::PushID(static_cast<int>(track.number));
    // The name and the button stay in view as long as a part of the track is.
    const float stays = std::max(box.y, std::min(area.y, y - kTexts));
    if (drawClose(c, track, {box.x + box.w - kClose - 4, stays + 2, kClose, kClose})) closed = i;
    // As far as it is in view.
    const float top = std::max(box.y, area.y), bottom = std::min(y, area.y + area.h);
    ImGui::SetCursorScreenPos({box.x, top});
    const bool pressed = ImGui::InvisibleButton("label", {box.w - kClose - 6, std::max(1.0f, bottom - top - 1)});
    c.noteControl("track " + track.name, false);
    ImGui::PopID();
    if (ImGui::IsItemHovered()) pointed = &track, ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (pressed || (ImGui::IsItemHovered() && ImGui::IsMouseReleased(1))) opened = &track;
    drawTexts(c, track, {box.x, stays, box.w, y - stays});
  }
  ImGui::PopID();
  ImGui::PopClipRect();
  if (opened != nullptr) {
    c.memory.of<Menu>() = {opened->number, opened->name};
    ImGui::OpenPopup(kMenu);
  }
  drawMenu(c);
  if (pointed != nullptr && !ImGui::IsPopupOpen(kMenu)) drawLabelTip(c, *pointed, area.y + area.h + 200);
  if (closed) c.queryTracks.remove(c, *closed), c.moreToCome = true;
}

}  // namespace tp::ui
