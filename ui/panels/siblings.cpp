#include "ui/panels/siblings.h"

#include <algorithm>
#include <utility>

#include "core/session/drop.h"
#include "core/text/visible_text.h"
#include "ui/timeline/joint.h"

namespace tp::ui {
namespace {

constexpr const char* kList = "siblings";

// Returns the length of the folder prefix that all paths share.
size_t commonFolder(const std::vector<std::string>& folders) {
  std::string_view first = folders.front();
  size_t common = first.size();
  for (std::string_view folder : folders) {
    size_t same = 0;
    while (same < std::min(common, folder.size()) && folder[same] == first[same]) ++same;
    common = same;
  }
  size_t slash = first.substr(0, common).rfind('/');
  return slash == std::string_view::npos ? 0 : slash + 1;
}

std::string labelOf(const std::string& folder, size_t common) {
  std::string label = folder.substr(common);
  while (!label.empty() && label.back() == '/') label.pop_back();
  return label.empty() ? "." : label;
}

void drawList(Context& c) {
  const std::vector<std::string>& folders = c.siblings.folders;
  size_t common = commonFolder(folders);
  std::vector<size_t> order;
  for (size_t i = 0; i < folders.size(); ++i) order.push_back(i);
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return folders[a] < folders[b]; });
  std::string title = std::to_string(folders.size()) + " traces were dropped. Which one?";
  ImGui::TextUnformatted(title.c_str());
  ImGui::Dummy({0, 4});
  ImGui::BeginChild("folders", {420, std::min(320.0f, 26.0f * static_cast<float>(folders.size()) + 4)});
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(order.size()));
  while (clipper.Step()) {
    for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row) {
      const std::string& folder = folders[order[static_cast<size_t>(row)]];
      bool open = folder == c.siblings.open;
      std::string label = labelOf(folder, common);
      bool pressed = ImGui::Selectable(visibleText(label + "##" + folder, Backslash::Kept).c_str(), open);
      c.noteControl(label, open);
      if (!pressed) continue;
      ImGui::CloseCurrentPopup();
      if (!open) c.siblingWanted = folder;
    }
  }
  ImGui::EndChild();
  ImGui::Dummy({0, 4});
  bool together = c.joint.options.together;
  if (folders.size() > kMaxAdded || together) return;
  ImDrawList* outer = std::exchange(c.draw, ImGui::GetWindowDrawList());
  ImVec2 at = ImGui::GetCursorScreenPos();
  constexpr float kWide = 160;
  auto offer = [&](const char* label, const char* how) {
    if (button(c, label, at, {kWide, 26}, true)) {
      ImGui::CloseCurrentPopup();
      c.runAction = {"open-together", how};
    }
    at.x += kWide + 8;
  };
  offer("Open all together", "");
  if (folders.size() == 2) offer("Compare these two", "compare");
  c.draw = outer;
}

}  // namespace

bool hasSiblings(WindowState& c, const Session& session) {
  Siblings& siblings = c.siblings;
  const std::vector<std::string>& folders = session.index().info().siblings;
  if (siblings.opening != session.opening()) siblings = {};
  if (siblings.folders.empty() && folders.size() > 1) siblings = {folders, folders[0], session.opening(), false};
  return siblings.folders.size() > 1;
}

bool openSibling(Context& c, const std::string& folder) {
  const std::vector<std::string>& folders = c.siblings.folders;
  if (std::find(folders.begin(), folders.end(), folder) == folders.end()) return false;
  JoinOptions options;
  options.only = folder;
  return reopen(c, options);
}

void drawSiblings(Context& c, const Rect& chip) {
  if (!hasSiblings(c, c.session)) return;
  float x = chip.x + chip.w - 12, y = chip.y + chip.h / 2;
  c.draw->AddTriangleFilled({x - 4, y - 2}, {x + 4, y - 2}, {x, y + 3}, c.theme.dim);
  ImGui::SetCursorScreenPos(chip.min());
  bool pressed = ImGui::InvisibleButton("traces", {chip.w, chip.h});
  if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (pressed || !std::exchange(c.siblings.offered, true)) ImGui::OpenPopup(kList);
  ImGui::SetNextWindowPos({chip.x, chip.y + chip.h + 4});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {12, 10});
  if (ImGui::BeginPopup(kList)) {
    drawList(c);
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
}

}  // namespace tp::ui
