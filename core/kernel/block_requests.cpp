#include "core/kernel/block_requests.h"

#include <algorithm>
#include <vector>

namespace tp::kernel {
namespace {

// No queue holds more requests. If there are more, completions were lost.
constexpr size_t kMaxOpen = 4096;

}  // namespace

void BlockRequests::issue(const Id& id, Time time, size_t input) {
  if (auto open = open_.find(id); open != open_.end()) {
    if (from_ == From::FirstIssue) return;
    open->second.begin = time;
    open->second.input = static_cast<uint32_t>(input);
    return;
  }
  if (open_.size() >= kMaxOpen)
    open_.erase(std::min_element(open_.begin(), open_.end(),
                                 [](const auto& a, const auto& b) { return a.second.begin < b.second.begin; }));
  const uint16_t row = freeRow();
  open_[id] = {time, static_cast<uint32_t>(input), row};
}

uint16_t BlockRequests::freeRow() const {
  std::vector<bool> taken(open_.size() + 1);
  for (const auto& [other, request] : open_)
    if (request.row < taken.size()) taken[request.row] = true;
  return static_cast<uint16_t>(std::find(taken.begin(), taken.end(), false) - taken.begin());
}

void BlockRequests::completeUnknown(NameId name, Time time, RecordBatch& out) {
  draw({time, 0, freeRow()}, name, time, out);
  out.last().setLacksBegin();
}

void BlockRequests::draw(const Open& request, NameId name, Time time, RecordBatch& out) {
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
  slice.depth = request.row;
  slice.setBegun(request.begin);
}

}  // namespace tp::kernel
