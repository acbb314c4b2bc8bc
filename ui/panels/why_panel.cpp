#include "ui/panels/why_panel.h"

#include <algorithm>
#include <string>
#include <utility>

#include "ui/base/hatch.h"
#include "ui/base/row_list.h"
#include "ui/base/time_text.h"
#include "ui/base/tooltip.h"
#include "ui/panels/scheduling_panel.h"
#include "ui/view/why_answer.h"

namespace tp::ui {
namespace {

constexpr float kLane = 16, kLine = 18;
constexpr float kScrollBar = 12;  // of the tracks above
constexpr float kMaxSentence = 5 * kLine;
constexpr float kTitle = 112;  // of a list
constexpr float kTime = 76, kShare = 52;

WhyAnswer& answerOf(WindowState& c) {
  return c.memory.of<WhyAnswer>();
}

void go(Context& c, TrackId track, Time time) {
  c.goTo = answerOf(c).placeOf(c, c.index(), track, time);
}

// Running is as dark or light as on the thread's own track; what is of other threads has the same colours.
ImU32 colourOf(const Theme& theme, PathKind kind, ThreadState state) {
  switch (kind) {
    case PathKind::Running:
      return theme.stateColour(ThreadState::Running);
    case PathKind::CpuWait:
      return theme.stateColour(ThreadState::Runnable);
    case PathKind::Blocked:
      return theme.stateColour(state);
    case PathKind::Ended:
      return theme.stateColour(ThreadState::Dead);
    case PathKind::NotKnown:
      break;
  }
  return 0;  // hatched
}

// Draws a sentence whose parts may be links, in lines of a width. Returns the height that it takes.
float drawSentence(Context& c, const WaitWords& words, const Rect& area) {
  ImVec2 at = area.min();
  const float right = area.x + area.w, bottom = area.y + kMaxSentence;
  int id = 0;
  for (const WaitWords::Part& part : words.parts) {
    const bool link = part.track != kNoTrack;
    std::string_view left = part.text;
    ImGui::PushID(id++);
    for (int piece = 0; !left.empty() && at.y < bottom; ++piece) {
      // A part goes on in the next line where a word ends.
      size_t end = wrapAt(c.fonts.words, kWordSize, left, right - at.x);
      const bool whole = end >= left.size();
      if (!whole && at.x > area.x && left.substr(0, end).find(' ') == std::string_view::npos) end = 0;
      const std::string_view text = left.substr(0, end);
      const float wide = textWidth(c.fonts.words, kWordSize, text);
      if (link && !text.empty()) {
        ImGui::SetCursorScreenPos({at.x, at.y - 1});
        ImGui::PushID(piece);
        const bool pressed = ImGui::InvisibleButton("link", {std::max(wide, 4.0f), kLine - 1});
        ImGui::PopID();
        c.focus.note(part.text);
        if (ImGui::IsItemHovered()) {
          ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
          c.draw->AddLine({at.x, at.y + 14}, {at.x + wide, at.y + 14}, c.theme.accent);
        }
        if (pressed) go(c, part.track, part.time);
      }
      drawText(c, c.fonts.words, kWordSize, at, link ? c.theme.accent : c.theme.text, text);
      left.remove_prefix(end);
      at.x += wide;
      if (left.empty()) break;
      while (!left.empty() && left.front() == ' ') left.remove_prefix(1);
      at = {area.x, at.y + kLine};
    }
    ImGui::PopID();
  }
  return at.y + kLine - area.y;
}

// Draws the path where its times are on the timeline above. Returns the segment under the pointer, or null.
const PathSegment* drawLane(Context& c, const std::vector<PathSegment>& path, const Rect& box) {
  const PathSegment* hovered = nullptr;
  const float left = box.x + c.labelWidth, wide = box.w - c.labelWidth - kScrollBar;
  c.draw->AddRectFilled({left, box.y}, {left + wide, box.y + box.h}, c.theme.raised, 2);
  auto x = [&](Time time) { return left + static_cast<float>(std::clamp(c.view.toShare(time), 0.0, 1.0)) * wide; };
  auto first = std::partition_point(path.begin(), path.end(),
                                    [&](const PathSegment& one) { return one.end <= c.view.toTime(0); });
  const Time last = c.view.toTime(1);
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  while (first != path.end() && first->begin < last) {
    const float from = x(first->begin), to = std::max(x(first->end), from + 1);
    if (box.contains(pointer) && pointer.x >= from && pointer.x < to && hovered == nullptr) hovered = &*first;
    const ImU32 colour = colourOf(c.theme, first->kind, first->state);
    if (colour != 0)
      c.draw->AddRectFilled({from, box.y + (first->depth > 0 ? 3.0f : 0.0f)}, {to, box.y + box.h}, colour);
    else
      drawHatch(c, {from, box.y, to - from, box.h}, from, to);
    // Of millions of segments, those behind others on the same pixel are left out.
    const Time drawnTo = c.view.toTime(static_cast<double>((to - left) / std::max(wide, 1.0f)));
    first = std::partition_point(first + 1, path.end(), [&](const PathSegment& one) { return one.end <= drawnTo; });
  }
  ImGui::SetCursorScreenPos({left, box.y});
  ImGui::InvisibleButton("path", {std::max(wide, 1.0f), box.h});
  if (hovered != nullptr && ImGui::IsItemClicked()) go(c, hovered->thread, hovered->begin);
  return hovered;
}

void drawMark(Context& c, PathKind kind, ThreadState state, ImVec2 at) {
  const Rect box{at.x, at.y + 4, 9, 9};
  const ImU32 colour = colourOf(c.theme, kind, state);
  if (colour != 0)
    c.draw->AddRectFilled(box.min(), box.max(), colour, 2);
  else
    drawHatch(c, box, box.x, box.x + box.w);
}

// "≤12.3 ms", in brackets if records are missing at an end of it.
std::string timeText(const ClockInfo& clock, Time time, bool atMost, bool uncertain) {
  const std::string text = durationText(time, clock, atMostIf(atMost));
  return uncertain ? "(" + text + ")" : text;
}

void goToLongest(Context& c, const PathShare& share) {
  const WhyAnswer& answer = answerOf(c);
  for (const uint32_t number : answer.longest()) {
    const PathSegment& one = answer.path()[number];
    if (one.thread != share.thread || one.kind != share.kind || one.stop != share.stop) continue;
    if (one.kind == PathKind::Blocked && one.state != share.state) continue;
    return go(c, one.thread, one.begin);
  }
}

void drawShares(Context& c, const WhySubject& subject, const Rect& area) {
  const WhyAnswer& answer = answerOf(c);
  const WaitContext context{*answer.graph(), c.index()};
  const std::string count = countText(answer.shares().size(), "cause");
  drawListTitle(c, area.x, area.y, "What the time was");
  drawCell(c, c.fonts.words, kHintSize, {area.x + kTitle, area.y + 1.5f}, c.theme.dim,
           count + ", together " + durationText(subject.to - subject.from, c.clock()),
           {area.x + kTitle, area.y, area.w - kTitle, 18});
  drawList(c, "shares", {area.x, area.y + 20, area.w, area.h - 22}, answer.shares().size(), -1,
           [&](size_t i, const Rect& place, bool pressed, bool hovered) {
             const PathShare& share = answer.shares()[i];
             const Rect box{place.x + 4, place.y, place.w - 16, place.h};
             drawFigure(c, c.theme.text, timeText(c.clock(), share.time, share.atMost, share.uncertain),
                        {box.x, box.y + 1, kTime, box.h});
             drawFigure(c, c.theme.dim, percentText(share.time, subject.to - subject.from),
                        {box.x + kTime, box.y + 1, kShare, box.h});
             const float x = box.x + kTime + kShare + 8;
             drawMark(c, share.kind, share.state, {x, box.y});
             const std::string text = shareText(context, share, subject.thread);
             drawText(c, c.fonts.words, kWordSize, {x + 15, box.y + 1}, c.theme.text,
                      fitText(c.fonts.words, kWordSize, text, box.x + box.w - x - 15));
             if (pressed) goToLongest(c, share);
             if (hovered)
               drawTip(c,
                       {{text, c.fonts.strong, kWordSize, c.theme.text},
                        {countText(share.count, "time"), c.fonts.mono, kMonoSize, c.theme.dim},
                        {"A click leads to the longest", c.fonts.words, kHintSize, c.theme.dim}},
                       ImGui::GetIO().DisplaySize.y - kFooterHeight);
           });
}

void drawSegments(Context& c, const Rect& area) {
  WhyAnswer& answer = answerOf(c);
  drawListTitle(c, area.x, area.y, "The longest parts");
  drawCell(c, c.fonts.words, kHintSize, {area.x + kTitle, area.y + 1.5f}, c.theme.dim,
           "of " + countText(answer.path().size()), {area.x + kTitle, area.y, area.w - kTitle, 18});
  drawList(c, "segments", {area.x, area.y + 20, area.w, area.h - 22}, answer.longest().size(), -1,
           [&](size_t i, const Rect& place, bool pressed, bool hovered) {
             const PathSegment& one = answer.path()[answer.longest()[i]];
             const Rect box{place.x + 4, place.y, place.w - 16, place.h};
             drawFigure(c, c.theme.text, timeText(c.clock(), one.length(), one.atMost, one.uncertain),
                        {box.x, box.y + 1, kTime, box.h});
             drawMark(c, one.kind, one.state, {box.x + kTime + 8, box.y});
             const float x = box.x + kTime + 23;
             const std::string& text = answer.textOf(c.index(), answer.longest()[i]);
             drawText(c, c.fonts.words, kWordSize, {x, box.y + 1}, c.theme.text,
                      fitText(c.fonts.words, kWordSize, text, box.x + box.w - x));
             if (pressed) go(c, one.thread, one.begin);
             if (hovered)
               drawTip(
                   c,
                   {{text, c.fonts.strong, kWordSize, c.theme.text},
                    {"at " + offsetText(one.begin - c.timesFrom(), c.clock()), c.fonts.mono, kMonoSize, c.theme.dim},
                    {"A click leads there", c.fonts.words, kHintSize, c.theme.dim}},
                   ImGui::GetIO().DisplaySize.y - kFooterHeight);
           });
}

// Why there is nothing to show; empty: there is, or will be.
std::string whyNothing(const Context& c, const std::optional<WhySubject>& subject, const WaitGraph* graph) {
  if (c.index().countTracks(TrackKind::ThreadState) == 0)
    return "The trace does not tell when threads ran and waited. For the kernel: trace-cmd record -e sched.";
  if (!subject)
    return "Select a state of a thread, a call or an event, or mark a range on its tracks: what held the thread up is "
           "told here.";
  if (graph != nullptr && !graph->knows(subject->thread)) return "What this thread did is not known.";
  if (subject->from >= subject->to) return "The selection has no length: select a state or a call, or mark a range.";
  return {};
}

std::string subjectText(const Context& c, const WhySubject& subject) {
  return threadText(c.index(), subject.thread) + ", " + offsetText(subject.from - c.timesFrom(), c.clock()) + " to " +
         offsetText(subject.to - c.timesFrom(), c.clock());
}

}  // namespace

void drawWhyPanel(Context& c, const Rect& area) {
  ImVec2 at{area.x + 14, area.y + 10};
  if (c.session.phase() != Phase::Ready)
    return drawText(c, c.fonts.words, kWordSize, at, c.theme.dim,
                    "What threads waited for is told when the trace is indexed.");
  WhyAnswer& answer = answerOf(c);
  const std::optional<WhySubject> subject = answer.subject(c, c.index());
  const std::string nothing = whyNothing(c, subject, answer.graph());
  if (!nothing.empty()) return drawText(c, c.fonts.words, kWordSize, at, c.theme.dim, nothing);
  if (!answer.want(c.session, *subject, ImGui::IsMouseDown(0) && c.range.has_value())) {
    c.moreToCome = true;
    return drawText(c, c.fonts.words, kWordSize, at, c.theme.dim,
                    "Counting \u2026 " + std::to_string(static_cast<int>(100 * answer.progress())) + " %");
  }
  drawText(c, c.fonts.words, kHintSize, at, c.theme.dim, subjectText(c, *subject));
  at.y += 19;
  at.y += drawSentence(c, answer.words(), {at.x, at.y, std::min(area.w - 28, 1100.0f), area.h}) + 6;
  const PathSegment* hovered = drawLane(c, answer.path(), {area.x, at.y, area.w, kLane});
  drawText(c, c.fonts.words, kHintSize, {area.x + 14, at.y + 1.5f}, c.theme.dim, "Critical path");
  if (hovered != nullptr) {
    const auto number = static_cast<uint32_t>(hovered - answer.path().data());
    drawTip(c, {{answer.textOf(c.index(), number), c.fonts.strong, kWordSize, c.theme.text}},
            ImGui::GetIO().DisplaySize.y - kFooterHeight);
  }
  at.y += kLane + 10;
  const float room = area.y + area.h - at.y;
  if (area.w < 2 * kNarrow) return drawShares(c, *subject, {at.x, at.y, area.w - 28, room});
  const float left = (area.w - 28) * 0.44f;
  drawShares(c, *subject, {at.x, at.y, left, room});
  c.draw->AddLine({at.x + left + 12, at.y}, {at.x + left + 12, area.y + area.h}, c.theme.line);
  drawSegments(c, {at.x + left + 26, at.y, area.w - 28 - left - 26, room});
}

std::vector<PanelTable> whyTables(Context& c) {
  WhyAnswer& answer = answerOf(c);
  const std::optional<WhySubject> subject = answer.subject(c, c.index());
  if (!subject || c.session.phase() != Phase::Ready || !answer.want(c.session, *subject, true)) return {};
  const WaitContext context{*answer.graph(), c.index()};
  PanelTable said{"Why", {"What", "Value"}, {}};
  said.rows.push_back({"Thread and range", subjectText(c, *subject)});
  said.rows.push_back({"Why", answer.words().text()});
  PanelTable shares{"What the time was", {"Time", "Share", "Times", "What"}, {}};
  for (const PathShare& share : answer.shares()) {
    if (shares.rows.size() >= kMaxPanelRows) break;
    shares.rows.push_back({timeText(c.clock(), share.time, share.atMost, share.uncertain),
                           percentText(share.time, subject->to - subject->from), countText(share.count),
                           shareText(context, share, subject->thread)});
  }
  PanelTable segments{"The longest parts", {"Time", "From", "What"}, {}};
  for (const uint32_t number : answer.longest()) {
    if (segments.rows.size() >= kMaxPanelRows) break;
    const PathSegment& one = answer.path()[number];
    segments.rows.push_back({timeText(c.clock(), one.length(), one.atMost, one.uncertain),
                             offsetText(one.begin - c.timesFrom(), c.clock()), segmentWords(context, one).text()});
  }
  return {said, shares, segments};
}

}  // namespace tp::ui
