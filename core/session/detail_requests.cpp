#include "core/session/detail_requests.h"

#include <algorithm>
#include <utility>

#include "core/session/messages.h"
#include "core/session/session.h"

namespace tp {
namespace {

// How many are asked of a worker at a time: enough to keep it busy, few enough that what the user looks at next does
// not wait long.
constexpr uint32_t kMostAsked = 3;

}  // namespace

void DetailRequests::want(std::vector<MissingDetail> missing, const TraceIndex& index) {
  auto distance = [this](const MissingDetail& at) {
    return at.middle > middle_ ? at.middle - middle_ : middle_ - at.middle;
  };
  if (!unreadable_.empty()) {
    auto lost = [this](const MissingDetail& at) { return unreadable_.count(at.id.packed()) > 0; };
    missing.erase(std::remove_if(missing.begin(), missing.end(), lost), missing.end());
  }
  std::sort(missing.begin(), missing.end(), [&](const MissingDetail& a, const MissingDetail& b) {
    const Time da = distance(a), db = distance(b);
    return da != db ? da > db : a.id.packed() > b.id.packed();
  });
  // Several tracks may want the same chunk.
  auto same = [](const MissingDetail& a, const MissingDetail& b) { return a.id.packed() == b.id.packed(); };
  missing.erase(std::unique(missing.begin(), missing.end(), same), missing.end());
  queue_ = std::move(missing);
  ask(index);
}

void DetailRequests::ask(const TraceIndex& index) {
  askedOf_.resize(port_.workers(), 0);
  for (size_t i = queue_.size(); i-- > 0;) {
    const MissingDetail& wanted = queue_[i];
    const uint32_t worker = index.streams()[wanted.id.stream].worker;
    if (worker >= askedOf_.size() || askedOf_[worker] >= kMostAsked) continue;
    if (asked_.insert(wanted.id.packed()).second) {
      ++askedOf_[worker];
      WireWriter out;
      out.put(ToWorker::Detail);
      out(DetailRequest{wanted.id.stream, wanted.id.chunk, wanted.level});
      port_.post(worker, out.take());
    }
    queue_.erase(queue_.begin() + static_cast<ptrdiff_t>(i));
  }
}

void DetailRequests::receive(uint32_t worker, WireReader& in, const TraceIndex& index, DetailCache& cache) {
  DetailRequest answered;
  bool whole = false;
  std::vector<LaneMarks> lanes;
  in(answered, whole, lanes);
  ChunkDetail detail;
  detail.id = {answered.stream, answered.chunk};
  detail.level = answered.level;
  for (LaneMarks& theirs : lanes) {
    if (theirs.track == kNoTrack) continue;
    index.translateNames(index.fromWorker(worker), theirs.track, theirs.marks);
    detail.lanes.push_back({theirs.track, std::move(theirs.marks)});
  }
  if (asked_.erase(detail.id.packed()) > 0 && worker < askedOf_.size()) --askedOf_[worker];
  if (whole) {
    cache.put(std::move(detail));
  } else {
    unreadable_.insert(detail.id.packed());
  }
  ask(index);
}

}  // namespace tp
