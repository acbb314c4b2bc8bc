// The filter of tracks by their labels.
#pragma once

#include <optional>
#include <string>

#include "core/text/pattern.h"
#include "core/trace/tracks.h"

namespace tp::ui {

// Whether `wanted` is part of the text, ignoring the case of ASCII letters.
bool containsFolded(std::string_view text, std::string_view wanted);

class TrackFilter {
 public:
  // `text`: part of a label, ignoring case, or a regular expression between slashes. If empty, all tracks match.
  explicit TrackFilter(const std::string& text);

  bool empty() const { return text_.empty(); }
  // What is wrong with the regular expression, which matches nothing then; else empty.
  const std::string& problem() const { return problem_; }
  bool matches(const Track& track) const;

 private:
  std::string text_;
  std::optional<Regex> regex_;
  std::string problem_;
};

}  // namespace tp::ui
