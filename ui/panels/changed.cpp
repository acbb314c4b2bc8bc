#include "ui/panels/changed.h"

namespace tp::ui {
namespace {

constexpr float kHeight = 36, kEdge = 14, kGap = 8;
constexpr float kAgain = 92, kLeave = 74;

// State of the strip.
struct ToldChanges {
  uint64_t opening = 0;  // Session::opening() that this is about
  size_t said = 0;       // number of files that the footer has told of
  size_t left = 0;       // number of files when the user has closed the strip
};

// "a.dat has changed since it was opened"; for several files, one sentence about all.
std::string changedText(const std::vector<FileChange>& changes) {
  if (changes.size() == 1) return changes[0].text();
  size_t others = changes.size() - 1;
  return changes[0].path + " and " + std::to_string(others) + (others == 1 ? " more file" : " more files") +
         " have changed since they were opened";
}

}  // namespace

float drawChanged(Context& c, float top, float width) {
  const std::vector<FileChange>& changes = c.session.changes();
  ToldChanges& told = c.memory.of<ToldChanges>();
  if (told.opening != c.session.opening()) told = {c.session.opening(), 0, 0};
  bool open = c.session.phase() == Phase::Ready || c.session.phase() == Phase::Indexing;
  if (!open || changes.size() <= told.left) return 0;
  std::string text = changedText(changes);
  if (changes.size() > told.said) c.say(text);
  told.said = changes.size();

  Rect area{0, top, width, kHeight};
  c.draw->AddRectFilled(area.min(), area.max(), c.theme.raised);
  c.draw->AddRectFilled(area.min(), {area.x + 4, area.y + area.h}, c.theme.warn);
  c.draw->AddLine({area.x, area.y + area.h - 0.5f}, {area.x + area.w, area.y + area.h - 0.5f}, c.theme.line);
  ImVec2 at{area.x + area.w - kEdge - kLeave, area.y + 5};
  if (button(c, "Not now", at, {kLeave, 26})) told.left = changes.size();
  at.x -= kGap + kAgain;
  if (c.host.openAgain && button(c, "Open again", at, {kAgain, 26}, true)) c.openAgainWanted = true;
  std::string more =
      c.session.cut() ? "What is at hand stays; what has to be read again is missing." : "What is shown is as it was.";
  float room = at.x - kGap - area.x - kEdge;
  std::string whole = text + ". " + more;
  if (textWidth(c.fonts.words, kWordSize, whole) > room) whole = text + ".";
  drawText(c, c.fonts.words, kWordSize, {area.x + kEdge, area.y + 10}, c.theme.text,
           fitText(c.fonts.words, kWordSize, whole, room));
  return kHeight;
}

}  // namespace tp::ui
