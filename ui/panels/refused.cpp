#include "ui/panels/refused.h"

#include "core/text/visible_text.h"
#include "ui/panels/strip.h"

namespace tp::ui {

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

}  // namespace tp::ui
