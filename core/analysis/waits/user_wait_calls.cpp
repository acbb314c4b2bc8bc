#include "core/analysis/waits/user_wait_calls.h"

#include <utility>

namespace tp {
namespace {

// Whether a call began or ended at the time of the record. Switches are told by who recorded the kernel.
bool isEdge(const Record& record) {
  if ((record.flags & (kOnCpu | kOffCpu)) != 0) return false;
  return record.kind == RecordKind::Begin || (record.kind == RecordKind::End && !record.isAtMost());
}

// Whether a record says nothing of the calls that are open.
bool isAside(const Record& record) {
  const bool switches = (record.flags & (kOnCpu | kOffCpu)) != 0;
  return switches || record.kind == RecordKind::Instant || record.kind == RecordKind::Counter ||
         record.kind == RecordKind::Event;
}

}  // namespace

UserCallFinder::UserCallFinder(std::vector<UserWaits> asked) : asked_(std::move(asked)) {
  for (size_t i = 0; i < asked_.size(); ++i) byThread_[asked_[i].thread].push_back(i);
}

UserCallFinder::Lane& UserCallFinder::laneOf(TrackId thread) {
  const auto [lane, fresh] = lanes_.try_emplace(thread);
  if (fresh)
    for (const size_t number : byThread_[thread]) lane->second.asked.emplace_back(asked_[number]);
  return lane->second;
}

// Tells of the waits that began before a record, with what was open until then.
void UserCallFinder::settle(Lane& lane, const Record& record) {
  const NameId innermost = lane.calls.confirmedBy(record) ? lane.calls.innermost() : kNoName;
  for (Asked& asked : lane.asked) {
    for (const LaneItem* wait = asked.waits.next(); wait != nullptr && wait->begin < record.time;
         wait = asked.waits.next()) {
      LaneItem said{wait->begin, wait->end, UserCalls::kContradicts};
      asked.waits.skip();
      if (said.end <= record.time) {
        if (innermost == kNoName) continue;
        const auto [code, fresh] = asked.codes.try_emplace(innermost, asked.codes.size() + 1);
        if (fresh) asked.told.names.push_back(innermost);
        said.code = code->second;
      } else if (!isEdge(record)) {
        continue;
      }
      asked.told.calls.add(said);
    }
  }
}

void UserCallFinder::add(const RecordBatch& batch) {
  for (uint32_t i = 0; i < batch.count; ++i) {
    const Record& record = batch.records[i];
    if (isAside(record) || !asksFor(record.track)) continue;
    Lane& lane = laneOf(record.track);
    settle(lane, record);
    lane.calls.add(record);
  }
}

void UserCallFinder::endUnit() {
  for (auto& [thread, lane] : lanes_)
    for (Asked& asked : lane.asked) told_.push_back(std::move(asked.told));
  lanes_.clear();
}

}  // namespace tp
