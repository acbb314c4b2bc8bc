// A track of the timeline that a query makes: what is wanted, and what has come of it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/link/query_wish.h"
#include "core/session/sql/sql_result.h"
#include "ui/view/query_samples.h"
#include "ui/view/query_slices.h"

namespace tp::ui {

// Returns a name for the track of a query: its first words on one line, without comments; of a script, those of its
// last statement.
std::string nameOfQuery(std::string_view query);

struct QueryTrack : QueryTrackWish {
  uint32_t number = 0;                      // never repeats while the trace is open
  uint32_t asked = 0;                       // SqlRequest::id of the question under way; 0: none
  std::string error;                        // why there is nothing to draw; empty: there is, or will be
  std::shared_ptr<const SqlResult> result;  // null until the query was answered
  // By `kind`, one of them.
  QuerySlices slices;
  QuerySamples samples;

  bool waiting() const { return !result && error.empty(); }
  // Takes what the query has found. `trace`: when the trace begins and ends.
  void take(std::shared_ptr<const SqlResult> found, const TimeBounds& trace);
  // Of the two kinds, how many levels are drawn.
  size_t levels() const {
    return kind == QueryTrackKind::Slices ? slices.levels.size() : samples.samples.empty() ? 0 : 1;
  }
};

// Returns what does not show on the track: sentences on rows that were left out or cut.
std::vector<std::string> notesOn(const QueryTrack& track);

}  // namespace tp::ui
