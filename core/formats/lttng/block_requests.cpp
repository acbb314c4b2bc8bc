#include "core/formats/lttng/block_requests.h"

#include <algorithm>
#include <vector>

namespace tp::lttng {
namespace {

// No queue holds more requests; further ones are ignored, because the completions of these must have been lost.
constexpr size_t kMaxOpen = 4096;

}  // namespace

void BlockRequests::issue(uint64_t sector, Time time) {
  if (open_.size() >= kMaxOpen || open_.contains(sector)) return;
  std::vector<bool> taken(open_.size() + 1);
  for (const auto& [other, request] : open_)
    if (request.row < taken.size()) taken[request.row] = true;
  size_t row = static_cast<size_t>(std::find(taken.begin(), taken.end(), false) - taken.begin());
  open_[sector] = {time, static_cast<uint16_t>(row)};
}

void BlockRequests::complete(uint64_t sector, NameId name, Time time, RecordBatch& out) {
  auto found = open_.find(sector);
  if (found == open_.end()) return;
  Track track;
  track.key.kind = TrackKind::Async;
  track.key.label = "block requests" + (label_.empty() ? "" : " " + label_);
  TrackId id = tracks_.find(track.key);
  if (id == kNoTrack) {
    track.parent = heading_;
    track.name = "Block requests";
    track.detail = "issue to completion";
    id = tracks_.add(std::move(track));
  }
  Record& slice = out.push();
  slice = Record{};
  slice.time = time;
  slice.kind = RecordKind::Slice;
  slice.track = id;
  slice.name = name;
  slice.depth = found->second.row;
  slice.setBegun(found->second.begin);
  open_.erase(found);
}

}  // namespace tp::lttng
