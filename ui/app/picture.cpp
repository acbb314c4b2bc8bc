#include "ui/app/picture.h"

#include <imgui_internal.h>

#include <utility>

#include "ui/app/app.h"
#include "ui/app/commands.h"
#include "ui/app/export.h"

namespace tp::ui {

namespace {

// Lists of the windows within a window, those of the innermost last.
void addWithin(const ImGuiWindow& window, int from, std::vector<DrawnShapes>& out) {
  for (int i = from; i < window.DC.ChildWindows.Size; ++i) {
    const ImGuiWindow& inner = *window.DC.ChildWindows[i];
    out.push_back({inner.DrawList, 0, static_cast<unsigned>(inner.DrawList->IdxBuffer.Size)});
    addWithin(inner, 0, out);
  }
}

}  // namespace

SvgPicture::SvgPicture(Context& c, bool& wanted) : c_(c), wanted_(wanted), collects_(wanted) {
  if (!collects_) return;
  first_ = static_cast<unsigned>(c.draw->IdxBuffer.Size);
  windows_ = ImGui::GetCurrentWindow()->DC.ChildWindows.Size;
  flags_ = std::exchange(c.draw->Flags, ImDrawListFlags_None);
  // Windows that are begun meanwhile draw without anti-aliasing, too.
  ImDrawListFlags& initial = ImGui::GetCurrentContext()->DrawListSharedData.InitialFlags;
  usual_ = std::exchange(initial, initial & ImDrawListFlags_AllowVtxOffset);
  c.texts = &texts_;
  c.picturing = true;
}

void SvgPicture::save(const Rect& area, ImU32 ground) {
  if (!collects_) return;
  wanted_ = false;
  c_.draw->Flags = flags_;
  ImGui::GetCurrentContext()->DrawListSharedData.InitialFlags = usual_;
  c_.texts = nullptr;
  c_.picturing = false;
  SvgPart part;
  part.area = {area.x, area.y, area.x + area.w, area.y + area.h};
  part.ground = ground;
  part.shapes.push_back({c_.draw, first_, static_cast<unsigned>(c_.draw->IdxBuffer.Size)});
  addWithin(*ImGui::GetCurrentWindow(), windows_, part.shapes);
  part.texts = &texts_;
  if (!saveFile(c_, fileName(c_.session, ".svg"), writeSvg(part))) c_.say("There is nowhere to write it.");
  // The next frame has anti-aliased edges again.
  c_.moreToCome = true;
}

// Runs "picture svg", "picture png" and, of the panel alone, "picture panel-svg" and "picture panel-png".
bool takePicture(App& app, std::string_view, Args args) {
  Context& c = app.context();
  if (args.size() != 1 || isExporting(c)) return false;
  const bool panel = args[0].substr(0, 6) == "panel-";
  const std::string kind = args[0].substr(panel ? 6 : 0);
  if (panel && !c.awaitsPanel()) return c.say("Open a panel first."), false;
  if (kind == "svg") {
    if (!c.host.beginFile) return false;
    (panel ? c.panelSvgWanted : c.svgWanted) = true;
    return c.moreToCome = true;
  }
  if (kind != "png" || !c.host.takePicture) return false;
  // In the next frame, the palette is closed.
  c.host.takePicture(fileName(c.session, ".png"), panel ? app.panelArea() : Rect());
  c.pngWanted = c.moreToCome = true;
  return true;
}

}  // namespace tp::ui
