#include "ui/panels/query_editor.h"

#include <imgui_internal.h>

#include <algorithm>
#include <utility>

#include "core/link/query_wish.h"
#include "core/text/characters.h"
#include "ui/base/menu.h"
#include "ui/base/tooltip.h"
#include "ui/panels/query_completion.h"
#include "ui/panels/query_examples.h"

namespace tp::ui {
namespace {

constexpr float kButtons = 30, kError = 20;
constexpr size_t kMenuText = 80;     // bytes of a query in a menu
constexpr size_t kMenuTextEnd = 30;  // of these, of its end

bool running(const WindowState& c) {
  return c.sql.running(SqlAsker::Who::Panel);
}

// No query begins with a digit: where nobody has typed yet, it opens another panel.
bool leaveDigit(const TraceIndex& index, QueryState& state) {
  ImVector<ImWchar>& typed = ImGui::GetIO().InputQueueCharacters;
  if (typed.empty() || typed[0] < '0' || typed[0] > '9') return false;
  if (!state.editor.all(state.text) || !holdsExample(index, state)) return false;
  typed.clear();
  ImGui::ClearActiveID();
  return state.left = true;
}

// The keys of the editor that mean something else in a field of ImGui: Escape takes back what was typed there.
void handleKeys(Context& c, QueryState& state) {
  if (!state.editor.active() || leaveDigit(c.index(), state)) return;
  if (completionKeys(c, state) || !state.editor.active()) return;
  const ImGuiIO& io = ImGui::GetIO();
  if (io.KeyCtrl || io.KeySuper) {
    const bool enter = takeKey(ImGuiKey_Enter);
    // A field of ImGui ends with this key. Who asks goes on typing.
    if (takeKey(ImGuiKey_KeypadEnter) || enter) runQuery(c, state), state.editing = true;
  }
  if (!takeKey(ImGuiKey_Escape)) return;
  if (!running(c)) {
    // What has been found has the arrow keys then.
    state.focused = !state.order.empty();
    return ImGui::ClearActiveID();
  }
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

// Gives the editor the keyboard.
void type(Context& c) {
  c.typeAhead.want(Field::Query);
  c.moreToCome = true;
}

// Says where the keys go, and how they go elsewhere.
void drawKeys(Context& c, const QueryState& state, float from, const Rect& line) {
  const char* text =
      state.editor.active() ? state.order.empty() ? "" : "Esc: keys go to the rows" : "E: keys go to the editor";
  const float wide = textWidth(c.fonts.words, kHintSize, text);
  if (from + wide > line.x + line.w) return;
  drawText(c, c.fonts.words, kHintSize, {line.x + line.w - wide, line.y + 5}, c.theme.faint, text);
}

void drawButtons(Context& c, QueryState& state, const Rect& line) {
  ImVec2 at = line.min();
  const bool stop = running(c);
  if (button(c, stop ? "Stop" : "Run", at, {58, 22}, !stop)) {
    if (stop) {
      c.sql.stop(c.host, SqlAsker::Who::Panel);
    } else {
      runQuery(c, state);
    }
    type(c);
  }
  at = {at.x + 66, at.y + 2};
  const std::string keys = stop ? std::string("Esc") : std::string(c.keyNames.control) + "+Enter";
  drawText(c, c.fonts.mono, kHintSize, {at.x, at.y + 3}, c.theme.faint, keys);
  at.x += textWidth(c.fonts.mono, kHintSize, keys) + 10;
  using Menu = QueryState::Menu;
  const Menu wanted = std::exchange(state.menuWanted, Menu::None);
  // Keys choose in it from the next frame on.
  if (wanted != Menu::None) c.moreToCome = true;
  if (wanted == Menu::History) openMenu("query history", at);
  if (beginMenu(c, "query history", "History", at, false)) {
    if (c.settings.queries.empty()) ImGui::TextDisabled("What is asked will be here");
    const std::vector<std::string> queries = c.settings.queries;
    for (const std::string& query : queries)
      if (menuItem(c, oneLine(query))) editQuery(c, state, query);
    endMenu();
  }
  if (wanted == Menu::Examples) openMenu("query examples", at);
  if (beginMenu(c, "query examples", "Examples", at, false)) {
    for (const QueryExample& example : queryExamples(c.index().info().traits))
      if (menuItem(c, example.title)) editQuery(c, state, example.text);
    endMenu();
  }
  drawKeys(c, state, at.x, line);
}

}  // namespace

std::string placeText(std::string_view text, size_t at) {
  const std::string_view before = text.substr(0, at);
  const std::string_view line = before.substr(before.rfind('\n') + 1);
  const auto lines = std::count(before.begin(), before.end(), '\n');
  return "line " + std::to_string(lines + 1) + ", column " + std::to_string(characterCount(line) + 1);
}

void beginEditing(const TraceIndex& index, QueryState& state) {
  if (!std::exchange(state.begun, true)) state.text = queryExamples(index.info().traits).front().text;
}

bool holdsExample(const TraceIndex& index, const QueryState& state) {
  const std::vector<QueryExample> examples = queryExamples(index.info().traits);
  return state.text.empty() ||
         std::any_of(examples.begin(), examples.end(), [&](const QueryExample& one) { return state.text == one.text; });
}

void editQuery(Context& c, QueryState& state, std::string text, bool all) {
  state.text = std::move(text);
  state.begun = true;
  state.editor.select(state.text.size(), all ? 0 : state.text.size());
  type(c);
}

void runQuery(Context& c, QueryState& state) {
  if (state.text.find_first_not_of(" \t\r\n") == std::string::npos) return c.say("There is no query to run.");
  c.sql.ask(c.host, SqlAsker::Who::Panel, state.text, SqlAsker::kMaxRows);
  c.moreToCome = true;
  if (state.text.size() > kMaxOfQuery) return;
  std::vector<std::string>& kept = c.settings.queries;
  kept.erase(std::remove(kept.begin(), kept.end(), state.text), kept.end());
  kept.insert(kept.begin(), state.text);
  if (kept.size() > kKeptQueries) kept.resize(kKeptQueries);
}

void drawQueryEditor(Context& c, QueryState& state, const Rect& area) {
  beginEditing(c.index(), state);
  handleKeys(c, state);
  const SqlResult* result = c.sql.result(SqlAsker::Who::Panel);
  const bool failed = result != nullptr && result->stage() == SqlStage::Failed;
  // The place of an error is one in the text that was asked.
  const bool placed = failed && result->errorAt() && result->request().text == state.text;
  if (placed && state.toldError != result->request().id) {
    state.toldError = result->request().id;
    state.editor.select(*result->errorAt(), *result->errorAt());
  }
  const float error = failed ? kError : 0;
  const Rect field{area.x, area.y, area.w, std::max(40.0f, area.h - kButtons - error)};
  state.editor.draw(c, c.typeAhead, Field::Query, state.text, field, placed ? result->errorAt() : std::nullopt);
  if (state.editor.active()) state.focused = false;
  if (std::exchange(state.editing, false) && !state.editor.active()) type(c);
  drawCompletion(c, state);
  if (failed) {
    std::string text = result->error();
    if (result->errorAt()) text = placeText(result->request().text, *result->errorAt()) + ": " + text;
    const Rect line{area.x + 2, field.y + field.h, area.w - 4, kError};
    drawCell(c, c.fonts.words, kHintSize, {line.x, line.y + 4}, c.theme.error, text, line);
  }
  drawButtons(c, state, {area.x, area.y + area.h - kButtons + 6, area.w, kButtons - 6});
}

}  // namespace tp::ui
