// What the events of a task measured, as values over time: memory, page faults, watched variables, the CPU.
#pragma once

#include <map>
#include <string>

#include "core/decode/record.h"
#include "core/formats/uftrace/shared.h"
#include "core/io/wire.h"

namespace tp::uftrace {

class TaskCounters {
 public:
  // No more records than this come of one event.
  static constexpr uint32_t kMax = 3;

  // Both outlive this.
  TaskCounters(Shared& shared, const Task& task) : shared_(shared), task_(task) {}

  // Appends what the event `id` measured. `session`: for the name of a watched variable.
  void add(uint64_t id, Bytes data, Time time, size_t session, RecordBatch& out);
  // Records were lost: no value is known from here on, until it is told again. One record for each of tracks().
  void end(Time time, RecordBatch& out) const;
  // How many have been told of; no more than kMaxTracks.
  static constexpr uint32_t kMaxTracks = 256;
  uint32_t tracks() const { return static_cast<uint32_t>(tracks_.size()); }

  void save(WireWriter& out) const;
  void restore(WireReader& in);

 private:
  TrackId trackOf(const std::string& label);
  void push(const std::string& label, Time time, int64_t value, RecordBatch& out);

  Shared& shared_;
  const Task& task_;
  std::map<std::string, TrackId> tracks_;
};

}  // namespace tp::uftrace
