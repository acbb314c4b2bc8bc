#include "ui/calls/slices_commands.h"

#include <charconv>
#include <optional>

#include "core/text/joined_words.h"
#include "ui/base/row_move.h"
#include "ui/base/time_text.h"
#include "ui/calls/slices_menu.h"
#include "ui/view/copied.h"

namespace tp::ui {
namespace {

bool setKind(SlicesView& slices, const std::string& name) {
  const std::optional<SliceKind> kind = sliceKindNamed(name);
  if (kind) slices.kind = *kind;
  return kind.has_value();
}

// "dur", "self asc", "arg1 desc".
bool setSort(SlicesView& slices, std::span<const std::string> args) {
  if (args.empty() || args.size() > 2) return false;
  const bool ordered = args.size() == 2;
  if (ordered && args[1] != "asc" && args[1] != "desc") return false;
  slices.sort = args[0];
  slices.ascending = ordered ? args[1] == "asc" : ascendsAtFirst(args[0]);
  return true;
}

void moveRows(SlicesView& slices, RowMove move, bool extend) {
  const int64_t current = slices.any() ? static_cast<int64_t>(slices.cursor()) : -1;
  const auto page = static_cast<uint64_t>(slices.visible());
  slices.moveTo(static_cast<size_t>(rowAfter(move, slices.size(), current, page)), extend);
}

bool copyRows(Context& c) {
  if (!c.slices.any()) return false;
  const size_t rows = c.slices.copy(c, c.index());
  if (c.slices.waits())
    c.say(countText(rows, "row") + " copied before their arguments and results were read: copy again in a moment.");
  else
    sayCopied(c, rows);
  return true;
}

// "p99", "count asc".
bool sortGroups(SlicesView& slices, std::span<const std::string> args) {
  if (args.empty() || args.size() > 2) return false;
  const bool ordered = args.size() == 2;
  const std::optional<GroupFigure> figure = groupFigureNamed(args[0]);
  if (!figure || (ordered && args[1] != "asc" && args[1] != "desc")) return false;
  slices.groupOrder = {*figure, ordered && args[1] == "asc"};
  return true;
}

bool goToRow(SlicesView& slices, std::span<const std::string> args) {
  uint64_t row = 0;
  if (args.size() != 1) return false;
  const char* end = args[0].data() + args[0].size();
  const auto read = std::from_chars(args[0].data(), end, row);
  if (read.ec != std::errc() || read.ptr != end || row == 0 || row > slices.size()) return false;
  slices.moveTo(static_cast<size_t>(row - 1), false);
  slices.choose();
  return true;
}

}  // namespace

bool slicesCommand(Context& c, std::string_view id, std::span<const std::string> args) {
  constexpr std::string_view kPrefix = "slices-";
  if (!id.starts_with(kPrefix)) return false;
  SlicesView& slices = c.slices;
  const std::string_view what = id.substr(kPrefix.size());
  c.moreToCome = true;
  if (what == "filter") return slices.filter = joinedWords(args, " "), slices.applyFilter(), true;
  if (what == "kind" && args.size() == 1) return setKind(slices, args[0]);
  if (what == "sort") return setSort(slices, args);
  if (what == "by" && args.size() <= 1) return slices.by = args.empty() ? std::string() : args[0], true;
  if (what == "groups-sort") return sortGroups(slices, args);
  if (what == "row") return goToRow(slices, args);
  if (what == "choose") return slices.choose(), slices.any();
  if (what == "copy") return copyRows(c);
  const std::optional<RowMove> move = rowMoveNamed(what);
  if (move) moveRows(slices, *move, false);
  return move.has_value();
}

bool slicesKeys(Context& c) {
  SlicesView& slices = c.slices;
  if (!slices.focused || !c.drawerOpen || c.tab != Tab::Slices) return false;
  const ImGuiIO& io = ImGui::GetIO();
  if (io.KeyCtrl || io.KeySuper) {
    // With Shift, the link to the view is copied instead.
    if (io.KeyShift || !ImGui::IsKeyPressed(ImGuiKey_C, false) || !slices.any()) return false;
    return copyRows(c), c.moreToCome = true;
  }
  if (const std::optional<RowMove> move = pressedRowMove()) {
    moveRows(slices, *move, io.KeyShift);
    return c.moreToCome = true;
  }
  if (menuPressed() && slices.any()) return slices.menuWanted = c.moreToCome = true;
  // The row need not be the one that is selected on the timeline, which the key is about elsewhere.
  if (io.KeyMods == ImGuiMod_None && ImGui::IsKeyPressed(ImGuiKey_Y, false) && showReasonOfRow(c))
    return c.moreToCome = true;
  const bool enter = enterPressed();
  const bool leave = ImGui::IsKeyPressed(ImGuiKey_Escape, false);
  // Of a list in which no row has been chosen, the first is.
  if (enter && !slices.any() && slices.size() > 0) slices.moveTo(0, false);
  if (enter) slices.choose();
  if (leave) slices.focused = false;
  c.moreToCome = c.moreToCome || enter || leave;
  return enter || leave;
}

}  // namespace tp::ui
