#include "native/cli/compare_filter.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/analysis/filter.h"
#include "native/cli/open.h"

namespace tp::cli {
namespace {

constexpr RowField kOfThreads[] = {RowField::Thread, RowField::Tid, RowField::Pid};

bool isOfThreads(const Filter& filter) {
  for (size_t i = 0; i <= static_cast<size_t>(RowField::Waker); ++i) {
    const auto field = static_cast<RowField>(i);
    const bool known = std::find(std::begin(kOfThreads), std::end(kOfThreads), field) != std::end(kOfThreads);
    if (!known && filter.uses(field)) return false;
  }
  return true;
}

}  // namespace

bool filterThreads(const std::string& filter, const std::string& option, const TraceIndex& index,
                   std::vector<int64_t>& tids) {
  FilterError error;
  const auto compiled = Filter::compile(filter, index.info().clock, error, Filter::Of::Slices);
  if (!compiled) return complain(option + ": " + error.text()), false;
  if (!isOfThreads(*compiled)) {
    complain(option + ": a side is limited to whole threads: the fields are thread, tid and pid");
    return false;
  }
  std::vector<int64_t> found;
  const TrackTable& tracks = index.tracks();
  for (TrackId id = 0; id < tracks.size(); ++id) {
    const auto& track = tracks[id];
    if (track.key.kind != TrackKind::Thread) continue;
    EventRow row;
    row.present = EventRow::kTid;
    row.tid = track.key.tid;
    // Of some threads, only the track around them tells the process.
    row.pid = track.key.pid;
    for (TrackId at = track.parent; at != kNoTrack && row.pid < 0; at = tracks[at].parent) row.pid = tracks[at].key.pid;
    if (row.pid >= 0) row.present |= EventRow::kPid;
    RowLasted lasted;
    lasted.thread = track.name;
    const bool asked = tids.empty() || std::find(tids.begin(), tids.end(), track.key.tid) != tids.end();
    if (asked && compiled->matches(row, lasted)) found.push_back(track.key.tid);
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  tids = std::move(found);
  if (tids.empty()) complain(option + ": there is no such thread");
  return !tids.empty();
}

}  // namespace tp::cli
