#include "ui/view/track_filter.h"

#include <algorithm>

#include "ui/base/folded.h"

namespace tp::ui {

bool containsFolded(std::string_view text, std::string_view wanted) {
  auto same = [](char a, char b) { return folded(a) == folded(b); };
  return std::search(text.begin(), text.end(), wanted.begin(), wanted.end(), same) != text.end();
}

TrackFilter::TrackFilter(const std::string& text) : text_(text) {
  // While the user types, the closing slash may be missing.
  if (text_.size() < 2 || text_.front() != '/') return;
  std::string_view pattern(text_);
  pattern.remove_prefix(1);
  if (pattern.size() > 1 && pattern.back() == '/') pattern.remove_suffix(1);
  size_t at = 0;
  regex_.emplace();
  regex_->compile(pattern, false, problem_, at);
}

bool TrackFilter::matches(const Track& track) const {
  if (!problem_.empty()) return false;
  std::string label = track.name + " " + track.detail;
  return regex_ ? regex_->foundIn(label) : containsFolded(label, text_);
}

}  // namespace tp::ui
