#include "core/formats/uftrace/task_log.h"

#include <algorithm>

namespace tp::uftrace {
namespace {

// Limits memory: a damaged file could name another task in every record.
constexpr size_t kMaxTasks = 100000;
// Limits memory: further losses of a CPU are added to its last one.
constexpr size_t kMaxLosses = 10000;

}  // namespace

std::string_view TaskLog::nameAt(Time time, std::string_view before) const {
  auto after = std::upper_bound(names.begin(), names.end(), time,
                                [](Time value, const auto& name) { return value < name.first; });
  return after == names.begin() ? before : std::string_view((after - 1)->second);
}

std::optional<Time> TaskLog::execBetween(Time from, Time to) const {
  auto after = std::upper_bound(execs.begin(), execs.end(), from);
  if (after == execs.end() || *after > to) return std::nullopt;
  return *after;
}

TaskLogs::TaskLogs(const FileSet& files, std::vector<PerfFile> perf, Endian endian)
    : files_(files), perf_(std::move(perf)), endian_(endian) {
  for (const PerfFile& one : perf_) bytes_ += files_.files()[one.file].source->size();
}

const TaskLog* TaskLogs::find(int64_t tid) {
  load();
  auto found = logs_.find(tid);
  return found != logs_.end() ? &found->second : nullptr;
}

Time TaskLogs::end() {
  load();
  return end_;
}

const std::map<int64_t, int64_t>& TaskLogs::processes() {
  load();
  return processes_;
}

void TaskLogs::load() {
  if (loaded_) return;
  loaded_ = true;
  if (!fits()) return;
  for (const PerfFile& perf : perf_) loadFile(perf);
  auto byTime = [](const Switch& a, const Switch& b) { return a.time < b.time; };
  for (auto& [tid, log] : logs_) {
    std::stable_sort(log.switches.begin(), log.switches.end(), byTime);
    std::sort(log.execs.begin(), log.execs.end());
    std::stable_sort(log.names.begin(), log.names.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
  }
}

void TaskLogs::addLoss(uint16_t cpu, Time begin, Time end) {
  std::vector<TimeRange>& losses = losses_[cpu];
  if (losses.size() < kMaxLosses)
    losses.push_back({begin, end});
  else
    losses.back().end = std::max(losses.back().end, end);
}

bool TaskLogs::lost(uint16_t cpu, Time from, Time to) const {
  auto found = losses_.find(cpu);
  if (found == losses_.end()) return false;
  const std::vector<TimeRange>& losses = found->second;
  auto first = std::lower_bound(losses.begin(), losses.end(), from,
                                [](const TimeRange& loss, Time at) { return loss.end <= at; });
  return first != losses.end() && first->begin < to;
}

std::vector<TimeRange> TaskLogs::losses(uint16_t cpu) {
  load();
  auto found = losses_.find(cpu);
  return found != losses_.end() ? found->second : std::vector<TimeRange>();
}

// Does not warn of damage, because PerfDecoder reads the same bytes and does.
void TaskLogs::loadFile(const PerfFile& perf) {
  const ByteSource& source = *files_.files()[perf.file].source;
  std::vector<std::byte> copy;
  Bytes data = source.view(0, source.size());
  if (data.empty()) {
    copy = readAll(source, 0, source.size(), kMaxBytes);
    data = copy;
  }
  PerfWalk walk(data, endian_, true, kNoTime);
  Time before = INT64_MIN;  // The time of the last record.
  bool losing = false;      // Bytes since then form no record.
  for (PerfWalk::Found found; walk.next(found);) {
    const PerfRecord& record = found.record;
    losing = losing || found.skipped > 0;
    if (record.kind == PerfRecord::Kind::Other) continue;
    if (losing || record.kind == PerfRecord::Kind::Lost) addLoss(perf.cpu, before, record.time);
    losing = false;
    before = record.time;
    if (record.kind == PerfRecord::Kind::Lost) continue;
    if (logs_.size() >= kMaxTasks && logs_.count(record.tid) == 0) continue;
    TaskLog& log = logs_[record.tid];
    end_ = std::max(end_, record.time);
    processes_.try_emplace(record.tid, record.pid);
    if (record.kind == PerfRecord::Kind::SwitchIn) log.switches.push_back({record.time, perf.cpu, Switch::Kind::In});
    if (record.kind == PerfRecord::Kind::SwitchOut)
      log.switches.push_back(
          {record.time, perf.cpu, record.preempted ? Switch::Kind::OutPreempted : Switch::Kind::Out});
    if (record.kind == PerfRecord::Kind::Comm) log.names.emplace_back(record.time, record.comm);
    if (record.exec) log.execs.push_back(record.time);
    if (record.kind == PerfRecord::Kind::Exit) log.exit = std::max(log.exit, record.time);
    if (record.kind == PerfRecord::Kind::Fork || record.tid != record.pid) log.forked = true;
  }
  if (losing) addLoss(perf.cpu, before, INT64_MAX);
}

}  // namespace tp::uftrace
