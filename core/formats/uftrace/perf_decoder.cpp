#include "core/formats/uftrace/perf_decoder.h"

#include "core/io/wire.h"

namespace tp::uftrace {

PerfDecoder::PerfDecoder(Shared& shared, const std::vector<Task>& tasks, size_t file, int cpu)
    : shared_(shared), file_(file), cpu_(cpu) {
  for (const Task& task : tasks) tasks_[task.tid] = &task;
}

TrackId PerfDecoder::trackOf(const Task& task) {
  auto [at, fresh] = tracks_.try_emplace(task.tid, kNoTrack);
  if (fresh) at->second = eventsTrack(shared_.reader, task);
  return at->second;
}

DecodeStep PerfDecoder::decode(const DecodeInput& input, RecordBatch& out) {
  last_ = input;
  PerfWalk walk(input.data, shared_.endian, input.extentEnd, before_);
  PerfWalk::Found found;
  auto warn = [&](uint64_t at, std::string expected, std::string what) {
    shared_.reader.warnings().add(shared_.files.files()[file_].path, input.offset + at, std::move(expected),
                                  std::move(what));
  };
  bool room;
  while ((room = !out.full()) && walk.next(found)) {
    if (found.skipped > 0)
      warn(found.at - found.skipped, "a perf record", std::to_string(found.skipped) + " bytes that are none");
    if (found.order != TimeOrder::Good)
      warn(found.at, "a time in order with those around it",
           leapText(before_ != kNoTime ? before_ : found.record.time, found.claimed));
    if (found.record.kind == PerfRecord::Kind::Lost)
      warn(found.at, "all records of the CPU", std::to_string(found.record.lost) + " that were lost when recording");
    if (found.order == TimeOrder::Good) addLife(found.record);
    if (found.size > 0) add(found.record, found.size, input.offset + found.at, out);
    before_ = walk.before();
  }
  return {walk.position(), room, true};
}

void PerfDecoder::save(WireWriter& out) const {
  out(before_);
}

bool PerfDecoder::restore(WireReader& in) {
  in(before_);
  return in.complete();
}

void PerfDecoder::addLife(const PerfRecord& perf) {
  const bool forked = perf.kind == PerfRecord::Kind::Fork;
  if (!forked && perf.kind != PerfRecord::Kind::Exit) return;
  auto task = tasks_.find(perf.tid);
  if (task == tasks_.end()) return;
  TrackTable& tracks = shared_.reader.tracks();
  const auto made = Lifetime::madeAt(perf.time, Lifetime::Source::Fork);
  tracks.addLife(task->second->thread, forked ? made : Lifetime::endedAt(perf.time));
  const bool process = forked && perf.pid == perf.tid && perf.pid == task->second->pid && perf.parent > 0;
  if (process) tracks.addLife(task->second->process, Lifetime::madeBy(perf.parent));
}

void PerfDecoder::add(const PerfRecord& perf, uint32_t size, uint64_t offset, RecordBatch& out) {
  const char* name = nullptr;
  bool elsewhere = shared_.logs.fits();
  switch (perf.kind) {
    case PerfRecord::Kind::SwitchIn:
      if (!elsewhere) name = "linux:sched-in";
      break;
    case PerfRecord::Kind::SwitchOut:
      if (!elsewhere) name = perf.preempted ? "linux:sched-out (pre-empted)" : "linux:sched-out";
      break;
    case PerfRecord::Kind::Fork:
      name = "linux:task-new";
      break;
    case PerfRecord::Kind::Exit:
      name = "linux:task-exit";
      break;
    case PerfRecord::Kind::Comm:
      name = "linux:task-name";
      break;
    case PerfRecord::Kind::Lost:
    case PerfRecord::Kind::Other:
      break;
  }
  auto task = tasks_.find(perf.tid);
  if (name == nullptr || task == tasks_.end()) return;
  Record& record = out.push();
  record = Record{};
  record.time = perf.time;
  record.ref = offset;
  record.value = perf.tid;
  record.name = shared_.reader.names().intern(name);
  record.track = trackOf(*task->second);
  // What the dynamic linker and the recorder do before the first call is listed, but not drawn, because uftrace hides
  // it.
  record.kind = record.time < shared_.firstCall ? RecordKind::Event : RecordKind::Instant;
  record.size = size;
}

void PerfDecoder::describe(const Record& record, EventRow& row) {
  auto found = tasks_.find(record.value);
  if (found == tasks_.end()) return;
  const Task& task = *found->second;
  const TaskLog* log = shared_.logs.find(task.tid);
  row.time = record.time;
  row.kind = "event";
  row.name = shared_.reader.names().view(record.name);
  row.comm = log != nullptr ? log->nameAt(record.time, task.comm) : std::string_view(task.comm);
  row.pid = task.pid;
  row.tid = task.tid;
  row.cpu = cpu_;
  row.present = EventRow::kPid | EventRow::kTid | EventRow::kCpu;
  if (record.ref < last_.offset || record.ref - last_.offset + record.size > last_.data.size()) return;
  PerfRecord perf =
      readPerfRecord(last_.data.subspan(static_cast<size_t>(record.ref - last_.offset), record.size), shared_.endian);
  if (perf.kind != PerfRecord::Kind::Comm) return;
  row.args = "comm=\"";
  row.args += perf.comm;
  row.args += '"';
}

}  // namespace tp::uftrace
