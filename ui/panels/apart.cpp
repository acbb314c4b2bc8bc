#include "ui/panels/apart.h"

#include "core/index/trace_spans.h"
#include "core/trace/sums.h"
#include "ui/panels/strip.h"
#include "ui/timeline/joint.h"
#include "ui/view/drawn_times.h"

namespace tp::ui {
namespace {

constexpr float kAlign = 148, kLeave = 74;

}  // namespace

float drawApart(Context& c, float top, float width) {
  ToldApart& told = c.memory.of<ToldApart>();
  if (c.session.phase() != Phase::Ready || c.index().info().parts.size() < 2) return 0;
  if (told.opening != c.session.opening()) {
    const bool same = told.name == c.session.name();
    told = {c.session.opening(), liesApart(boundsOfParts(c.index())), told.left && same, c.session.name()};
  }
  // What is stretched has been laid somewhere already.
  if (!told.apart || told.left || !c.joint.stretches.empty()) return 0;

  Strip strip(c, top, width, c.theme.accent);
  if (strip.button("Not now", kLeave)) told.left = true;
  if (c.host.reopen && strip.button("Align beginnings", kAlign, true)) c.runAction = {"trace.align-beginnings", ""};
  const bool two = c.index().info().parts.size() == 2;
  const std::string text = two ? "The two traces share no time." : "Some of the traces share no time.";
  strip.text(text + " Their beginnings can be laid on each other, to be compared.", text);
  return Strip::kHeight;
}

bool alignBeginnings(Context& c) {
  const std::vector<TracePart>& parts = c.index().info().parts;
  const std::vector<TimeBounds> bounds = boundsOfParts(c.index());
  JoinOptions options = c.joint.options;
  bool moved = false;
  for (size_t i = 1; i < parts.size(); ++i) {
    Time by = 0;
    if (bounds[0].empty() || bounds[i].empty()) continue;
    const Time first = drawnAt(stretchOfTrace(c, parts[0].number), bounds[0].begin);
    const Time own = drawnAt(stretchOfTrace(c, parts[i].number), bounds[i].begin);
    if (__builtin_sub_overflow(first, own, &by)) continue;
    moved = moved || by != 0;
    options.setShift(parts[i].number, clampTime(plus(parts[i].shift, by)));
  }
  if (!moved || !reopen(c, options)) return false;
  c.say("All of the traces begin where the first one does");
  return true;
}

}  // namespace tp::ui
