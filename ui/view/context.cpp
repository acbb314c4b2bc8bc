#include "ui/view/context.h"

#include <algorithm>

#include "core/text/visible_text.h"
#include "core/trace/not_recorded.h"
#include "core/trace/off_cpu.h"
#include "ui/view/track_filter.h"

namespace tp::ui {

ImU32 Context::colourOf(NameId name) {
  if (name >= hues_.size()) hues_.resize(index().names().size() + size_t{1}, 0);
  if (name >= hues_.size()) return theme.slices[0];
  uint8_t& hue = hues_[name];
  if (hue == 0) hue = static_cast<uint8_t>(hueOf(index().names().view(name)) + 1);
  bool faded = !search.empty() && !matches(name);
  return faded ? theme.slicesFaded[hue - 1u] : theme.slices[hue - 1u];
}

bool Context::matches(NameId name) {
  if (search.empty()) return true;
  if (matchedFor_ != search) {
    matches_.clear();
    matchedFor_ = search;
  }
  if (name >= matches_.size()) matches_.resize(index().names().size() + size_t{1}, 0);
  if (name >= matches_.size()) return false;
  uint8_t& verdict = matches_[name];
  if (verdict == 0) {
    std::string_view words = index().names().view(name);
    const FunctionName function = index().names().function(name);
    const Filter::Known known{words, std::string_view(), {}, function.brief, function.signature};
    const RowTest* test = finder.expression();
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

Context::TimeOf Context::timeOf(NameId name) {
  if (name >= timesOf_.size()) timesOf_.resize(index().names().size() + size_t{1}, TimeOf::Unasked);
  if (name >= timesOf_.size()) return TimeOf::Call;
  TimeOf& known = timesOf_[name];
  if (known == TimeOf::Unasked) {
    std::string_view words = index().names().view(name);
    known = words == kNotRecordedSlice ? TimeOf::NotRecorded : isOffCpuSlice(words) ? TimeOf::OffCpu : TimeOf::Call;
  }
  return known;
}

void Context::forgetNames() {
  timesOf_.clear();
  hues_.clear();
  matches_.clear();
}

void Context::lookUp() {
  if (lookedUpFor_ == session.version()) return;
  lookedUpFor_ = session.version();
  losses_ = index().losses();
  indexBytes_ = index().memoryBytes();
}

const std::vector<TrackLosses>& Context::losses() {
  lookUp();
  return losses_;
}

uint64_t Context::indexBytes() {
  lookUp();
  return indexBytes_;
}

}  // namespace tp::ui
