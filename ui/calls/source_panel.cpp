#include "ui/calls/source_panel.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/text/characters.h"
#include "ui/base/time_text.h"
#include "ui/base/tooltip.h"
#include "ui/calls/call_leads.h"
#include "ui/view/calls.h"
#include "ui/view/function_menu.h"
#include "ui/view/leads.h"
#include "ui/view/row_keys.h"
#include "ui/view/source_view.h"

namespace tp::ui {
namespace {

constexpr float kRow = 18, kHead = 52;
constexpr float kFigure = 62, kNumber = 52, kGap = 12;
constexpr const char* kTitles[] = {"Calls", "Total", "Self"};
constexpr float kCode = 3 * kFigure + kNumber + 2 * kGap;  // from the left edge to the code

// What has been made for the text that is shown.
struct Shown {
  uint32_t version = ~uint32_t{0};  // SourceView::version()
  uint32_t calls = 0;               // Calls::id
  std::vector<LineFigures> lines;
  bool reveal = false;
};

const LineFigures* figuresAt(const Shown& shown, size_t line) {
  auto at = std::lower_bound(shown.lines.begin(), shown.lines.end(), line + 1,
                             [](const LineFigures& one, size_t wanted) { return one.line < wanted; });
  return at != shown.lines.end() && at->line == line + 1 ? &*at : nullptr;
}

void chooseFolder(Context& c) {
  if (c.host.chooseSources)
    c.host.chooseSources();
  else
    c.askFor = {"source-path", c.settings.sources};
}

// The file, the line, and what can be done; below it the titles of the columns.
void drawHead(Context& c, const SourceView& view, const Calls* calls, const Rect& area) {
  ImVec2 at{area.x + 14, area.y + 7};
  if (view.place()) {
    const std::string place = view.place()->path + ":" + std::to_string(view.place()->line);
    const std::string text = fitText(c.fonts.strong, kWordSize, place, area.w * 0.4f);
    drawText(c, c.fonts.strong, kWordSize, at, c.theme.text, text);
    at.x += textWidth(c.fonts.strong, kWordSize, text) + 16;
  }
  if (chip(c, "Folder of the sources \u2026", at, false)) chooseFolder(c);
  if (!view.found().empty() && c.host.openEditor && chip(c, "Open in the editor", at, false)) openInEditor(c);
  if (!view.found().empty() && view.found() != view.place()->path)
    drawCell(c, c.fonts.mono, kHintSize, {at.x + 8, area.y + 8}, c.theme.dim, view.found(),
             {at.x + 8, area.y + 6, area.x + area.w - at.x - 22, 18});
  if (view.text().lines() == 0 || calls == nullptr) return;
  const float y = area.y + 33;
  for (size_t i = 0; i < std::size(kTitles); ++i) {
    const float right = area.x + kFigure * static_cast<float>(i + 1);
    drawText(c, c.fonts.words, kHintSize, {right - textWidth(c.fonts.words, kHintSize, kTitles[i]), y}, c.theme.dim,
             kTitles[i]);
  }
  std::string said = "of the functions that begin at the line, " + scopeText(c, c.session);
  if (view.text().done() && !view.text().cut() && view.place()->line > view.text().lines())
    said = "This file has " + countText(view.text().lines(), "line") + ": it is not the one that was compiled.";
  if (view.text().cut()) said += " \u00b7 the first 8 MB of " + bytesText(view.text().size());
  drawCell(c, c.fonts.words, kHintSize, {area.x + kCode - kNumber + 4, y}, c.theme.dim, said,
           {area.x + kCode - kNumber + 4, y - 2, area.w - kCode + kNumber - 18, 18});
}

ImU32 inkOf(const Context& c, CodeKind kind) {
  switch (kind) {
    case CodeKind::Keyword:
      return c.theme.accent;
    case CodeKind::Comment:
      return c.theme.dim;
    case CodeKind::Text:
      return c.theme.ok;
    case CodeKind::Plain:
      break;
  }
  return c.theme.text;
}

// Draws what is in view of a line. All letters are taken to have the same width.
void drawCode(Context& c, const SourceView& view, size_t line, ImVec2 at, const Rect& clip, float letter) {
  const std::string text = view.text().shown(line);
  const bool code = isCode(view.found());
  const std::vector<CodeRun> runs =
      code ? codeRuns(text, view.text().beginsInComment(line)) : std::vector<CodeRun>{{text.size(), CodeKind::Plain}};
  size_t from = 0;
  for (const CodeRun& run : runs) {
    const std::string_view part = std::string_view(text).substr(from, run.end - from);
    from = run.end;
    const auto letters = static_cast<float>(characterCount(part));
    if (at.x + letters * letter >= clip.x && at.x <= clip.x + clip.w)
      drawText(c, c.fonts.mono, kMonoSize, at, inkOf(c, run.kind), part, &clip);
    at.x += letters * letter;
    if (at.x > clip.x + clip.w) break;
  }
}

// What a press on the figures of a line leads to: the calls of its only function.
void listLine(Context& c, const LineFigures& line, const Calls* calls) {
  if (line.functions.size() == 1 && calls != nullptr && !line.calls.empty())
    listCallsOf(c, line.functions[0], calls->trackClass);
}

void tipOf(Canvas& c, ShownNames& names, const LineFigures& line) {
  constexpr size_t kTold = 8;
  std::vector<TipLine> lines;
  for (size_t i = 0; i < std::min(line.functions.size(), kTold); ++i)
    lines.push_back({std::string(names.text(line.functions[i])), c.fonts.mono, kMonoSize, c.theme.text});
  if (line.functions.size() > kTold)
    lines.push_back(
        {"and " + countText(line.functions.size() - kTold) + " more", c.fonts.words, kHintSize, c.theme.dim});
  if (line.calls.empty())
    lines.push_back(
        {"Which of the calls are theirs is not known, or there are none.", c.fonts.words, kHintSize, c.theme.dim});
  drawTip(c, lines, ImGui::GetIO().DisplaySize.y - kFooterHeight);
}

void drawLine(Context& c, SourceView& view, const Shown& shown, const Calls* calls, size_t line, const Rect& box,
              float scrolled, float letter) {
  ImGui::SetCursorScreenPos(box.min());
  ImGui::PushID(static_cast<int>(line));
  const bool pressed = ImGui::InvisibleButton("line", {box.w, box.h});
  const bool hovered = ImGui::IsItemHovered(), asks = ImGui::IsItemClicked(ImGuiMouseButton_Right);
  ImGui::PopID();
  const bool marked = view.place() && view.place()->line == line + 1;
  if (marked) c.draw->AddRectFilled(box.min(), box.max(), c.theme.accentSoft);
  if (marked) c.draw->AddRectFilled(box.min(), {box.x + 3, box.y + box.h}, c.theme.accent);
  if (view.cursor == line && c.memory.of<RowKeys>().focused(c))
    c.draw->AddRect(box.min(), {box.x + box.w - 1, box.y + box.h}, c.theme.line);
  const LineFigures* figures = figuresAt(shown, line);
  const bool onFigures = hovered && ImGui::GetIO().MousePos.x < box.x + 3 * kFigure;
  if (figures != nullptr) {
    const std::string* texts[] = {&figures->calls, &figures->total, &figures->self};
    for (size_t i = 0; i < std::size(texts); ++i)
      drawFigure(c, onFigures && figures->functions.size() == 1 ? c.theme.accent : c.theme.text, *texts[i],
                 {box.x + kFigure * static_cast<float>(i) + 6, box.y + 1, kFigure - 6, kRow});
    if (onFigures) tipOf(c, c.names, *figures);
    if (asks) askFunctionMenu(c, figures->functions[0], calls != nullptr ? calls->trackClass : countedClass(c.index()));
  }
  drawFigure(c, marked ? c.theme.text : c.theme.dim, std::to_string(line + 1),
             {box.x + 3 * kFigure + kGap, box.y + 1, kNumber - 8, kRow});
  const Rect clip{box.x + kCode, box.y, box.w - kCode, kRow};
  drawCode(c, view, line, {clip.x - scrolled, box.y + 2}, clip, letter);
  if (!pressed) return;
  view.cursor = line;
  c.memory.of<RowKeys>().take();
  if (onFigures && figures != nullptr) listLine(c, *figures, calls);
}

void followKeys(Context& c, SourceView& view, const Shown& shown, const Calls* calls, bool reveal) {
  RowKeys& keys = c.memory.of<RowKeys>();
  const auto page = static_cast<size_t>(std::max(1.0f, ImGui::GetWindowHeight() / kRow - 1));
  const auto current = static_cast<int64_t>(view.cursor);
  if (auto to = keys.moved(view.text().lines(), current, page)) {
    view.cursor = *to;
    bringIntoView(*to, kRow, 0);
    c.moreToCome = true;
  }
  const LineFigures* figures = figuresAt(shown, view.cursor);
  if (keys.entered() && figures != nullptr) listLine(c, *figures, calls);
  if (keys.menuWanted() && figures != nullptr)
    askFunctionMenu(c, figures->functions[0], calls != nullptr ? calls->trackClass : countedClass(c.index()));
  if (!reveal) return;
  c.moreToCome = true;
  const auto above = static_cast<size_t>(ImGui::GetWindowHeight() / kRow / 3);
  ImGui::SetScrollY(static_cast<float>(view.cursor - std::min(view.cursor, above)) * kRow);
}

void drawLines(Context& c, SourceView& view, Shown& shown, const Calls* calls, const Rect& area) {
  const float letter = textWidth(c.fonts.mono, kMonoSize, "m");
  const float wide = kCode + static_cast<float>(view.text().columns() + 2) * letter;
  // Whole rows: of one that is cut, next to nothing could be read.
  const float bar = wide > area.w ? ImGui::GetStyle().ScrollbarSize : 0;
  const float height = bar + std::max(1.0f, std::floor((area.h - bar) / kRow)) * kRow;
  ImGui::SetCursorScreenPos(area.min());
  ImGui::SetNextWindowContentSize({wide, static_cast<float>(view.text().lines()) * kRow});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  if (ImGui::BeginChild("source", {area.w, height}, ImGuiChildFlags_None,
                        ImGuiWindowFlags_NoNav | ImGuiWindowFlags_HorizontalScrollbar)) {
    ImDrawList* outer = std::exchange(c.draw, ImGui::GetWindowDrawList());
    const float scrolled = ImGui::GetScrollX();
    const float room = ImGui::GetWindowPos().x + ImGui::GetWindowWidth() - area.x - ImGui::GetStyle().ScrollbarSize;
    const float y = area.y - ImGui::GetScrollY();
    const auto first = static_cast<size_t>(ImGui::GetScrollY() / kRow);
    const size_t last = std::min(view.text().lines(), first + static_cast<size_t>(height / kRow) + 2);
    for (size_t line = first; line < last; ++line)
      drawLine(c, view, shown, calls, line, {area.x, y + static_cast<float>(line) * kRow, room, kRow}, scrolled,
               letter);
    followKeys(c, view, shown, calls, shown.reveal && view.cursor < view.text().lines());
    if (view.cursor < view.text().lines()) shown.reveal = false;
    c.draw = outer;
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

}  // namespace

void drawSourcePanel(Context& c, const Rect& area) {
  SourceView& view = c.memory.of<SourceView>();
  Shown& shown = c.memory.of<Shown>();
  view.follow(c);
  // How far the counting is stands in the place of the columns' titles.
  const Rect titles{area.x, area.y + 22, area.w, 18};
  const bool there = view.sources() != nullptr && view.text().lines() > 0;
  const Calls* calls = there ? wantCalls(c, false, titles) : nullptr;
  if (std::exchange(shown.version, view.version()) != view.version()) shown.reveal = true, shown.calls = ~uint32_t{0};
  const uint32_t id = calls != nullptr ? calls->id : 0;
  if (std::exchange(shown.calls, id) != id) {
    shown.lines.clear();
    if (there && view.file()) shown.lines = lineFigures(c.index(), *view.sources(), *view.file(), calls);
  }
  drawHead(c, view, calls, area);
  drawFunctionMenu(c);
  if (!view.asked())
    return drawText(c, c.fonts.words, kWordSize, {area.x + 14, area.y + 36}, c.theme.dim,
                    "Nothing is shown yet: choose \u201cShow the source\u201d for a call or a function.");
  if (!view.missing().empty()) {
    drawPair(c, {area.x + 14, area.y + 36}, 0, area.w - 28, "", view.missing());
    return;
  }
  SourceText& text = view.text();
  buildOn(c, [&text] { return text.readOn(); });
  if (text.done() && text.lines() > 0) view.cursor = std::min(view.cursor, text.lines() - 1);
  drawLines(c, view, shown, calls, {area.x, area.y + kHead, area.w, area.h - kHead});
}

const std::vector<LineFigures>& shownLineFigures(WindowState& c) {
  return c.memory.of<Shown>().lines;
}

bool openInEditor(Context& c) {
  const SourceView& view = c.memory.of<SourceView>();
  if (view.found().empty()) return c.say("No source is shown that could be opened."), false;
  if (!c.host.openEditor) return c.say("A page can't open an editor."), false;
  const std::string why = c.host.openEditor(view.found(), static_cast<uint32_t>(view.cursor + 1), c.settings.editor);
  if (!why.empty()) c.say(why);
  return why.empty();
}

std::vector<PanelTable> sourceTables(Context& c) {
  constexpr size_t kBefore = 10;
  const SourceView& view = c.memory.of<SourceView>();
  PanelTable table{"Source", {"Line", "Calls", "Total", "Self", "Text"}, {}};
  if (view.place()) table.title += ": " + view.place()->path + ":" + std::to_string(view.place()->line);
  if (!view.missing().empty()) table.rows.push_back({"", "", "", "", view.missing()});
  const Shown& shown = c.memory.of<Shown>();
  const size_t first = view.cursor - std::min(view.cursor, kBefore);
  for (size_t i = first; i < std::min(view.text().lines(), first + kMaxPanelRows); ++i) {
    const LineFigures none, *found = figuresAt(shown, i), &own = found != nullptr ? *found : none;
    table.rows.push_back({std::to_string(i + 1), own.calls, own.total, own.self, view.text().shown(i)});
  }
  return {table};
}

}  // namespace tp::ui
