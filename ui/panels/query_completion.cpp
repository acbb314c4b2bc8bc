#include "ui/panels/query_completion.h"

#include <imgui_internal.h>

#include <algorithm>
#include <utility>

#include "ui/base/tooltip.h"

namespace tp::ui {
namespace {

using Completion = QueryState::Completion;

constexpr float kRow = 18, kWidth = 420, kNames = 150;
constexpr size_t kRows = 9;

// Asks for the tables and columns of the open trace once, and takes the answer.
void learnWords(Context& c, Completion& completion) {
  const SqlResult* told = c.sql.result(SqlAsker::Who::Words);
  if (completion.asked != c.session.opening()) {
    completion.asked = c.session.opening();
    completion.words = {};
    c.sql.ask(c.host, SqlAsker::Who::Words, QueryWords::kQuestion, SqlAsker::kMaxRows);
  } else if (told != nullptr && told->stage() == SqlStage::Done && !completion.words.known()) {
    completion.words.take(*told);
  }
}

bool learning(const WindowState& c) {
  return c.sql.running(SqlAsker::Who::Words);
}

void accept(QueryState& state) {
  Completion& completion = state.completion;
  if (completion.chosen >= completion.offers.size()) return;
  const OfferedWord& word = completion.offers[completion.chosen];
  state.editor.replace(state.text, wordBegin(state.text, completion.caret), completion.caret, word.text);
  completion.open = false;
}

void drawOffer(Canvas& c, const OfferedWord& word, const Rect& row, bool chosen) {
  if (chosen) c.draw->AddRectFilled(row.min(), row.max(), c.theme.accentSoft, 3);
  const Rect name{row.x, row.y, kNames, row.h}, about{row.x + kNames, row.y, row.w - kNames - 6, row.h};
  drawCell(c, c.fonts.mono, kMonoSize, {row.x + 6, row.y + 2}, c.theme.text, word.text, name);
  drawCell(c, c.fonts.words, kHintSize, {about.x + 6, row.y + 3}, c.theme.dim, word.about, about);
}

}  // namespace

bool completionKeys(Context& c, QueryState& state) {
  Completion& completion = state.completion;
  const std::optional<size_t> caret = state.editor.caret();
  if (!caret || *caret > state.text.size()) return completion.open = false;
  completion.caret = *caret;
  const ImGuiIO& io = ImGui::GetIO();
  const bool word = wordBegin(state.text, *caret) < *caret;
  // Elsewhere, Tab leaves the editor.
  const ImGuiID owner = ImGui::GetID("completion");
  c.tabTaken = completion.open || word;
  if (c.tabTaken) ImGui::SetKeyOwner(ImGuiKey_Tab, owner);
  const bool tab = c.tabTaken && !io.KeyShift && ImGui::IsKeyPressed(ImGuiKey_Tab, 0, owner);
  const bool space = io.KeyCtrl && takeKey(ImGuiKey_Space);
  const bool was = completion.open;
  if (space || (tab && !was)) {
    completion.open = true;
    completion.chosen = 0;
  }
  if (!completion.open) return false;
  learnWords(c, completion);
  completion.offers = completion.words.offers(state.text, *caret);
  // What is there whole needs no completion.
  if (completion.offers.size() == 1 && completion.offers[0].text.size() == *caret - wordBegin(state.text, *caret))
    completion.offers.clear();
  const size_t count = completion.offers.size();
  completion.chosen = count > 0 ? std::min(completion.chosen, count - 1) : 0;
  const bool loading = learning(c);
  c.moreToCome = c.moreToCome || loading;
  if (count == 0 && !loading) return completion.open = false, space || tab;
  // One word is what is meant.
  if (tab && !was && count == 1 && !loading) return accept(state), true;
  const bool enter = was && !io.KeyCtrl && !io.KeySuper && takeKey(ImGuiKey_Enter);
  if ((tab && was) || enter) return accept(state), true;
  if (takeKey(ImGuiKey_Escape)) return completion.open = false, true;
  const bool down = takeKey(ImGuiKey_DownArrow, true), up = takeKey(ImGuiKey_UpArrow, true);
  if (count > 0 && (down || up)) completion.chosen = (completion.chosen + (down ? 1 : count - 1)) % count;
  return space || tab || down || up;
}

void drawCompletion(Canvas& c, QueryState& state) {
  Completion& completion = state.completion;
  if (!completion.open) return;
  const size_t begin = wordBegin(state.text, completion.caret);
  const ImVec2 place = state.editor.placeOf(begin);
  const size_t shown = std::clamp<size_t>(completion.offers.size(), 1, kRows);
  const float height = kRow * static_cast<float>(shown) + 8;
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImVec2 at{std::min(place.x - 6, screen.x - kWidth - 4), place.y + 3};
  // Above the line where there is no room below.
  if (at.y + height > screen.y) at.y = place.y - kMonoSize - 6 - height;
  ImGui::SetNextWindowPos(at);
  ImGui::SetNextWindowSize({kWidth, height});
  constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoNav |
                                      ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing;
  ImGui::PushStyleColor(ImGuiCol_WindowBg, c.theme.raised);
  ImGui::PushStyleColor(ImGuiCol_Border, c.theme.line);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
  ImGui::Begin("completion of words", nullptr, kFlags);
  ImGui::PopStyleVar(2);
  ImGui::PopStyleColor(2);
  ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
  ImDrawList* outer = std::exchange(c.draw, ImGui::GetWindowDrawList());
  const size_t first = completion.chosen < shown ? 0 : completion.chosen + 1 - shown;
  if (completion.offers.empty())
    drawText(c, c.fonts.words, kHintSize, {at.x + 8, at.y + 6}, c.theme.dim,
             "Loading the names of tables and columns \u2026");
  std::optional<size_t> clicked;
  for (size_t i = first; i < std::min(first + shown, completion.offers.size()); ++i) {
    const Rect row{at.x + 4, at.y + 4 + kRow * static_cast<float>(i - first), kWidth - 8, kRow};
    drawOffer(c, completion.offers[i], row, i == completion.chosen);
    ImGui::SetCursorScreenPos(row.min());
    ImGui::PushID(static_cast<int>(i));
    ImGui::InvisibleButton("word", {row.w, row.h});
    // The click takes the keyboard from the field.
    if (ImGui::IsItemHovered() && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) clicked = i;
    c.noteControl(completion.offers[i].text, i == completion.chosen);
    ImGui::PopID();
  }
  c.draw = outer;
  ImGui::End();
  if (!clicked) return;
  completion.chosen = *clicked;
  accept(state);
  state.editing = true;
}

}  // namespace tp::ui
