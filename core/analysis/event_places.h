// Places among the rows of the table of events from which reading can go on, so that the rows of a range are found
// without those before it. They are noted while an EventMerge reads the rows the first time.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "core/decode/record_driver.h"

namespace tp {

class EventPlaces {
 public:
  // Where the next row of a stream is.
  struct Head {
    Time time = 0;
    size_t stream = 0;
    uint64_t position = 0;  // among the rows of the stream, from 0 on
  };
  struct Place {
    int64_t row = 0;
    std::vector<Head> heads;  // of the streams that have not ended, the earliest first, as a heap
    // The times of the rows from here to the next place; finish() makes these the times of all rows up to there, and of
    // all rows from here on.
    Time most = std::numeric_limits<Time>::min();
    Time least = std::numeric_limits<Time>::max();
  };
  // Where a stream can be decoded on its own.
  struct Point {
    uint64_t position = 0;  // of the row that follows
    Checkpoint at;
  };

  // A place is followed by at least so many rows before the next one, and so is a point; more where all places, or all
  // points, would take more than `mostBytes`, but for the last few.
  EventPlaces(size_t streams, int64_t rows, uint64_t mostBytes)
      : streams_(streams), rows_(rows), pointRows_(static_cast<uint64_t>(rows)), mostBytes_(mostBytes) {}

  // Whether a place is to be noted before this row, the next that was not read yet.
  bool due(int64_t row) const { return row >= due_; }
  void add(int64_t row, std::vector<Head> heads);
  // A row was read. Of those that were read before, nothing is kept again.
  void cover(int64_t row, Time time);
  // The trace has so many rows. Rows that were not read, because files have changed, leave the times open.
  void finish(int64_t rows);

  // Returns the last place before a row, or at it; null if there is none.
  const Place* before(int64_t row) const;
  // Returns a row before which none is at `from` or later, as far as that is known.
  int64_t firstFrom(Time from) const;
  // Returns a row behind which none is at `to` or earlier; the greatest number if that is not known.
  int64_t lastUntil(Time to) const;

  // The same for a point of a stream.
  bool due(size_t stream, uint64_t position) const { return position >= streams_[stream].due; }
  void add(size_t stream, Point point);
  const Point* before(size_t stream, uint64_t position) const;
  // Of the checkpoints of the stream's points.
  SavedNumbers& numbers(size_t stream) { return streams_[stream].numbers; }

 private:
  struct Stream {
    uint64_t due = 1;
    std::vector<Point> points;
    SavedNumbers numbers;
  };

  static uint64_t bytesOf(const Place& place) { return sizeof(Place) + place.heads.size() * sizeof(Head); }
  static uint64_t bytesOf(const Point& point) { return sizeof(Point) + point.at.state.size(); }
  // Leave every second one out, and those to come are twice as far apart.
  void thinPlaces();
  void thinPoints();

  std::vector<Stream> streams_;
  int64_t rows_;
  uint64_t pointRows_;
  uint64_t mostBytes_;
  uint64_t placeBytes_ = 0, pointBytes_ = 0;
  std::vector<Place> places_;
  int64_t due_ = 0;
  int64_t covered_ = 0;  // rows that were read
  bool finished_ = false;
};

}  // namespace tp
