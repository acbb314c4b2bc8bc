// The tracks of the timeline that queries make. Their queries are asked one after the other.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/link/link_limits.h"
#include "ui/view/query_track.h"

namespace tp::ui {

struct Context;

class QueryTracks {
 public:
  static constexpr size_t kMax = kMaxQueries;
  // The bytes of all results together. A result that does not fit is not kept.
  static constexpr uint64_t kMaxBytes = uint64_t{256} << 20;

  // From top to bottom.
  const std::vector<QueryTrack>& all() const { return tracks_; }
  bool empty() const { return tracks_.empty(); }
  bool full() const { return tracks_.size() == kMax; }

  // Adds a track at the bottom; false if it is one too many. Its query is asked when the trace is indexed.
  bool add(QueryTrackWish wish);
  // The same for a query that was answered. `trace`: when the trace begins and ends.
  bool add(QueryTrackWish wish, const SqlResult& answer, const TimeBounds& trace);
  // Removes the track at a position, and gives its question up; false if there is none.
  bool remove(Context& c, size_t position);
  void clear(Context& c);
  // Names the track at a position; false if there is none, or the name is empty, too long or no text.
  bool rename(size_t position, std::string_view name);

  // What links and kept views hold of them.
  std::vector<QueryTrackWish> wishes() const;

  // Call in each frame: takes answers, and asks what is next.
  void follow(Context& c);

  // A row of a track that was chosen by a click.
  struct Chosen {
    uint32_t number = 0;  // of the track
    uint32_t row = 0;
    bool operator==(const Chosen&) const = default;
  };
  std::optional<Chosen> chosen;
  // The track of `chosen`; null if none is chosen, or the track is gone.
  const QueryTrack* chosenTrack() const;

  float scroll = 0;  // pixels, where they need more room than they have

 private:
  void take(QueryTrack& track, std::shared_ptr<const SqlResult> found, const TimeBounds& trace) const;

  std::vector<QueryTrack> tracks_;
  uint32_t last_ = 0;  // number
};

}  // namespace tp::ui
