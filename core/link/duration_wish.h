// A plot of durations as links and kept views hold it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/analysis/slice_query.h"
#include "core/link/link_text.h"

namespace tp {

struct DurationWish {
  // Longer ones are not kept. In bytes.
  static constexpr size_t kMaxName = 200, kMaxFilter = 2048;

  std::string name;
  std::string filter;  // SliceQuery::filter
  SliceKind kind = SliceKind::Calls;
  bool laid = false;              // it lies on the track of the one before
  bool linear = false;            // the scale of its track
  std::optional<LinkSpan> range;  // times count as those of ViewLink; nullopt: all of it
  std::vector<LinkTrack> on;      // tracks; empty: all

  // Returns whether a link can hold it, as anybody may have written it.
  bool keepable() const;
  bool operator==(const DurationWish&) const = default;
};

// The text that a link has for it, and back. What is malformed is nullopt.
std::string wishText(const DurationWish& wish);
std::optional<DurationWish> readDurationWish(std::string_view text);

}  // namespace tp
