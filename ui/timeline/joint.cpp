#include "ui/timeline/joint.h"

#include <algorithm>
#include <cmath>

#include "ui/base/menu.h"
#include "ui/base/time_text.h"
#include "ui/view/drawn_times.h"
#include "ui/view/stretch_traces.h"

namespace tp::ui {
namespace {

Time draggedTime(const WindowState& c, float width) {
  return std::llround(static_cast<double>(c.joint.by / std::max(1.0f, width)) * c.view.now().length());
}

}  // namespace

const TracePart* partOf(const TraceIndex& index, int64_t number) {
  for (const TracePart& part : index.info().parts)
    if (part.number == number) return &part;
  return nullptr;
}

std::string signedText(Time time, const ClockInfo& clock) {
  return (time < 0 ? "\u2212" : "+") + durationText(std::abs(time), clock);
}

const TracePart* partOfHeading(const TraceIndex& index, TrackId track) {
  if (track >= index.tracks().size() || index.info().parts.empty()) return nullptr;
  const TrackKey& key = index.tracks()[track].key;
  return key == headingOfTrace(key.trace) ? partOf(index, key.trace) : nullptr;
}

bool reopen(Context& c, const JoinOptions& options) {
  if (!c.host.reopen) return false;
  std::vector<std::string> folders = c.siblings.folders;
  std::string open = !options.only.empty() ? options.only : options.together ? std::string() : c.siblings.open;
  c.host.reopen(JoinOptions(options));
  // The user has chosen, so the list need not open by itself; but it stays available.
  if (folders.size() > 1) c.siblings = {std::move(folders), std::move(open), c.session.opening(), true};
  return true;
}

std::string headingDetail(const WindowState& c, const TraceIndex& index, TrackId track) {
  const TracePart* part = partOfHeading(index, track);
  if (part == nullptr) return index.tracks()[track].detail;
  std::string detail = part->format;
  if (const Stretch* stretch = stretchOfTrace(c, part->number)) detail += ", " + factorText(*stretch) + " wide";
  if (part->shift != 0) detail += ", " + signedText(part->shift, index.info().clock);
  return detail;
}

void drawJointItems(Context& c, TrackId track) {
  const TracePart* part = partOfHeading(c.index(), track);
  if (part == nullptr) return;
  std::string number = std::to_string(part->number);
  auto want = [&](const char* id) { c.runAction = {id, number}; };
  ImGui::Separator();
  if (menuItem(c, "Shift this trace in time\u2026", "Alt+drag")) {
    c.askFor = {"trace.shift", number + " "};
  }
  if (menuItem(c, "Reset alignment", nullptr, false, part->shift != 0)) want("trace.reset-alignment");
  bool several = c.index().info().parts.size() > 1;
  if (menuItem(c, "Align the beginnings of all traces", nullptr, false, several)) want("trace.align-beginnings");
  const bool stretched = stretchOfTrace(c, part->number) != nullptr;
  const bool first = part->number == c.index().info().parts.front().number;
  if (menuItem(c, "Stretch to the length of the first trace", nullptr, false, several && !first)) want("trace.stretch");
  if (menuItem(c, "Do not stretch", nullptr, false, stretched)) want("trace.reset-stretch");
  if (menuItem(c, "Open this trace alone", nullptr, false, several)) want("trace.alone");
  if (menuItem(c, "Take this trace away", nullptr, false, several)) want("trace.close");
  if (!c.joint.options.keep.empty() && menuItem(c, "Show all traces again")) c.runAction = {"trace.all", ""};
}

bool dragHeading(Context& c, TrackId track, float width) {
  JointState& joint = c.joint;
  ImGuiIO& io = ImGui::GetIO();
  const TracePart* part = partOfHeading(c.index(), track);
  if (part == nullptr) return false;
  if (ImGui::IsItemActivated() && io.KeyAlt) {
    joint.dragged = part->number;
    joint.from = io.MousePos.x;
    joint.by = 0;
  }
  if (joint.dragged != part->number) {
    bool hovered = ImGui::IsItemHovered();
    if (hovered && io.KeyAlt) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    if (hovered && io.MousePos.x < c.labelWidth && c.hint.empty()) {
      c.hint = part->name + ": " + part->alignment + " (Alt+drag shifts it)";
      if (const Stretch* stretch = stretchOfTrace(c, part->number))
        c.hint += "; stretched " + factorText(*stretch) + ": " + kStretchedNote;
    }
    return false;
  }
  if (ImGui::IsItemActive()) {
    joint.by = io.MousePos.x - joint.from;
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    if (ImGui::IsKeyPressed(ImGuiKey_Escape)) joint.dragged = 0;
    return true;
  }
  joint.dragged = 0;
  constexpr float kLeast = 2;
  Time by = draggedTime(c, width);
  if (std::fabs(joint.by) >= kLeast && by != 0)
    c.runAction = {"trace.shift", std::to_string(part->number) + " " + std::to_string(clampTime(part->shift + by))};
  return true;
}

float draggedBy(const WindowState& c, const TraceIndex& index, TrackId track) {
  bool dragged = c.joint.dragged != 0 && index.tracks()[track].key.trace == c.joint.dragged;
  return dragged ? c.joint.by : 0;
}

void drawDragged(Context& c, const Rect& tracks) {
  const TracePart* part = partOf(c.index(), c.joint.dragged);
  if (c.joint.dragged == 0 || part == nullptr) return;
  float to = c.joint.from + c.joint.by, bottom = tracks.y + tracks.h;
  c.draw->AddLine({c.joint.from, tracks.y}, {c.joint.from, bottom}, c.theme.faint);
  c.draw->AddLine({to, tracks.y}, {to, bottom}, c.theme.accent, 1.5f);
  Time by = draggedTime(c, tracks.w);
  std::string text = part->name + "  " + signedText(by, c.clock());
  if (part->shift != 0) text += ", " + signedText(part->shift + by, c.clock()) + " in all";
  float width = textWidth(c.fonts.words, kWordSize, text) + 20;
  float x = std::clamp(to + 10, tracks.x + 4, std::max(tracks.x + 4, tracks.x + tracks.w - width - 4));
  float y = std::clamp(ImGui::GetIO().MousePos.y + 14, tracks.y + 4, bottom - 32);
  c.draw->AddRectFilled({x, y}, {x + width, y + 26}, c.theme.raised, 5);
  c.draw->AddRect({x, y}, {x + width, y + 26}, c.theme.line, 5);
  drawText(c, c.fonts.words, kWordSize, {x + 10, y + 5}, c.theme.text, text);
}

}  // namespace tp::ui
