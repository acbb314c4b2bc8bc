#include "ui/calls/functions_tip.h"

#include "ui/base/time_text.h"
#include "ui/base/tooltip.h"

namespace tp::ui {

void functionTip(Context& c, const FunctionStats& row, const HiddenFigures& hidden) {
  if (hidden.empty() && row.open == 0 && row.unbegun == 0 && row.selfDoubt == 0 && row.atMost == 0) return;
  auto line = [&](std::string text) { return TipLine{std::move(text), c.fonts.words, kHintSize, c.theme.dim}; };
  std::vector<TipLine> lines{{std::string(c.names.text(row.name)), c.fonts.mono, kMonoSize, c.theme.text}};
  for (const auto& [title, text] : hidden) lines.push_back({title + " " + text, c.fonts.mono, kMonoSize, c.theme.dim});
  if (row.open > 0)
    lines.push_back(line(countText(row.open, "call") + " without a known end: nobody knows how long " +
                         (row.open == 1 ? "it" : "they") + " took"));
  if (row.openTotal > 0)
    lines.push_back(line("drawn for " + durationText(row.openTotal, c.clock()) + ", " +
                         durationText(row.openSelf, c.clock()) + " of that self"));
  if (row.openTotal > 0) lines.push_back(line("A time in brackets is as long as such calls are drawn."));
  if (row.unbegun > 0) lines.push_back(line("+" + countText(row.unbegun) + " that ended without a known beginning"));
  if (row.atMost > 0)
    lines.push_back(line("\u2264 Of " + countText(row.atMost, "call") + ", something was not recorded meanwhile: " +
                         (row.atMost == 1 ? "it" : "they") + " may have ended earlier"));
  if (row.calls > 0 && row.selfDoubt > 0)
    lines.push_back(line("~ Its self time may be off by up to " + durationText(row.selfDoubt, c.clock()) +
                         ": it is not known how long some calls within took"));
  drawTip(c, lines, ImGui::GetIO().DisplaySize.y - kFooterHeight);
}

void percentileTip(Canvas& c) {
  const std::vector<TipLine> lines{
      {"Exact for a function with up to 4096 different durations.", c.fonts.words, kHintSize, c.theme.dim},
      {"Of more, off by at most 1/2048, where there is room for that.", c.fonts.words, kHintSize, c.theme.dim}};
  drawTip(c, lines, ImGui::GetIO().DisplaySize.y - kFooterHeight);
}

void ofSelfTip(Canvas& c) {
  const std::vector<TipLine> lines{
      {"The share of the self time of all calls whose duration is known.", c.fonts.words, kHintSize, c.theme.dim},
      {"What calls took that did not end is in no share,", c.fonts.words, kHintSize, c.theme.dim},
      {"nor is time off the CPU (linux:schedule).", c.fonts.words, kHintSize, c.theme.dim}};
  drawTip(c, lines, ImGui::GetIO().DisplaySize.y - kFooterHeight);
}

}  // namespace tp::ui
