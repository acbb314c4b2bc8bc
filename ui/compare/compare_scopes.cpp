#include "ui/compare/compare_scopes.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "core/text/visible_text.h"
#include "ui/base/menu.h"
#include "ui/base/time_text.h"
#include "ui/base/wrapped_text.h"
#include "ui/view/drawn_times.h"
#include "ui/view/selection_text.h"
#include "ui/view/stretch_traces.h"
#include "ui/view/track_tree.h"

namespace tp::ui {
namespace {

constexpr float kMaxLabel = 300, kMaxTightLabel = 100;

// The thread of what is selected; kNoTrack if it is of none.
TrackId selectedThread(const Context& c) {
  if (!c.selection) return kNoTrack;
  const TrackTable& tracks = c.index().tracks();
  const TrackId unit = unitOf(tracks, c.selection->track);
  return tracks[unit].key.kind == TrackKind::Thread ? unit : kNoTrack;
}

void limitToRange(const Context& c, ComparedScope& scope) {
  scope.begin = c.range->first;
  scope.end = c.range->second;
  scope.tracks = c.range->tracks;
}

void drawTraceItems(Context& c, size_t side, const ComparedScope& now) {
  const std::vector<TracePart>& parts = c.index().info().parts;
  if (parts.size() < 2) return;
  for (const TracePart& part : parts) {
    if (!menuItem(c, visibleText(part.name), nullptr, now.trace == part.number)) continue;
    // Tracks are those of a trace, and stay behind.
    ComparedScope scope = now;
    scope.trace = part.number;
    scope.others.clear();
    scope.tracks.clear();
    chooseSide(c, side, scope);
  }
  if (menuItem(c, "All traces", nullptr, now.trace == kEveryTrace)) {
    ComparedScope scope = now;
    scope.trace = kEveryTrace;
    scope.others.clear();
    chooseSide(c, side, scope);
  }
  ImGui::Separator();
}

// Ticks further recordings, of which the side is the mean then. The menu stays open, as several are wanted.
void drawRecordingItems(Context& c, size_t side, const CompareAnswer::Scopes& scopes) {
  const ComparedScope &now = scopes[side], &other = scopes[1 - side];
  const std::vector<TracePart>& parts = c.index().info().parts;
  if (parts.size() < 3 || now.trace == kEveryTrace) return;
  ImGui::PushItemFlag(ImGuiItemFlags_AutoClosePopups, false);
  for (const TracePart& part : parts) {
    if (part.number == now.trace) continue;
    const auto at = std::find(now.others.begin(), now.others.end(), part.number);
    const bool on = at != now.others.end();
    ImGui::PushID(static_cast<int>(part.number));
    const bool free = part.number != other.trace &&
                      std::find(other.others.begin(), other.others.end(), part.number) == other.others.end();
    const std::string taken = free ? "" : std::string(", which is in ") + sideName(1 - side);
    const bool pressed = menuItem(c, "Also " + visibleText(part.name) + taken, nullptr, on, free);
    ImGui::PopID();
    if (pressed) tickRecording(c, side, part.number);
  }
  ImGui::PopItemFlag();
  ImGui::Separator();
}

void drawTimeItems(Context& c, size_t side, const ComparedScope& now) {
  if (menuItem(c, "All of its time", nullptr, !now.ranged())) {
    ComparedScope scope = now;
    scope.begin = 1;
    scope.end = 0;
    chooseSide(c, side, scope);
  }
  if (c.range) {
    const std::string length = durationText(c.range->second - c.range->first, c.clock());
    if (menuItem(c, "The marked " + length, "Shift+drag")) {
      ComparedScope scope = now;
      limitToRange(c, scope);
      chooseSide(c, side, scope);
    }
  } else {
    menuItem(c, "The marked range", "Shift+drag", false, false);
  }
}

void drawTrackItems(Context& c, size_t side, const ComparedScope& now) {
  ImGui::Separator();
  if (menuItem(c, "All threads", nullptr, now.tracks.empty())) {
    ComparedScope scope = now;
    scope.tracks.clear();
    chooseSide(c, side, scope);
  }
  const TrackId thread = selectedThread(c);
  if (thread == kNoTrack) return void(menuItem(c, "The selected thread", nullptr, false, false));
  if (!menuItem(c, "The selected " + trackOwner(c.index(), thread), nullptr, now.tracks == std::vector{thread})) return;
  ComparedScope scope = now;
  scope.tracks = {thread};
  if (!c.index().info().parts.empty()) scope.trace = c.index().tracks()[thread].key.trace;
  chooseSide(c, side, scope);
}

// "1 %", "0.1 %".
std::string shareText(uint32_t share) {
  char text[32];
  std::snprintf(text, sizeof text, "%g %%", 100.0 * share / SlowestShare::kAll);
  return text;
}

// In the place of the menus of both sides, as these are calls of one function.
void drawSlowest(Context& c, const CompareAnswer::Scopes& scopes, ImVec2& at) {
  std::optional<SlowestShare>& slowest = compareView(c).how.slowest;
  for (size_t side = 0; side < 2; ++side) {
    const std::string words = sideName(side) + std::string(": ") + sideWords(c, scopes, side);
    const std::string shown = fitText(c.fonts.words, kHintSize, words, kMaxLabel * 1.4f);
    drawText(c, c.fonts.words, kHintSize, {at.x + 4, at.y + 3}, c.theme.text, shown);
    at.x += textWidth(c.fonts.words, kHintSize, shown) + 22;
  }
  if (beginMenu(c, "slowest share", "Slowest " + shareText(slowest->share), at, true)) {
    for (const uint32_t share : {1000u, 10'000u, 50'000u, 100'000u, 500'000u})
      if (menuItem(c, "The slowest " + shareText(share), nullptr, share == slowest->share)) slowest->share = share;
    endMenu();
  }
  if (chip(c, "Back to A and B", at, false)) slowest.reset();
}

bool contains(const ComparedScope& outer, const ComparedScope& inner) {
  if (outer.trace != kEveryTrace && (outer.trace != inner.trace || inner.several())) return false;
  if (outer.ranged() && (!inner.ranged() || inner.begin < outer.begin || inner.end > outer.end)) return false;
  return outer.tracks.empty() || (!inner.tracks.empty() && std::includes(outer.tracks.begin(), outer.tracks.end(),
                                                                         inner.tracks.begin(), inner.tracks.end()));
}

}  // namespace

std::string sideWords(Context& c, const CompareAnswer::Scopes& scopes, size_t side) {
  const CompareView& view = compareView(c);
  if (!view.how.slowest) return scopeWords(c, scopes[side]);
  const std::string of = visibleText(view.how.slowest->function);
  const auto& parted = view.answer.parted();
  if (!parted) return (side == 0 ? "the usual calls of " : "the slowest calls of ") + of;
  const uint64_t calls = side == 0 ? parted->usual : parted->slowest;
  return countText(calls) + (side == 0 ? " usual" : " slowest") + (calls == 1 ? " call of " : " calls of ") + of +
         (side == 0 ? ", below " : ", of at least ") + durationText(parted->least, c.clock());
}

std::string slowestText(Context& c, const CompareAnswer::Scopes& scopes) {
  const CompareView& view = compareView(c);
  if (!view.how.slowest) return {};
  std::string text;
  if (view.slowestSide)
    text =
        std::string("The calls are of ") + sideName(*view.slowestSide) + " alone: " + scopeWords(c, scopes[0]) + ". ";
  else if (c.index().info().parts.size() > 1)
    text = scopes[0].trace == kEveryTrace ? "The calls are of all traces together, not of A or B alone. "
                                          : "The calls are of one trace only: " + scopeWords(c, scopes[0]) + ". ";
  const auto& parted = view.answer.parted();
  if (!parted || parted->slowest <= parted->wanted) return text;
  char share[32];
  std::snprintf(share, sizeof share, "%.2g %%",
                100 * static_cast<double>(parted->slowest) / static_cast<double>(parted->usual + parted->slowest));
  return text + countText(parted->tied, "call") + (parted->tied == 1 ? " ties at " : " tie at ") +
         durationText(parted->least, c.clock()) + ": with them, the slowest " + shareText(view.how.slowest->share) +
         " are " + share + " of all. ";
}

std::string containedText(const CompareAnswer::Scopes& scopes) {
  if (scopes[0] == scopes[1]) return {};
  for (size_t side = 0; side < 2; ++side)
    if (contains(scopes[side], scopes[1 - side]))
      return std::string(sideName(side)) + " has all of " + sideName(1 - side) + ", too.";
  return {};
}

void drawScopes(Context& c, const CompareAnswer::Scopes& scopes, ImVec2& at, bool tight) {
  if (compareView(c).how.slowest) return drawSlowest(c, scopes, at);
  for (size_t side = 0; side < 2; ++side) {
    const std::string words =
        fitText(c.fonts.words, kHintSize, scopeWords(c, scopes[side]), tight ? kMaxTightLabel : kMaxLabel);
    const std::string label = sideName(side) + std::string(": ") + words;
    if (!beginMenu(c, side == 0 ? "side A" : "side B", label, at, false)) continue;
    drawTraceItems(c, side, scopes[side]);
    drawRecordingItems(c, side, scopes);
    // Times and threads are those of one recording.
    if (severalRecordings(scopes)) {
      menuItem(c, "All of each recording: ranges and threads are those of one", nullptr, true, false);
    } else {
      drawTimeItems(c, side, scopes[side]);
      drawTrackItems(c, side, scopes[side]);
    }
    endMenu();
  }
  if (chip(c, "\u21c4 Exchange", at, false)) exchangeSides(c);
  if (!canLayOver(scopes)) return;
  const bool stretched = liesOver(c, scopes);
  if (!chip(c, "Stretch B over A", at, stretched)) return;
  stretched ? resetStretches(c, scopes[1].trace) : stretchCompared(c);
}

void drawNothingCompared(Context& c, const Rect& area) {
  const Rect box{area.x + 14, area.y + 12, std::min(area.w - 28, 760.0f), area.h};
  static constexpr char kText[] =
      "Two traces: drop another one beside this, or use \u201cOpen files beside this trace\u201d in the menu Open. Two "
      "parts of this trace: mark a range (Shift+drag) or select a thread, and make it A or B here; the other is the "
      "whole trace until it is chosen, too.";
  float y = box.y;
  auto draw = [&](const std::string& text, ImU32 ink) {
    for (const std::string_view line : wrapText(c.fonts.words, kWordSize, text, box.w)) {
      drawText(c, c.fonts.words, kWordSize, {box.x, y}, ink, line);
      y += 18;
    }
  };
  if (!c.linkAwaits.empty()) draw(c.linkAwaits, c.theme.text);
  draw(kText, c.theme.dim);
  ImVec2 at{box.x - 4, y + 8};
  if (chip(c, "Compare both halves", at, false)) compareHalves(c);
  for (size_t side = 0; side < 2; ++side) {
    const bool marked = c.range.has_value();
    const std::string label = std::string(marked ? "The marked range is " : "The selected thread is ") + sideName(side);
    if ((marked || selectedThread(c) != kNoTrack) && chip(c, label.c_str(), at, false)) chooseMarked(c, side);
  }
}

bool chooseMarked(Context& c, size_t side) {
  ComparedScope scope;
  const TrackId thread = selectedThread(c);
  if (!c.range && thread == kNoTrack) {
    c.say("Mark a range or select a thread first.");
    return false;
  }
  if (!c.range) return chooseTrack(c, side, thread);
  if (const auto shown = compared(c)) scope.trace = (*shown)[side].trace;
  limitToRange(c, scope);
  chooseSide(c, side, scope);
  return true;
}

}  // namespace tp::ui
