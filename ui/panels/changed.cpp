#include "ui/panels/changed.h"

#include "ui/panels/strip.h"

namespace tp::ui {
namespace {

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

  Strip strip(c, top, width, c.theme.warn);
  if (strip.button("Not now", kLeave)) told.left = changes.size();
  if (c.host.openAgain && strip.button("Open again", kAgain, true)) c.openAgainWanted = true;
  std::string more =
      c.session.cut() ? "What is at hand stays; what has to be read again is missing." : "What is shown is as it was.";
  strip.text(text + ". " + more, text + ".");
  return Strip::kHeight;
}

}  // namespace tp::ui
