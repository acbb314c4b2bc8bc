#include "ui/panels/strips.h"

#include <cctype>

#include "core/text/visible_text.h"
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

// Before the number of a function of the program, or of an object, as the reader calls them.
constexpr std::string_view kUnnamed = "function ", kOfObject = "object ";

enum class Lacks : uint8_t { Nothing, Libraries, Program };

struct ToldUnnamed {
  uint64_t opening = 0;  // Session::opening() that this is about
  uint64_t version = 0;  // Session::version() when the names were looked at
  Lacks lacks = Lacks::Nothing;
  bool left = false;  // the user has closed the strip
};

bool isNumbered(std::string_view name, std::string_view before) {
  return name.size() > before.size() && name.substr(0, before.size()) == before &&
         std::isdigit(static_cast<unsigned char>(name[before.size()])) != 0;
}

Lacks lacking(const TraceIndex& index) {
  Lacks lacks = Lacks::Nothing;
  if (!index.info().traits.namesBeside) return lacks;
  for (NameId name = 0; name < index.names().size(); ++name) {
    const std::string_view exact = index.names().exact(name);
    if (isNumbered(exact, kUnnamed)) return Lacks::Program;
    if (isNumbered(exact, kOfObject)) lacks = Lacks::Libraries;
  }
  return lacks;
}

}  // namespace

float drawRefused(Context& c, float top, float width) {
  const Phase phase = c.session.phase();
  if (c.problem.empty() || (phase != Phase::Ready && phase != Phase::Indexing)) return 0;
  Strip strip(c, top, width, c.theme.error);
  const bool closed = strip.button("Close", 64);
  const std::string text = visibleText(c.problem, Backslash::Kept);
  strip.text(text, text);
  if (closed) c.problem.clear();
  return Strip::kHeight;
}

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

float drawUnnamed(Context& c, float top, float width) {
  ToldUnnamed& told = c.memory.of<ToldUnnamed>();
  if (c.session.phase() != Phase::Ready) return 0;
  if (told.opening != c.session.opening()) told = {c.session.opening(), 0, Lacks::Nothing, false};
  if (told.version != c.session.version()) told.lacks = lacking(c.index());
  told.version = c.session.version();
  if (told.lacks == Lacks::Nothing || told.left) return 0;
  Strip strip(c, top, width, c.theme.accent);
  if (strip.button("Not now", 74)) told.left = true;
  if (c.host.addTrace &&
      strip.button(told.lacks == Lacks::Program ? "Choose the program\u2026" : "Choose a library\u2026", 156, true))
    c.host.addTrace(false);
  const bool program = told.lacks == Lacks::Program;
  const std::string text =
      program ? "This log has no names of functions." : "Libraries of this log have no names of functions.";
  const std::string what = program ? "the program that was recorded on the page, or choose it."
                                   : "the libraries on the page, or choose them.";
  strip.text(text + " Drop " + what, text);
  return Strip::kHeight;
}

}  // namespace tp::ui
