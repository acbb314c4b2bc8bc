#include "ui/picture.h"

#include <algorithm>

#include "ui/app.h"
#include "ui/commands.h"
#include "ui/export.h"

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
  // With its edges smooth again.
  c_.moreToCome = true;
}

void noteText(Context& c, ImFont* font, float size, ImVec2 at, ImU32 colour, std::string_view text, const Rect* clip) {
  DrawnText drawn;
  drawn.text = text;
  drawn.at = at;
  drawn.size = size;
  drawn.ascent = font->GetFontBaked(size)->Ascent;
  drawn.colour = colour;
  drawn.mono = font == c.fonts.mono;
  drawn.strong = font == c.fonts.strong;
  ImVec2 least = c.draw->GetClipRectMin(), most = c.draw->GetClipRectMax();
  drawn.clip = {least.x, least.y, most.x, most.y};
  if (clip != nullptr)
    drawn.clip = {std::max(least.x, clip->x), std::max(least.y, clip->y), std::min(most.x, clip->x + clip->w),
                  std::min(most.y, clip->y + clip->h)};
  if (drawn.clip.x >= drawn.clip.z || drawn.clip.y >= drawn.clip.w) return;
  float right = at.x + textWidth(font, size, text);
  // What the clip cuts nothing of needs none.
  drawn.clipped = at.x < drawn.clip.x || right > drawn.clip.z || at.y < drawn.clip.y || at.y + size > drawn.clip.w;
  c.texts->push_back(std::move(drawn));
}

// "picture svg", "picture png".
bool takePicture(App& app, std::string_view, Args args) {
  Context& c = app.context();
  if (args.size() != 1 || c.exporting) return false;
  if (args[0] == "svg") return c.host.beginFile && (c.svgWanted = true);
  if (args[0] != "png" || !c.host.takePicture) return false;
  // Of the next frame: this one still has the palette on it.
  c.host.takePicture(fileName(c, ".png"));
  c.moreToCome = true;
  return true;
}

}  // namespace tp::ui
