#include "ui/panels/unnamed.h"

#include <cctype>

#include "ui/panels/strip.h"

namespace tp::ui {
namespace {

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
