#include "ui/panels/query_editor.h"

#include <imgui_internal.h>

#include <algorithm>
#include <utility>

#include "core/link/query_wish.h"
#include "core/text/characters.h"
#include "ui/base/menu.h"
#include "ui/base/text_field.h"
#include "ui/base/tooltip.h"
#include "ui/panels/query_completion.h"
#include "ui/panels/query_examples.h"

namespace tp::ui {
namespace {

constexpr const char* kLabel = "##sql";
constexpr float kButtons = 30, kError = 20;
constexpr size_t kMenuText = 80;     // bytes of a query in a menu
constexpr size_t kMenuTextEnd = 30;  // of these, of its end

bool running(const Context& c) {
  return c.sql.running(SqlAsker::Who::Panel);
}

// The keys of the editor that mean something else in a field of ImGui: Escape takes back what was typed there.
void handleKeys(Context& c, QueryState& state) {
  if (completionKeys(c, state, kLabel) || ImGui::GetActiveID() != ImGui::GetID(kLabel)) return;
  const ImGuiIO& io = ImGui::GetIO();
  if (io.KeyCtrl || io.KeySuper) {
    const bool enter = takeKey(ImGuiKey_Enter);
    // A field of ImGui ends with this key. Who asks goes on typing.
    if (takeKey(ImGuiKey_KeypadEnter) || enter) runQuery(c, state), state.editing = true;
  }
  if (!takeKey(ImGuiKey_Escape)) return;
  if (!running(c)) return ImGui::ClearActiveID();
  c.sql.stop(c.host, SqlAsker::Who::Panel);
  state.editing = true;
}

// A line of a query, for a menu. Of a long one there are the beginning and the end, which tell queries apart.
std::string oneLine(std::string_view text) {
  std::string out;
  for (char one : text) {
    const bool blank = isQueryBlank(one);
    if (blank && (out.empty() || out.back() == ' ')) continue;
    out += blank ? ' ' : one;
  }
  if (out.size() <= kMenuText) return out;
  return out.substr(0, characterStart(out, kMenuText - kMenuTextEnd)) + " \u2026 " +
         out.substr(nextCharacter(out, out.size() - kMenuTextEnd));
}

void drawButtons(Context& c, QueryState& state, ImVec2 at) {
  const bool stop = running(c);
  if (button(c, stop ? "Stop" : "Run", at, {58, 22}, !stop)) {
    if (stop) {
      c.sql.stop(c.host, SqlAsker::Who::Panel);
    } else {
      runQuery(c, state);
    }
    state.editWanted = true;
    c.moreToCome = true;
  }
  at = {at.x + 66, at.y + 2};
  const std::string keys = stop ? std::string("Esc") : std::string(c.keyNames.control) + "+Enter";
  drawText(c, c.fonts.mono, kHintSize, {at.x, at.y + 3}, c.theme.faint, keys);
  at.x += textWidth(c.fonts.mono, kHintSize, keys) + 10;
  if (beginMenu(c, "query history", "History", at, false)) {
    if (c.settings.queries.empty()) ImGui::TextDisabled("What is asked will be here");
    const std::vector<std::string> queries = c.settings.queries;
    for (const std::string& query : queries)
      if (menuItem(c, oneLine(query))) editQuery(state, query);
    endMenu();
  }
  if (beginMenu(c, "query examples", "Examples", at, false)) {
    for (const QueryExample& example : queryExamples(c.index().info().format))
      if (menuItem(c, example.title)) editQuery(state, example.text);
    endMenu();
  }
}

}  // namespace

bool takeKey(ImGuiKey key, bool repeat) {
  const bool pressed = ImGui::IsKeyPressed(key, repeat);
  ImGui::SetKeyOwner(key, ImGui::GetID("keys of the editor"), ImGuiInputFlags_LockThisFrame);
  // A field takes Enter and the arrows whoever owns them, unless they are up.
  if (pressed) ImGui::GetKeyData(key)->Down = false;
  return pressed;
}

std::string placeText(std::string_view text, size_t at) {
  const std::string_view before = text.substr(0, at);
  const std::string_view line = before.substr(before.rfind('\n') + 1);
  const auto lines = std::count(before.begin(), before.end(), '\n');
  return "line " + std::to_string(lines + 1) + ", column " + std::to_string(characterCount(line) + 1);
}

void beginEditing(const Context& c, QueryState& state) {
  if (!std::exchange(state.begun, true)) state.text = queryExamples(c.index().info().format).front().text;
}

void editQuery(QueryState& state, std::string text) {
  state.text = std::move(text);
  state.begun = state.editWanted = state.toEnd = true;
}

void runQuery(Context& c, QueryState& state) {
  if (state.text.find_first_not_of(" \t\r\n") == std::string::npos) return c.say("There is no query to run.");
  c.sql.ask(c.host, SqlAsker::Who::Panel, state.text, SqlAsker::kMostRows);
  c.moreToCome = true;
  if (state.text.size() > kMostOfQuery) return;
  std::vector<std::string>& kept = c.settings.queries;
  kept.erase(std::remove(kept.begin(), kept.end(), state.text), kept.end());
  kept.insert(kept.begin(), state.text);
  if (kept.size() > kKeptQueries) kept.resize(kKeptQueries);
}

void drawQueryEditor(Context& c, QueryState& state, const Rect& area) {
  beginEditing(c, state);
  handleKeys(c, state);
  const SqlResult* result = c.sql.result(SqlAsker::Who::Panel);
  const bool failed = result != nullptr && result->stage() == SqlStage::Failed;
  // The place of an error is one in the text that was asked.
  const bool placed = failed && result->errorAt() && result->request().text == state.text;
  const float error = failed ? kError : 0;
  const Rect field{area.x, area.y, area.w, std::max(40.0f, area.h - kButtons - error)};
  ImGui::SetCursorScreenPos(field.min());
  ImGui::PushFont(c.fonts.mono, kMonoSize);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {8, 6});
  if (std::exchange(state.editWanted, false)) ImGui::SetKeyboardFocusHere();
  textArea(kLabel, state.text, {field.w, field.h});
  if (state.toEnd) {
    // Nobody else asks for the frames until the field has the keyboard and its caret is at the end.
    c.moreToCome = true;
    state.toEnd = !caretOf(kLabel);
    if (!state.toEnd) replaceInField(kLabel, state.text, state.text.size(), state.text.size(), "");
  }
  if (ImGui::IsItemActive()) state.focused = false;
  if (std::exchange(state.editing, false) && !ImGui::IsItemActive()) state.editWanted = c.moreToCome = true;
  if (placed) underlineText(kLabel, state.text, *result->errorAt(), c.fonts.mono, kMonoSize, c.theme.error);
  drawCompletion(c, state, kLabel);
  ImGui::PopStyleVar();
  ImGui::PopFont();
  if (failed) {
    std::string text = result->error();
    if (result->errorAt()) text = placeText(result->request().text, *result->errorAt()) + ": " + text;
    const Rect line{area.x + 2, field.y + field.h, area.w - 4, kError};
    drawCell(c, c.fonts.words, kHintSize, {line.x, line.y + 4}, c.theme.error, text, line);
  }
  drawButtons(c, state, {area.x, area.y + area.h - kButtons + 6});
}

}  // namespace tp::ui
