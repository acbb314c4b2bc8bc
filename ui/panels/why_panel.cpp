#include "ui/panels/why_panel.h"

#include <algorithm>
#include <string>
#include <utility>

#include "ui/base/row_list.h"
#include "ui/base/time_text.h"
#include "ui/base/tooltip.h"
#include "ui/panels/scheduling_advice.h"
#include "ui/panels/scheduling_panel.h"
#include "ui/panels/why_chains.h"
#include "ui/panels/why_cpus.h"
#include "ui/panels/why_parts.h"
#include "ui/view/drawn_times.h"
#include "ui/view/leads.h"
#include "ui/view/told_states.h"
#include "ui/view/why_answer.h"

namespace tp::ui {
namespace {

// What the time was, in the panel's first list.
// Words: the sentence, where there is no room for it above a list.
enum class WhyList : uint8_t { Words, Causes, Chains, Cpus, Parts };

// How the panel is shown.
struct WhyView {
  // Nothing: nobody has chosen one. Of a single wait for a CPU, that is who had it, else the causes; in a low panel,
  // the sentence.
  std::optional<WhyList> list;
};

WhyList shownList(WindowState& c) {
  const WhyAnswer& answer = whyAnswer(c);
  const bool cpu = answer.path().size() == 1 && answer.path().front().kind == PathKind::CpuWait;
  return c.memory.of<WhyView>().list.value_or(cpu ? WhyList::Cpus : WhyList::Causes);
}

constexpr float kLane = 16, kLine = 18;
constexpr float kScrollBar = 12;  // of the tracks above
constexpr float kMaxSentence = 5 * kLine, kWidestSentence = 1100;
constexpr float kTitle = 112;                         // of a list
constexpr float kLow = 190;                           // a lower panel has no room for the sentence and a list
constexpr float kLeastLists = 22 + 3 * kListRow + 2;  // the height of the lists with three rows: the panel scrolls

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
        if (pressed) goFromWhy(c, part.track, part.time);
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

// Draws the path of a thread where its times are on the timeline above. Returns the position of the segment under the
// pointer.
std::optional<uint32_t> drawLane(Context& c, TrackId thread, const CriticalPath& path, const Rect& box) {
  std::optional<uint32_t> hovered;
  const std::optional<uint32_t> chosen = whyAnswer(c).chosen();
  const float left = box.x + c.labelWidth, wide = box.w - c.labelWidth - kScrollBar;
  c.draw->AddRectFilled({left, box.y}, {left + wide, box.y + box.h}, c.theme.raised, 2);
  const VisibleTime view = drawnTimes(c, c.index(), thread);
  auto x = [&](Time time) { return left + static_cast<float>(std::clamp(view.toShare(time), 0.0, 1.0)) * wide; };
  const Time last = view.toTime(1);
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  for (size_t at = path.endingAfter(view.toTime(0)); at < path.size() && path.beginOf(at) < last;) {
    const PathSegment one = path[at];
    const float from = x(one.begin), to = std::max(x(one.end), from + 1);
    if (box.contains(pointer) && pointer.x >= from && pointer.x < to && !hovered) hovered = static_cast<uint32_t>(at);
    const bool own = one.depth == 0 || one.kind == PathKind::NotKnown;
    const Rect place{from, box.y + (own ? 0.0f : 3.0f), to - from, box.h - (own ? 0.0f : 3.0f)};
    drawPathBox(c, one.kind, one.state, place);
    if (chosen == static_cast<uint32_t>(at))
      c.draw->AddRect({from - 1, box.y - 1}, {to + 1, box.y + box.h + 1}, c.theme.text);
    // Of millions of segments, those behind others on the same pixel are left out.
    const Time drawnTo = view.toTime(static_cast<double>((to - left) / std::max(wide, 1.0f)));
    at = path.endingAfter(drawnTo, at + 1);
  }
  ImGui::SetCursorScreenPos({left, box.y});
  ImGui::InvisibleButton("path", {std::max(wide, 1.0f), box.h});
  if (hovered && ImGui::IsItemClicked()) goToPart(c, *hovered);
  return hovered;
}

void drawMark(Context& c, PathKind kind, ThreadState state, ImVec2 at) {
  drawPathBox(c, kind, state, {at.x, at.y + 4, 9, 9});
}

void goToLongest(Context& c, const PathShare& share) {
  const WhyAnswer& answer = whyAnswer(c);
  if (const auto found = answer.longestThat([&](uint32_t number) { return share.has(answer.path()[number]); }))
    goToPart(c, *found);
}

void drawShares(Context& c, const WhySubject& subject, const Rect& area) {
  const WhyAnswer& answer = whyAnswer(c);
  const WaitContext context{*answer.graph(c.session), c.index()};
  drawList(c, "shares", area, answer.shares().size(), -1, [&](size_t i, const Rect& place, bool pressed, bool hovered) {
    const PathShare& share = answer.shares()[i];
    const Rect box{place.x + 4, place.y, place.w - 16, place.h};
    drawFigure(c, c.theme.text, pathTimeText(c.clock(), share.time, share.atMost, share.uncertain),
               {box.x, box.y + 1, kPathTime, box.h});
    drawFigure(c, c.theme.dim, percentText(share.time, subject.to - subject.from),
               {box.x + kPathTime, box.y + 1, kPathShare, box.h});
    const float x = box.x + kPathTime + kPathShare + 8;
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

void drawSegmentRows(Context& c, const Rect& area) {
  WhyAnswer& answer = whyAnswer(c);
  const int chosen = answer.chosenRow() ? static_cast<int>(*answer.chosenRow()) : -1;
  drawList(c, "segments", area, answer.longest().size(), chosen,
           [&](size_t i, const Rect& place, bool pressed, bool hovered) {
             const PathSegment one = answer.path()[answer.longest()[i]];
             const Rect box{place.x + 4, place.y, place.w - 16, place.h};
             drawFigure(c, c.theme.text, pathTimeText(c.clock(), one.length(), one.atMost, one.uncertain),
                        {box.x, box.y + 1, kPathTime, box.h});
             drawMark(c, one.kind, one.state, {box.x + kPathTime + 8, box.y});
             const float x = box.x + kPathTime + 23;
             const std::string& text = answer.textOf(c.session, answer.longest()[i]);
             drawText(c, c.fonts.words, kWordSize, {x, box.y + 1}, c.theme.text,
                      fitText(c.fonts.words, kWordSize, text, box.x + box.w - x));
             if (pressed) goToPart(c, answer.longest()[i]);
             if (hovered)
               drawTip(
                   c,
                   {{text, c.fonts.strong, kWordSize, c.theme.text},
                    {"at " + offsetText(one.begin - c.timesFrom(), c.clock()), c.fonts.mono, kMonoSize, c.theme.dim},
                    {"A click leads there", c.fonts.words, kHintSize, c.theme.dim}},
                   ImGui::GetIO().DisplaySize.y - kFooterHeight);
           });
}

void drawSegments(Context& c, const Rect& area) {
  const size_t count = whyAnswer(c).path().size();
  drawListTitle(c, area.x, area.y, "The longest parts");
  drawCell(c, c.fonts.words, kHintSize, {area.x + kTitle, area.y + 1.5f}, c.theme.dim,
           countText(count, "part") + (count > 1 ? " in all; Enter goes from one to the next" : " in all") +
               (count > WhyAnswer::kMaxLongest ? "; so many are listed: " + countText(WhyAnswer::kMaxLongest) : ""),
           {area.x + kTitle, area.y, area.w - kTitle, 18});
  drawSegmentRows(c, {area.x, area.y + 20, area.w, area.h - 22});
}

// How much there is room for: both of the panel's lists, one, or one in place of the sentence.
enum class WhyRoom : uint8_t { Two, One, Low };

// The list that is drawn of those that there is room for.
WhyList drawnList(WindowState& c, WhyRoom room) {
  const auto& chosen = c.memory.of<WhyView>().list;
  if (room == WhyRoom::Low) return chosen.value_or(WhyList::Words);
  const WhyList list = shownList(c);
  const bool there = list != WhyList::Words && (list != WhyList::Parts || room == WhyRoom::One);
  return there ? list : WhyList::Causes;
}

// Draws the chips that choose a list, and how many rows the one that is drawn has.
void drawLists(Context& c, const Rect& area, WhyRoom room) {
  WhyAnswer& answer = whyAnswer(c);
  struct Row {
    WhyList list;
    const char* label;
  };
  constexpr Row kRows[] = {{WhyList::Words, "In words"},
                           {WhyList::Causes, "Causes"},
                           {WhyList::Chains, "Wakeup chains"},
                           {WhyList::Cpus, "Who had the CPU"},
                           {WhyList::Parts, "Parts"}};
  const WhyList shown = drawnList(c, room);
  ImVec2 at{area.x - 4, area.y - 2};
  for (const Row& row : kRows) {
    if (row.list == WhyList::Parts && room == WhyRoom::Two) continue;
    if (row.list == WhyList::Words && room != WhyRoom::Low) continue;
    if (chip(c, row.label, at, shown == row.list)) c.memory.of<WhyView>().list = row.list;
  }
  const std::string count = shown == WhyList::Words    ? std::string()
                            : shown == WhyList::Causes ? countText(answer.shares().size(), "cause")
                            : shown == WhyList::Chains ? countText(answer.chains().chains.size(), "chain")
                            : shown == WhyList::Cpus   ? whyCpusCount(c)
                                                       : countText(answer.path().size(), "part");
  drawCell(c, c.fonts.words, kHintSize, {at.x + 4, area.y + 1.5f}, c.theme.dim, count,
           {at.x + 4, area.y, area.x + area.w - at.x - 4, 18});
}

// What the time was, in one of several lists.
void drawTimes(Context& c, const WhySubject& subject, const Rect& rest, WhyRoom room) {
  const WhyList shown = drawnList(c, room);
  if (shown == WhyList::Causes) drawShares(c, subject, rest);
  if (shown == WhyList::Chains) c.memory.of<WhyChains>().draw(c, rest);
  if (shown == WhyList::Cpus) drawWhyCpus(c, subject, rest);
  if (shown == WhyList::Parts) drawSegmentRows(c, rest);
}

// Why there is nothing to show; empty: there is, or will be.
std::string whyNothing(Context& c, const std::optional<WhySubject>& subject, const WaitGraph* graph) {
  if (!toldStates(c, c.session).running)
    return std::string("The trace does not tell when threads ran and waited. ") + kKernelAdvice + " " + kProgramAdvice;
  const bool onCpu = c.selection && c.selection->track < c.index().tracks().size() &&
                     c.index().tracks()[c.selection->track].key.kind == TrackKind::Cpu;
  if (!subject && c.range && !onCpu)
    return "The marked range is on tracks of several threads, or of none: mark one on those of a thread, or select a "
           "state, a call or an event. What held the thread up is told here.";
  if (!subject && onCpu)
    return "A CPU waits for nothing: select a state of a thread, or what a thread did. The key U shows who used the "
           "CPU meanwhile.";
  if (!subject)
    return "Select a state of a thread, a call or an event, or mark a range on its tracks: what held the thread up is "
           "told here.";
  if (graph != nullptr && !graph->knows(subject->thread)) {
    const std::string& missing = toldStates(c, c.session).missing;
    return "What this thread did is not known." + (missing.empty() ? missing : " " + missing);
  }
  if (subject->from >= subject->to) return "The selection has no length: select a state or a call, or mark a range.";
  return {};
}

std::string subjectText(const Context& c, const WhySubject& subject) {
  return threadText(c.index(), subject.thread) + ", " + offsetText(subject.from - c.timesFrom(), c.clock()) + " to " +
         offsetText(subject.to - c.timesFrom(), c.clock());
}

// Draws whose time it is, and what is to be known of the trace.
void drawSubject(Context& c, const WhySubject& subject, ImVec2 at, const Rect& area) {
  const std::string about = subjectText(c, subject);
  drawText(c, c.fonts.words, kHintSize, at, c.theme.dim, about);
  const float notesAt = at.x + textWidth(c.fonts.words, kHintSize, about) + 14;
  drawCell(c, c.fonts.words, kHintSize, {notesAt, at.y}, c.theme.warn, whyAnswer(c).notes(),
           {notesAt, at.y, area.x + area.w - 14 - notesAt, 18});
}

// Draws the lane of the path with its name.
void drawPath(Context& c, const WhySubject& subject, const Rect& area) {
  WhyAnswer& answer = whyAnswer(c);
  const std::optional<uint32_t> hovered = drawLane(c, subject.thread, answer.path(), area);
  drawText(c, c.fonts.words, kHintSize, {area.x + 14, area.y + 1.5f}, c.theme.dim, "Critical path");
  if (hovered)
    drawTip(c, {{answer.textOf(c.session, *hovered), c.fonts.strong, kWordSize, c.theme.text}},
            ImGui::GetIO().DisplaySize.y - kFooterHeight);
}

}  // namespace

void drawWhyPanel(Context& c, const Rect& area) {
  const bool low = area.h < kLow;
  ImVec2 at{area.x + 14, area.y + (low ? 4.0f : 10.0f)};
  if (c.session.phase() != Phase::Ready)
    return drawText(c, c.fonts.words, kWordSize, at, c.theme.dim,
                    "What threads waited for is told when the trace is indexed.");
  WhyAnswer& answer = whyAnswer(c);
  const std::optional<WhySubject> subject = answer.subject(c, c.index());
  const std::string nothing = whyNothing(c, subject, answer.graph(c.session));
  if (!nothing.empty()) return drawText(c, c.fonts.words, kWordSize, at, c.theme.dim, nothing);
  WaitsAnswer& waits = c.memory.of<WaitsAnswer>();
  if (!answer.want(c.session, waits, *subject, ImGui::IsMouseDown(0) && c.range.has_value())) {
    c.moreToCome = true;
    return drawText(c, c.fonts.words, kWordSize, at, c.theme.dim,
                    "Counting \u2026 " + std::to_string(static_cast<int>(100 * answer.progress(waits))) + " %");
  }
  const float width = area.w - 28;
  if (low) {
    // Chips, the path, and below it the sentence or a list: all that fits.
    drawLists(c, {at.x, at.y, width, 18}, WhyRoom::Low);
    drawPath(c, *subject, {area.x, at.y + 22, area.w, kLane});
    const Rect rest{at.x, at.y + 22 + kLane + 4, width, area.y + area.h - (at.y + 22 + kLane + 6)};
    if (drawnList(c, WhyRoom::Low) != WhyList::Words) return drawTimes(c, *subject, rest, WhyRoom::Low);
    drawSubject(c, *subject, rest.min(), area);
    drawSentence(c, answer.words(), {rest.x, rest.y + 19, std::min(width, kWidestSentence), area.h});
    return;
  }
  drawSubject(c, *subject, at, area);
  at.y += 19;
  at.y += drawSentence(c, answer.words(), {at.x, at.y, std::min(width, kWidestSentence), area.h}) + 6;
  drawPath(c, *subject, {area.x, at.y, area.w, kLane});
  at.y += kLane + 10;
  const float room = std::max(kLeastLists, area.y + area.h - at.y);
  const bool two = area.w >= 2 * kNarrow;
  const float left = two ? width * 0.44f : width;
  const WhyRoom lists = two ? WhyRoom::Two : WhyRoom::One;
  drawLists(c, {at.x, at.y, left, 18}, lists);
  drawTimes(c, *subject, {at.x, at.y + 22, left, room - 24}, lists);
  if (!two) return;
  c.draw->AddLine({at.x + left + 12, at.y}, {at.x + left + 12, at.y + room}, c.theme.line);
  drawSegments(c, {at.x + left + 26, at.y, width - left - 26, room});
}

std::vector<PanelTable> whyTables(Context& c) {
  WhyAnswer& answer = whyAnswer(c);
  const std::optional<WhySubject> subject = answer.subject(c, c.index());
  if (!subject || c.session.phase() != Phase::Ready ||
      !answer.want(c.session, c.memory.of<WaitsAnswer>(), *subject, true))
    return {};
  const WaitContext context{*answer.graph(c.session), c.index()};
  PanelTable said{"Why", {"What", "Value"}, {}};
  said.rows.push_back({"Thread and range", subjectText(c, *subject)});
  said.rows.push_back({"Why", answer.words().text()});
  if (!answer.notes().empty()) said.rows.push_back({"Notes", answer.notes()});
  PanelTable shares{"What the time was", {"Time", "Share", "Times", "What"}, {}};
  for (const PathShare& share : answer.shares()) {
    if (shares.rows.size() >= kMaxPanelRows) break;
    shares.rows.push_back({pathTimeText(c.clock(), share.time, share.atMost, share.uncertain),
                           percentText(share.time, subject->to - subject->from), countText(share.count),
                           shareText(context, share, subject->thread)});
  }
  PanelTable segments{"The longest parts", {"Time", "From", "What"}, {}};
  for (const uint32_t number : answer.longest()) {
    if (segments.rows.size() >= kMaxPanelRows) break;
    const PathSegment one = answer.path()[number];
    segments.rows.push_back({pathTimeText(c.clock(), one.length(), one.atMost, one.uncertain),
                             offsetText(one.begin - c.timesFrom(), c.clock()), answer.textOf(c.session, number, true)});
  }
  return {said, shares, whyChainsTable(c, subject->to - subject->from), whyCpusTable(c), segments};
}

bool whyCommand(Context& c, std::string_view id) {
  if (id != "path-longest" && !toldStates(c, c.session).running) {
    c.say("The trace knows no states of threads, and so no critical path.");
    return true;
  }
  if (id == "why-chains") {
    openTab(c, Tab::Why);
    const bool chains = shownList(c) == WhyList::Chains;
    c.memory.of<WhyView>().list = chains ? WhyList::Causes : WhyList::Chains;
    return true;
  }
  const bool shown = c.tab == Tab::Why && c.drawerOpen;
  WhyAnswer& answer = whyAnswer(c);
  const std::optional<WhySubject> subject = answer.subject(c, c.index());
  if (!subject) return false;
  if (!shown && id != "path-longest") openTab(c, Tab::Why);
  if (!shown || !answer.want(c.session, c.memory.of<WaitsAnswer>(), *subject, true) || answer.path().empty())
    return !shown && id != "path-longest";
  const auto count = static_cast<uint32_t>(answer.path().size());
  const std::optional<uint32_t> chosen = answer.chosen();
  uint32_t next = 0;
  if (id == "path-longest")
    next = answer.longest()[(answer.chosenRow() ? *answer.chosenRow() + 1 : 0) % answer.longest().size()];
  else if (id == "path-next")
    next = chosen ? std::min(*chosen + 1, count - 1) : 0;
  else if (id == "path-previous")
    next = chosen ? std::max(*chosen, 1u) - 1 : count - 1;
  else
    return false;
  goToPart(c, next);
  return true;
}

}  // namespace tp::ui
