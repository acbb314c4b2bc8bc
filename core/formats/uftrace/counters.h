// The counters of a task, made from what its events measured: memory, page faults, performance counters, watched
// variables and the CPU.
#pragma once

#include <map>
#include <string>

#include "core/decode/record.h"
#include "core/formats/uftrace/shared.h"
#include "core/io/wire.h"

namespace tp::uftrace {

class TaskCounters {
 public:
  // add() appends at most this many records.
  static constexpr uint32_t kMax = 3;

  // `shared` and `task` outlive this object.
  TaskCounters(Shared& shared, const Task& task) : shared_(shared), task_(task) {}

  // Appends counter records for the values in `data`, the payload of event `id` without its length. Appends nothing for
  // events that measure nothing. `session` is used to look up the name of a watched variable.
  void add(uint64_t id, Bytes data, Time time, size_t session, RecordBatch& out);
  // Called when records were lost: appends to each track a record that says that the value is unknown from `time` until
  // the next one. Appends tracks() records.
  void end(Time time, RecordBatch& out) const;
  // The number of counters met so far, at most kMaxTracks.
  static constexpr uint32_t kMaxTracks = 256;
  uint32_t tracks() const { return static_cast<uint32_t>(tracks_.size()); }

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire.as([&] { return self.labels(); }, [&](const auto& labels) { self.setLabels(labels); });
  }

 private:
  std::vector<std::string> labels() const;
  void setLabels(const std::vector<std::string>& labels);
  TrackId trackOf(const std::string& label);
  void push(const std::string& label, Time time, int64_t value, RecordBatch& out);

  Shared& shared_;
  const Task& task_;
  std::map<std::string, TrackId> tracks_;
};

}  // namespace tp::uftrace
