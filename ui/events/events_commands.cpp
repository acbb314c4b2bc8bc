#include "ui/events/events_commands.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "core/analysis/event_fields.h"
#include "core/text/joined_words.h"
#include "ui/base/row_move.h"
#include "ui/view/field_columns.h"

namespace tp::ui {
namespace {

template <class T>
bool number(std::span<const std::string> args, T& value) {
  if (args.size() != 1) return false;
  const char* end = args[0].data() + args[0].size();
  auto read = std::from_chars(args[0].data(), end, value);
  return read.ec == std::errc() && read.ptr == end;
}

bool showSpan(WindowState& c, const std::string& what) {
  using Span = EventsView::Span;
  if (what == "whole") return c.events.span = Span::Whole, true;
  if (what == "view") return c.events.span = Span::View, true;
  if (what == "marked" && c.range) return c.events.span = Span::Marked, true;
  return false;
}

// Adds or removes the column of a field. A duration is not a field of a row, unless the format has a field of that
// name: such a column would be empty.
bool turnColumn(Context& c, const std::string& field) {
  const bool on = !isFieldColumn(c, c.index(), field);
  const std::vector<std::string> own = isLasted(rowField(field)) ? fieldsInView(c) : std::vector<std::string>{field};
  if (!on || std::find(own.begin(), own.end(), field) != own.end()) return setFieldColumn(c, field, on);
  c.say("No column " + field + ": Duration is there where the filter asks for dur or waited, as in dur > 1ms");
  return false;
}

}  // namespace

bool eventsCommand(Context& c, std::string_view id, std::span<const std::string> args) {
  if (id == "search") return c.search = joinedWords(args, " "), true;
  if (id == "search-next") return c.finder.step(c, 1);
  if (id == "search-previous") return c.finder.step(c, -1);
  if (id.substr(0, 7) != "events-") return false;
  EventsView& events = c.events;
  std::string_view what = id.substr(7);
  if (what == "filter") {
    events.clearCalls();
    events.filter = joinedWords(args, " ");
    return true;
  }
  if (what == "span" && args.size() == 1) return showSpan(c, args[0]);
  if (what == "hits" && c.finder.question()) return events.showHits(!events.hits()), true;
  if (what == "times") return events.relative = !events.relative, true;
  if (what == "column" && args.size() == 1) return turnColumn(c, args[0]);
  if (what == "choose") return events.choose(), true;
  if (what == "copy") return events.copy(), true;
  uint64_t row = 0;
  if (what == "row" && number(args, row) && row > 0) return events.goToRow(row - 1), true;
  Time time = 0;
  if (what == "time" && number(args, time)) return events.goToTime(time), true;
  const std::optional<RowMove> move = rowMoveNamed(what);
  if (move) events.move(*move, false);
  return move.has_value();
}

bool eventsKeys(Context& c) {
  EventsView& events = c.events;
  if (!events.focused || !c.drawerOpen || c.tab != Tab::Events) return false;
  ImGuiIO& io = ImGui::GetIO();
  if (io.KeyCtrl || io.KeySuper) {
    // With Shift, the link to the view is copied instead.
    bool copy = !io.KeyShift && ImGui::IsKeyPressed(ImGuiKey_C, false);
    if (copy) events.copy();
    c.moreToCome = c.moreToCome || copy;
    return copy;
  }
  if (const std::optional<RowMove> move = pressedRowMove()) {
    events.move(*move, io.KeyShift);
    return c.moreToCome = true;
  }
  bool enter = enterPressed();
  bool leave = ImGui::IsKeyPressed(ImGuiKey_Escape, false);
  if (enter) events.choose();
  if (leave) events.focused = false;
  c.moreToCome = c.moreToCome || enter || leave;
  return enter || leave;
}

void eventsOpened(Context& c) {
  c.events.opened = true;
  c.typeAhead.want(Field::List);
}

bool filterLeavesKey(WindowState& c) {
  return std::exchange(c.events.leftKey, false);
}

}  // namespace tp::ui
