#include "ui/view/sampled_weight.h"

#include <algorithm>

namespace tp::ui {

const SampledEvent* sampledBy(const TraceInfo& info, const std::string& counter) {
  const auto found = std::find_if(info.sampled.begin(), info.sampled.end(), [&](const SampledEvent& one) {
    return counter == one.countLabel() || (one.periods && counter == one.periodLabel());
  });
  return found != info.sampled.end() ? &*found : nullptr;
}

bool isProfile(const TraceIndex& index) {
  return !index.info().sampled.empty() &&
         std::none_of(index.lanes().begin(), index.lanes().end(), [&](const Lane& lane) {
           return index.tracks()[lane.track].key.kind == TrackKind::Thread && lane.slices > 0;
         });
}

}  // namespace tp::ui
