#include "ui/calls/slices_commands.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

namespace tp::ui {
namespace {

constexpr std::pair<SliceKind, std::string_view> kKinds[] = {{SliceKind::Calls, "calls"},
                                                             {SliceKind::Threads, "threads"},
                                                             {SliceKind::Cpus, "cpus"},
                                                             {SliceKind::Async, "async"},
                                                             {SliceKind::States, "states"}};

std::string joined(std::span<const std::string> args) {
  std::string text;
  for (const std::string& word : args) (text += text.empty() ? "" : " ") += word;
  return text;
}

bool setKind(SlicesView& slices, const std::string& name) {
  for (const auto& [kind, its] : kKinds) {
    if (its != name) continue;
    slices.kind = kind;
    return true;
  }
  return false;
}

// "dur", "self asc", "arg1 desc".
bool setSort(SlicesView& slices, std::span<const std::string> args) {
  if (args.empty() || args.size() > 2) return false;
  const bool ordered = args.size() == 2;
  if (ordered && args[1] != "asc" && args[1] != "desc") return false;
  slices.sort = args[0];
  slices.ascending = ordered ? args[1] == "asc" : args[0] == "ts";
  return true;
}

bool moveRows(SlicesView& slices, std::string_view how, bool extend) {
  const auto row = static_cast<int64_t>(slices.cursor());
  const int64_t page = std::max<int64_t>(1, static_cast<int64_t>(slices.visible()) - 1);
  constexpr int64_t kLast = std::numeric_limits<int64_t>::max();
  if (how == "up") return slices.moveTo(row - 1, extend), true;
  if (how == "down") return slices.moveTo(slices.any() ? row + 1 : 0, extend), true;
  if (how == "page-up") return slices.moveTo(row - page, extend), true;
  if (how == "page-down") return slices.moveTo(row + page, extend), true;
  if (how == "first") return slices.moveTo(0, extend), true;
  if (how == "last") return slices.moveTo(kLast, extend), true;
  return false;
}

bool goToRow(SlicesView& slices, std::span<const std::string> args) {
  uint64_t row = 0;
  if (args.size() != 1) return false;
  const char* end = args[0].data() + args[0].size();
  const auto read = std::from_chars(args[0].data(), end, row);
  if (read.ec != std::errc() || read.ptr != end || row == 0 || row > slices.size()) return false;
  slices.moveTo(static_cast<int64_t>(row - 1), false);
  slices.choose();
  return true;
}

}  // namespace

std::string_view sliceKindName(SliceKind kind) {
  for (const auto& [its, name] : kKinds)
    if (its == kind) return name;
  return {};
}

bool slicesCommand(Context& c, std::string_view id, std::span<const std::string> args) {
  constexpr std::string_view kPrefix = "slices-";
  if (!id.starts_with(kPrefix)) return false;
  SlicesView& slices = c.slices;
  const std::string_view what = id.substr(kPrefix.size());
  c.moreToCome = true;
  if (what == "filter") return slices.filter = joined(args), slices.applyFilter(), true;
  if (what == "kind" && args.size() == 1) return setKind(slices, args[0]);
  if (what == "sort") return setSort(slices, args);
  if (what == "by" && args.size() <= 1) return slices.by = args.empty() ? std::string() : args[0], true;
  if (what == "row") return goToRow(slices, args);
  if (what == "choose") return slices.choose(), slices.any();
  if (what == "copy") return slices.copy(c), slices.any();
  return moveRows(slices, what, false);
}

bool slicesKeys(Context& c) {
  SlicesView& slices = c.slices;
  if (!slices.focused || !c.drawerOpen || c.tab != Tab::Slices) return false;
  const ImGuiIO& io = ImGui::GetIO();
  if (io.KeyCtrl || io.KeySuper) {
    // With Shift, the link to the view is copied instead.
    if (io.KeyShift || !ImGui::IsKeyPressed(ImGuiKey_C, false) || !slices.any()) return false;
    slices.copy(c);
    return c.moreToCome = true;
  }
  struct Key {
    ImGuiKey key;
    const char* how;
  };
  static constexpr Key kKeys[] = {{ImGuiKey_UpArrow, "up"},     {ImGuiKey_DownArrow, "down"},
                                  {ImGuiKey_PageUp, "page-up"}, {ImGuiKey_PageDown, "page-down"},
                                  {ImGuiKey_Home, "first"},     {ImGuiKey_End, "last"}};
  for (const Key& key : kKeys) {
    if (!ImGui::IsKeyPressed(key.key, true)) continue;
    moveRows(slices, key.how, io.KeyShift);
    return c.moreToCome = true;
  }
  const bool enter = ImGui::IsKeyPressed(ImGuiKey_Enter, false) || ImGui::IsKeyPressed(ImGuiKey_KeypadEnter, false);
  const bool leave = ImGui::IsKeyPressed(ImGuiKey_Escape, false);
  if (enter) slices.choose();
  if (leave) slices.focused = false;
  c.moreToCome = c.moreToCome || enter || leave;
  return enter || leave;
}

}  // namespace tp::ui
