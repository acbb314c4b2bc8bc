#include <algorithm>
#include <cmath>
#include <cstdio>

#include "ui/base/text_field.h"
#include "ui/base/time_text.h"
#include "ui/view/context.h"
#include "ui/view/drawn_times.h"

namespace tp::ui {
namespace {

// "17 of 2 345", "2 345 hits", "12 hits … 40 %", "no field foo", "nothing is named foo".
std::string stateText(const WindowState& c) {
  if (!c.finder.problem().empty()) return c.finder.problem();
  const std::shared_ptr<SearchQuestion>& question = c.finder.question();
  if (!question) return {};
  uint64_t count = question->count();
  if (count == 0 && !question->unknownFields().empty()) return "no field " + question->unknownFields().front();
  if (count == 0 && !question->unknownNames().empty()) return "nothing is named " + question->unknownNames().front();
  std::string text = c.finder.current() ? countText(*c.finder.current() + 1) + " of " + countText(count)
                                        : countText(count) + (count == 1 ? " hit" : " hits");
  if (question->done()) return text;
  char share[24];
  std::snprintf(share, sizeof share, " \u2026 %.0f %%", 100 * question->progress());
  return text + share;
}

}  // namespace

void drawSearchField(Context& c, const Rect& box) {
  std::string state = fitText(c.fonts.mono, kHintSize, stateText(c), box.w * 0.45f);
  float stateWidth = state.empty() ? 0 : textWidth(c.fonts.mono, kHintSize, state) + 18;
  ImGui::SetCursorScreenPos(box.min());
  c.typeAhead.before(Field::Search);
  c.draw->AddRectFilled(box.min(), box.max(), c.theme.raised, 5);
  ImGui::SetNextItemWidth(box.w - stateWidth);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {10, 7});
  // Enter goes to the next hit, and the field keeps the keyboard.
  ImGuiIO& io = ImGui::GetIO();
  bool kept = std::exchange(io.ConfigInputTextEnterKeepActive, true);
  std::string hint = fitText(c.fonts.words, kWordSize, "Search names, threads, arguments, /regex/", box.w - 40);
  textField("##search", hint.c_str(), c.search);
  c.typeAhead.after(Field::Search);
  c.focus.note("Search", FocusStop::Kind::Field, Field::Search);
  bool active = ImGui::IsItemActive();
  io.ConfigInputTextEnterKeepActive = kept;
  ImGui::PopStyleVar();
  if (active && ImGui::IsKeyPressed(ImGuiKey_Escape)) c.search.clear();
  if (active && (ImGui::IsKeyPressed(ImGuiKey_Enter) || ImGui::IsKeyPressed(ImGuiKey_KeypadEnter))) {
    c.finder.step(c, io.KeyShift ? -1 : 1);
    c.moreToCome = true;
  }
  if (!state.empty()) {
    const std::shared_ptr<SearchQuestion>& question = c.finder.question();
    bool none = !question || (question->done() && question->count() == 0);
    drawText(c, c.fonts.mono, kHintSize, {box.x + box.w - stateWidth + 8, box.y + 8}, none ? c.theme.warn : c.theme.dim,
             state);
  } else if (!active && c.search.empty()) {
    Rect key{box.x + box.w - 26, box.y + 6, 18, 16};
    c.draw->AddRect(key.min(), key.max(), c.theme.line, 3);
    drawText(c, c.fonts.mono, kHintSize, {key.x + 6, key.y + 2}, c.theme.dim, "/");
  }
}

void drawHitTicks(Context& c, const Rect& strip) {
  const std::shared_ptr<SearchQuestion>& question = c.finder.question();
  if (!question || question->count() == 0) return;
  const auto& parts = question->parts();
  float width = strip.w / static_cast<float>(parts.size());
  float drawn = -10;
  // They are counted by their times, and not by trace: of stretched ones it is not known where they are drawn.
  for (size_t i = 0; i < parts.size() && c.joint.stretches.empty(); ++i) {
    float x = std::floor(strip.x + width * static_cast<float>(i));
    if (parts[i] == 0 || x < drawn + 2) continue;
    drawn = x;
    c.draw->AddRectFilled({x, strip.y}, {x + 2, strip.y + 6}, c.theme.warn);
  }
  if (!c.finder.currentKey()) return;
  const RowKey& now = *c.finder.currentKey();
  const Time time = drawnAt(stretchOfStream(c, c.index(), now.stream), now.time);
  double share = static_cast<double>(time - c.view.base()) / c.view.whole().length();
  float x = strip.x + strip.w * static_cast<float>(std::clamp(share, 0.0, 1.0));
  c.draw->AddTriangleFilled({x - 4, strip.y - 1}, {x + 4, strip.y - 1}, {x, strip.y + 6}, c.theme.text);
}

}  // namespace tp::ui
