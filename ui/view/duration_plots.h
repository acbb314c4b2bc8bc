// The durations of calls that are plotted over time as points: on tracks, each of which may have several plots on one
// scale. The workers are asked for one plot after another.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/link/duration_wish.h"
#include "core/link/link_limits.h"
#include "core/session/plot/durations_question.h"
#include "core/session/session.h"
#include "ui/view/plotted_points.h"

namespace tp::ui {

struct Context;

// What is to be plotted.
struct DurationSpec {
  std::string name;
  SliceQuery query;  // its kind, filter and scope count
};

struct DurationSeries {
  DurationSpec spec;
  size_t colour = 0;                            // differs from those of the other plots of the track
  std::shared_ptr<DurationsQuestion> question;  // null: not asked yet
  PlottedPoints points;                         // empty until it is answered

  bool answered() const { return !points.empty(); }
};

struct DurationTrack {
  uint32_t number = 0;  // never repeats while the trace is open
  TrackId track = kNoTrack;
  bool linear = false;                 // else its scale is logarithmic
  std::vector<DurationSeries> series;  // never empty
};

class DurationPlots {
 public:
  // Plots of all tracks, and of one track.
  static constexpr size_t kMax = kMaxDurations, kMaxOnTrack = 6;

  const std::vector<DurationTrack>& all() const { return tracks_; }
  // Returns null if it is no such track.
  const DurationTrack* of(TrackId track) const;
  // Returns null if there is none.
  const DurationTrack* numbered(uint32_t number) const;
  size_t count() const;

  // Adds a plot to the track of this number, or on a track of its own if there is none. If there are too many, says so
  // and returns false. A plot that is there already is shown.
  bool add(Context& c, DurationSpec spec, uint32_t onto = 0);
  // Removes a plot by its position on the track, or all of the track; returns false if there is none.
  bool remove(Session& session, uint32_t number, std::optional<size_t> position = std::nullopt);
  // Returns false if there were none.
  bool clear(Session& session);
  void setLinear(uint32_t number, bool linear);

  // Call once in each frame: asks for the next plot, and takes answers.
  void follow(Context& c);

  // What links and kept views hold of them.
  std::vector<DurationWish> wishes(const TraceIndex& index) const;
  void addWishes(Context& c, const std::vector<DurationWish>& wishes);

  // The point under the pointer, as the latest frame has drawn it.
  struct Hit {
    uint32_t number = 0;  // of the track
    size_t position = 0;  // of the plot on it
    SlicePoint point;
  };
  std::optional<Hit> hit;

 private:
  DurationTrack* find(uint32_t number);
  void take(Context& c, DurationTrack& track, size_t position);
  void erase(Session& session, DurationTrack& track, size_t position);

  std::vector<DurationTrack> tracks_;
  uint32_t last_ = 0;  // number
  std::shared_ptr<DurationsQuestion> asked_;
};

}  // namespace tp::ui
