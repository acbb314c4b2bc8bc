#include "core/analysis/event_places.h"

#include <algorithm>
#include <utility>

#include "core/analysis/thin_out.h"

namespace tp {
namespace {

// All places together take a byte for so many rows at most, and so do all points.
constexpr uint64_t kRowsPerByte = 2;

}  // namespace

void EventPlaces::add(int64_t row, std::vector<Head> heads) {
  if (placeBytes_ > mostBytes_) thinPlaces();
  Place& place = places_.emplace_back();
  place.row = row;
  place.heads = std::move(heads);
  placeBytes_ += bytesOf(place);
  due_ = row + std::max(rows_, static_cast<int64_t>(bytesOf(place) * kRowsPerByte));
}

void EventPlaces::thinPlaces() {
  rows_ = fartherApart(rows_);
  thinOut(places_, [](Place& kept, const Place& left) {
    kept.most = std::max(kept.most, left.most);
    kept.least = std::min(kept.least, left.least);
  });
  placeBytes_ = 0;
  for (const Place& place : places_) placeBytes_ += bytesOf(place);
}

void EventPlaces::cover(int64_t row, Time time) {
  if (row != covered_) return;
  ++covered_;
  places_.back().most = std::max(places_.back().most, time);
  places_.back().least = std::min(places_.back().least, time);
}

void EventPlaces::finish(int64_t rows) {
  if (finished_ || rows != covered_) return;
  finished_ = true;
  for (size_t i = places_.size(); i-- > 1;) places_[i - 1].least = std::min(places_[i - 1].least, places_[i].least);
  for (size_t i = 1; i < places_.size(); ++i) places_[i].most = std::max(places_[i].most, places_[i - 1].most);
}

const EventPlaces::Place* EventPlaces::before(int64_t row) const {
  const auto behind = std::upper_bound(places_.begin(), places_.end(), row,
                                       [](int64_t wanted, const Place& place) { return wanted < place.row; });
  return behind == places_.begin() ? nullptr : &*std::prev(behind);
}

int64_t EventPlaces::firstFrom(Time from) const {
  for (const Place& place : places_)
    if (place.most >= from) return place.row;
  return places_.empty() ? 0 : finished_ ? covered_ : places_.back().row;
}

int64_t EventPlaces::lastUntil(Time to) const {
  if (!finished_) return std::numeric_limits<int64_t>::max();
  const auto behind =
      std::partition_point(places_.begin(), places_.end(), [to](const Place& place) { return place.least <= to; });
  return behind == places_.end() ? covered_ - 1 : behind->row - 1;
}

void EventPlaces::add(size_t stream, Point point) {
  if (pointBytes_ > mostBytes_) thinPoints();
  Stream& of = streams_[stream];
  pointBytes_ += bytesOf(point);
  of.due = point.position + std::max(pointRows_, bytesOf(point) * kRowsPerByte);
  of.points.push_back(std::move(point));
}

void EventPlaces::thinPoints() {
  pointRows_ = fartherApart(pointRows_);
  pointBytes_ = 0;
  for (Stream& stream : streams_) {
    thinOut(stream.points, [](const Point&, const Point&) {});
    for (const Point& point : stream.points) pointBytes_ += bytesOf(point);
  }
}

const EventPlaces::Point* EventPlaces::before(size_t stream, uint64_t position) const {
  const std::vector<Point>& points = streams_[stream].points;
  const auto behind = std::upper_bound(points.begin(), points.end(), position,
                                       [](uint64_t wanted, const Point& point) { return wanted < point.position; });
  return behind == points.begin() ? nullptr : &*std::prev(behind);
}

}  // namespace tp
