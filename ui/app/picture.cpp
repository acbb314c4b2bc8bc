#include "ui/app/picture.h"

#include <algorithm>

#include "ui/app/app.h"
#include "ui/app/commands.h"
#include "ui/app/export.h"

namespace tp::ui {

TimelinePicture::TimelinePicture(Context& c) : c_(c), wanted_(c.svgWanted) {
  if (!wanted_) return;
  first_ = static_cast<unsigned>(c.draw->IdxBuffer.Size);
  flags_ = c.draw->Flags;
  c.draw->Flags = ImDrawListFlags_None;
  c.texts = &texts_;
}

void TimelinePicture::save(const Rect& area) {
  if (!wanted_) return;
  c_.svgWanted = false;
  c_.draw->Flags = flags_;
  c_.texts = nullptr;
  SvgPart part;
  part.area = {area.x, area.y, area.x + area.w, area.y + area.h};
  part.ground = c_.theme.canvas;
  part.list = c_.draw;
  part.first = first_;
  part.last = static_cast<unsigned>(c_.draw->IdxBuffer.Size);
  part.texts = &texts_;
  if (!saveFile(c_, fileName(c_, ".svg"), writeSvg(part))) c_.say("There is nowhere to write it.");
  // The next frame has anti-aliased edges again.
  c_.moreToCome = true;
}

// Runs "picture svg" and "picture png".
bool takePicture(App& app, std::string_view, Args args) {
  Context& c = app.context();
  if (args.size() != 1 || isExporting(c)) return false;
  if (args[0] == "svg") return c.host.beginFile && (c.svgWanted = true);
  if (args[0] != "png" || !c.host.takePicture) return false;
  // In the next frame, the palette is closed.
  c.host.takePicture(fileName(c, ".png"));
  c.moreToCome = true;
  return true;
}

}  // namespace tp::ui
