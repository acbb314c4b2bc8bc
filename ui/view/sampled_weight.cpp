#include "ui/view/sampled_weight.h"

#include <algorithm>

#include "ui/base/time_text.h"

namespace tp::ui {

bool isProfile(const TraceIndex& index) {
  return !index.info().sampled.empty() &&
         std::none_of(index.lanes().begin(), index.lanes().end(), [&](const Lane& lane) {
           return index.tracks()[lane.track].key.kind == TrackKind::Thread && lane.slices > 0;
         });
}

std::string sampledWeight(const Context& c) {
  const FlameOptions& flame = c.flame;
  return flame.states == StateWeight::None && sampledBy(c.index().info(), flame.counter) != nullptr ? flame.counter
                                                                                                    : std::string();
}

bool weighBySamples(Context& c) {
  const std::vector<SampledEvent>& sampled = c.index().info().sampled;
  const bool plain = c.flame.counter.empty() && c.flame.states == StateWeight::None && c.flame.focus == kNoName;
  if (!plain || c.range || sampled.empty()) return false;
  c.flame.setGrowth(sampled.front().countLabel());
  c.moreToCome = true;
  return true;
}

std::string gainText(const std::string& counter, int64_t value) {
  const std::string count = countText(static_cast<uint64_t>(std::max<int64_t>(0, value)));
  // As SampledEvent::countLabel() has it.
  if (counter.starts_with("samples of ")) return count + (value == 1 ? " sample" : " samples");
  const std::string_view unit = unitOf(counter);
  if (unit == "ns") return durationText(value, ClockInfo());
  return unit.empty() ? count : count + " " + std::string(unit);
}

}  // namespace tp::ui
