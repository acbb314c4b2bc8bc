#include "core/analysis/call_rows.h"

#include <algorithm>
#include <limits>

namespace tp {
namespace {

constexpr Time kEarliest = std::numeric_limits<Time>::min();

CallScope scopeOf(const CallPick& pick) {
  CallScope scope;
  scope.begin = pick.begin;
  scope.end = pick.end;
  scope.stacks = false;
  return scope;
}

}  // namespace

CallRows::CallRows(CallPick pick, TraceReader& reader, const FileSet& files)
    : pick_(std::move(pick)),
      reader_(reader),
      files_(files),
      calls_(scopeOf(pick_), reader),
      units_(reader.streams().size() + reader.merges().size()),
      now_(kEarliest) {
  calls_.watch([this](const SeenCall& call) {
    if (call.name != name_ || call.known != SeenCall::Known::Whole || !call.place.known) return;
    if (call.duration < pick_.least || call.duration > pick_.most || !wanted(call.track)) return;
    rows_[call.place.stream].push_back({call.place.position, call.place.time, call.duration});
  });
}

bool CallRows::wanted(TrackId track) {
  if (track >= reader_.tracks().size()) return false;
  if (track >= tracks_.size()) tracks_.resize(reader_.tracks().size());
  uint8_t& known = tracks_[track];
  if (known == 0) {
    const TrackKey& key = reader_.tracks()[track].key;
    const bool one =
        CallProfiles::classOf(key.kind) == pick_.trackClass &&
        (pick_.tracks.empty() || std::find(pick_.tracks.begin(), pick_.tracks.end(), key) != pick_.tracks.end());
    known = one ? 2 : 1;
  }
  return known == 2;
}

// Returns false after the last unit.
bool CallRows::nextUnit() {
  const size_t streams = reader_.streams().size();
  // Merges that show calls again are counted only if tracks are picked.
  while (unit_ < units_ && unit_ >= streams && pick_.tracks.empty() &&
         reader_.merges()[unit_ - streams].duplicatesThreadCalls)
    ++unit_;
  if (unit_ >= units_) return false;
  driver_ = makeDriver(reader_, unit_);
  driver_->countRows();
  calls_.startStream();
  place_ = {};
  position_ = 0;
  now_ = kEarliest;
  return true;
}

// Finds the row that record `at` of the batch is, or was made from.
void CallRows::place(uint32_t at) {
  const Record& record = batch_.records[at];
  if (unit_ >= reader_.streams().size()) {
    RecordDriver::RowPlace row;
    place_.known = driver_->rowOf(at, row);
    place_.stream = row.stream;
    place_.position = row.position;
    place_.time = row.now;
  } else if (isRow(record)) {
    now_ = std::max(now_, record.time);
    place_ = {true, unit_, position_++, now_};
  } else if ((record.flags & kDerived) == 0) {
    place_.known = false;
  }
}

bool CallRows::step() {
  constexpr int kBatches = 64;
  for (int i = 0; i < kBatches; ++i) {
    if (!driver_ && !nextUnit()) {
      finish();
      return false;
    }
    if (driver_->pull(batch_, files_) == RecordDriver::Step::End) {
      calls_.endStream();
      driver_.reset();
      ++unit_;
      continue;
    }
    if (name_ == kNoName) name_ = reader_.names().find(pick_.function);
    one_.count = 1;
    for (uint32_t at = 0; at < batch_.count; ++at) {
      place(at);
      one_.records[0] = batch_.records[at];
      calls_.add(one_, place_);
    }
  }
  return true;
}

float CallRows::progress() const {
  if (units_ == 0) return 1;
  double within = 0;
  if (driver_ && driver_->bytesTotal() > 0)
    within = static_cast<double>(driver_->bytesDone()) / static_cast<double>(driver_->bytesTotal());
  return static_cast<float>((static_cast<double>(unit_) + std::min(1.0, within)) / static_cast<double>(units_));
}

// Calls that never ended are reported last, so the rows are sorted here. A row that ends one call and begins another is
// listed once.
void CallRows::finish() {
  for (auto& [stream, rows] : rows_) {
    std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.position < b.position; });
    auto same = [](const Row& a, const Row& b) { return a.position == b.position; };
    rows.erase(std::unique(rows.begin(), rows.end(), same), rows.end());
  }
}

}  // namespace tp
