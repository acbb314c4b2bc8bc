#include "core/analysis/waits/request_words.h"

#include "core/trace/sums.h"
#include "core/trace/time_text.h"

namespace tp {

std::string deviceText(uint32_t device) {
  constexpr uint32_t kMinorBits = 20;
  return std::to_string(device >> kMinorBits) + "," + std::to_string(device & ((uint32_t{1} << kMinorBits) - 1));
}

std::string requestsText(const CompletedRequests& done, Time woken, const ClockInfo& clock) {
  if (done.count > 1)
    return ", which had completed " + countText(done.count, "request") + ": it waited for one at most";
  const BlockRequest& one = done.last;
  std::string text = std::string(", which had completed a ") + blockOperationName(one.operation);
  if (one.sectors) text += " of " + countText(*one.sectors, "sector");
  if (one.sector) text += (one.sectors ? " at " : " at sector ") + std::to_string(*one.sector);
  if (one.device) text += " of " + deviceText(*one.device);
  if (one.issued != kNotWoken && one.issued <= woken)
    text += ", issued " + durationText(minus(woken, one.issued), clock) + " before";
  return text;
}

}  // namespace tp
