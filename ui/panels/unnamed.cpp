#include "ui/panels/unnamed.h"

#include <cctype>

#include "ui/panels/strip.h"

namespace tp::ui {
namespace {

constexpr std::string_view kUnnamed = "function ";  // before the id, as the reader calls it

struct ToldUnnamed {
  uint64_t opening = 0;  // Session::opening() that this is about
  uint64_t version = 0;  // Session::version() when the names were looked at
  bool unnamed = false;
  bool left = false;  // the user has closed the strip
};

bool isId(std::string_view name) {
  return name.size() > kUnnamed.size() && name.substr(0, kUnnamed.size()) == kUnnamed &&
         std::isdigit(static_cast<unsigned char>(name[kUnnamed.size()])) != 0;
}

bool anyUnnamed(const TraceIndex& index) {
  if (index.info().format.find("xray") == std::string::npos) return false;
  for (NameId name = 0; name < index.names().size(); ++name)
    if (isId(index.names().exact(name))) return true;
  return false;
}

}  // namespace

float drawUnnamed(Context& c, float top, float width) {
  ToldUnnamed& told = c.memory.of<ToldUnnamed>();
  if (c.session.phase() != Phase::Ready) return 0;
  if (told.opening != c.session.opening()) told = {c.session.opening(), 0, false, false};
  if (told.version != c.session.version()) told.unnamed = anyUnnamed(c.index());
  told.version = c.session.version();
  if (!told.unnamed || told.left) return 0;
  Strip strip(c, top, width, c.theme.accent);
  if (strip.button("Not now", 74)) told.left = true;
  if (c.host.addTrace && strip.button("Choose the program\u2026", 156, true)) c.host.addTrace(false);
  const std::string text = "This log has no names of functions.";
  strip.text(text + " Drop the program that was recorded on the page, or choose it.", text);
  return Strip::kHeight;
}

}  // namespace tp::ui
