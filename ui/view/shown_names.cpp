#include "ui/view/shown_names.h"

#include "core/kernel/idle_state.h"
#include "core/text/visible_text.h"
#include "core/trace/not_recorded.h"
#include "core/trace/off_cpu.h"
#include "ui/view/track_filter.h"

namespace tp::ui {

ImU32 ShownNames::colour(NameId name) {
  bool faded = !window_.search.empty() && !matches(name);
  return faded ? theme_.slicesFaded[hueNumber(name)] : fullColour(name);
}

ImU32 ShownNames::fullColour(NameId name) {
  return theme_.slices[hueNumber(name)];
}

uint32_t ShownNames::hueNumber(NameId name) {
  if (name >= hues_.size()) hues_.resize(table().size() + size_t{1}, 0);
  if (name >= hues_.size()) return 0;
  uint8_t& hue = hues_[name];
  if (hue == 0) hue = static_cast<uint8_t>(hueOf(table().view(name)) + 1);
  return hue - 1u;
}

bool ShownNames::matches(NameId name) {
  const std::string& search = window_.search;
  if (search.empty()) return true;
  if (matchedFor_ != search) {
    matches_.clear();
    matchedFor_ = search;
  }
  if (name >= matches_.size()) matches_.resize(table().size() + size_t{1}, 0);
  if (name >= matches_.size()) return false;
  uint8_t& verdict = matches_[name];
  if (verdict == 0) {
    std::string_view words = table().view(name);
    const FunctionName function = table().function(name);
    const Filter::Known known{words, std::string_view(), {}, function.brief, function.signature};
    const RowTest* test = window_.finder.expression();
    // What a filter does not say of a name may hold for its records; of an expression for texts, the name is all that
    // is compared here.
    verdict = (test != nullptr ? test->byName(known).value_or(test->filter() != nullptr)
                               : containsFolded(words, search) || containsFolded(function.brief, search) ||
                                     containsFolded(function.signature, search))
                  ? 2
                  : 1;
  }
  return verdict == 2;
}

ShownNames::TimeOf ShownNames::timeOf(NameId name) {
  if (name >= times_.size()) times_.resize(table().size() + size_t{1}, TimeOf::Unasked);
  if (name >= times_.size()) return TimeOf::Call;
  TimeOf& known = times_[name];
  if (known == TimeOf::Unasked) {
    std::string_view words = table().view(name);
    known = words == kNotRecordedSlice   ? TimeOf::NotRecorded
            : isOffCpuSlice(words)       ? TimeOf::OffCpu
            : kernel::isIdleState(words) ? TimeOf::Idle
                                         : TimeOf::Call;
  }
  return known;
}

void ShownNames::forget() {
  times_.clear();
  hues_.clear();
  matches_.clear();
}

}  // namespace tp::ui
