#include "core/formats/uftrace/reader.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "core/decode/origin.h"
#include "core/formats/uftrace/directory.h"
#include "core/formats/uftrace/extern_decoder.h"
#include "core/formats/uftrace/kernel_merger.h"
#include "core/formats/uftrace/opened_info.h"
#include "core/formats/uftrace/perf_decoder.h"
#include "core/formats/uftrace/record_decoder.h"

namespace tp::uftrace {
namespace {

constexpr uint64_t kLargestTasks = uint64_t{16} << 20;
constexpr uint64_t kLargestKernelText = uint64_t{64} << 20;
// The first and last records are read at open, to know the time range; this many tasks at most.
constexpr size_t kTasksPeeked = 64;
constexpr size_t kCommLength = 15;
// Tasks without records are shown only if there are no records at all; this many at most.
constexpr size_t kMaxEmptyTasks = 1000;

std::string wholeText(const FileSet& files, const std::string& path, uint64_t limit) {
  const FileEntry* entry = files.find(path);
  if (entry == nullptr) return {};
  std::vector<std::byte> bytes = readAll(*entry->source, 0, entry->source->size(), limit);
  return std::string(asText(bytes));
}

std::vector<PerfFile> listPerf(const FileSet& files, const std::string& folder) {
  std::vector<PerfFile> found;
  for (const NumberedFile& one : numberedFiles(files, folder, "perf-cpu"))
    if (one.number < 65536 && files.files()[one.file].source->size() > 0)
      found.push_back({one.file, static_cast<uint16_t>(one.number)});
  return found;
}

TaskFile readTasks(const FileSet& files, const std::string& folder, Endian endian, WarningLog& warnings) {
  const FileEntry* binary = files.find(folder + "task");
  if (binary == nullptr) {
    std::string text = folderText(files, folder + "task.txt");
    return parseTasks(text, {&warnings, folder + "task.txt"});
  }
  std::vector<std::byte> bytes = readAll(*binary->source, 0, binary->source->size(), kLargestTasks);
  return parseBinaryTasks(bytes, endian, {&warnings, folder + "task"});
}

class Reader final : public TraceReader {
 public:
  Reader(const FileSet& files, const Directory& place, InfoFile info)
      : files_(files),
        folder_(place.folder),
        infoFile_(std::move(info)),
        tasksFile_(readTasks(files_, folder_, infoFile_.endian, warnings_)),
        functions_(files_, folder_, infoFile_, tasksFile_, names_, warnings_),
        events_(folderText(files_, folder_ + "events.txt"), {&warnings_, folder_ + "events.txt"}),
        perf_(listPerf(files_, folder_)),
        logs_(files_, perf_, infoFile_.endian),
        shared_{files_, functions_, events_, logs_, *this, infoFile_.endian, infoFile_.is64} {
    describeTrace();
    listTasks();
    if (info_.begin <= info_.end) shared_.firstCall = info_.begin;
    if (!tasksFile_.sessions.empty() && tasksFile_.sessions.front().time > 0)
      shared_.firstProgram = tasksFile_.sessions.front().time;
    firstKernel_ = streams_.size();
    listKernel();
    firstPerf_ = streams_.size();
    for (const PerfFile& perf : perf_) {
      addStream(perf.file);
      streams_.back().cpu = perf.cpu;
    }
    if (size_t at = files_.indexOf(folder_ + "extern.dat");
        at != FileSet::npos && files_.files()[at].source->size() > 0)
      addStream(at);
    if (!logs_.fits())
      warnings_.add(folder_ + "perf-cpu*.dat", kNoOffset,
                    "at most " + std::to_string(TaskLogs::kMaxBytes >> 20) + " MB",
                    "more: when tasks were off their CPU is shown beside their calls, and counts as time within them");
  }

  std::unique_ptr<StreamDecoder> decoder(size_t stream) override {
    if (stream >= streams_.size()) return nullptr;
    if (stream < firstKernel_) return std::make_unique<RecordDecoder>(shared_, tasks_[stream]);
    size_t file = streams_[stream].file;
    if (stream < firstPerf_)
      return std::make_unique<KernelDecoder>(shared_, *kernel_, tasks_, file, kernelCpus_[stream - firstKernel_]);
    if (stream < firstPerf_ + perf_.size())
      return std::make_unique<PerfDecoder>(shared_, tasks_, file, perf_[stream - firstPerf_].cpu);
    return std::make_unique<ExternDecoder>(shared_, file);
  }

  // `uftrace report` counts a call when it ends, and tells by the address whether a call is recursive.
  CallCounting callCounting(TrackId) const override { return CallCounting::Ends; }
  uint64_t callIdentity(const Record& record) const override {
    // Removes what the depth has carried into the address (RecordDecoder::trueDepth()).
    if (record.size == 0) return record.name;
    return RawRecord{static_cast<uint64_t>(record.value)}.address() - (record.depth >> 10);
  }

  std::optional<std::vector<TimeRange>> missingSwitches(size_t stream) override {
    if (stream < firstPerf_ || stream >= firstPerf_ + perf_.size() || !logs_.fits()) return std::nullopt;
    return logs_.losses(perf_[stream - firstPerf_].cpu);
  }

  size_t writtenFunctions(size_t from, std::vector<WrittenFunction>& out) override {
    return functions_.written(from, out);
  }

  std::unique_ptr<StreamMerger> merger(size_t merge) override {
    return merge == 0 && kernel_ ? std::make_unique<KernelMerger>(tasks_) : nullptr;
  }

 private:
  void describeTrace();
  void describePerf();
  void describeClock();
  void listTasks();
  void listTasksWithoutRecords();
  Task& addTask(int64_t tid, int64_t pid);
  void addStream(size_t file);
  void listKernel();
  void peek(StreamInfo& stream, const Task& task);

  const FileSet files_;
  const std::string folder_;
  InfoFile infoFile_;
  TaskFile tasksFile_;
  Functions functions_;
  Events events_;
  std::vector<PerfFile> perf_;
  TaskLogs logs_;
  Shared shared_;
  std::vector<Task> tasks_;
  std::unique_ptr<KernelShared> kernel_;
  std::vector<int> kernelCpus_;
  size_t firstKernel_ = 0;  // The streams of the tasks come before this one.
  size_t firstPerf_ = 0;
};

void Reader::describeTrace() {
  info_.format = "uftrace";
  info_.origin = readOriginFile(files_, folder_);
  info_.hasSources = std::any_of(files_.files().begin(), files_.files().end(), [this](const FileEntry& file) {
    const std::string_view path = file.path;
    return path.substr(0, folder_.size()) == folder_ && path.size() > 4 && path.substr(path.size() - 4) == ".dbg";
  });
  info_.version = std::to_string(infoFile_.version);
  describeClock();
  for (const auto& [key, value] : infoFile_.lines) {
    if (key == "argspec" || key == "retspec" || key == "argauto" || key == "retauto" || key == "enumauto" ||
        key == "taskinfo" || value.rfind("lines=", 0) == 0)
      continue;
    info_.metadata.emplace_back(key, value);
  }
  describePerf();
}

// The recorder may leave out the files of CPUs without records, so a missing one is told, but need not be a loss.
void Reader::describePerf() {
  if (perf_.empty()) return;
  std::string there, none;
  auto add = [](std::string& list, int64_t cpu) { list += (list.empty() ? "CPU " : ", ") + std::to_string(cpu); };
  for (const PerfFile& perf : perf_) add(there, perf.cpu);
  // Both are ordered by CPU.
  auto next = perf_.begin();
  for (int64_t cpu = 0, online = infoFile_.onlineCpus(); cpu < online; ++cpu) {
    while (next != perf_.end() && next->cpu < cpu) ++next;
    if (next == perf_.end() || next->cpu != cpu) add(none, cpu);
  }
  info_.metadata.emplace_back("perf files", there + (none.empty() ? "" : "; none of " + none));
  if (!none.empty())
    shared_.lacksCpus = Warning{folder_ + "perf-cpu*.dat", kNoOffset, "a file of each CPU that was used",
                                "none of " + none + ", and switches of a task that do not fit together"};
}

// The recorder's command line is the only place that names the clock.
void Reader::describeClock() {
  ClockInfo& clock = info_.clock;
  clock.name = "mono";
  clock.kind = ClockKind::Monotonic;
  std::string_view command = infoFile_.get("cmdline");
  auto asksFor = [command](std::string_view name) {
    return command.find("--clock=" + std::string(name)) != std::string_view::npos ||
           command.find("--clock " + std::string(name)) != std::string_view::npos;
  };
  if (asksFor("mono_raw")) {
    clock.name = "mono_raw";
    clock.kind = ClockKind::MonotonicRaw;
  } else if (asksFor("boot")) {
    clock.name = "boot";
    clock.kind = ClockKind::Boot;
  }
  // utc_offset is in whole seconds.
  constexpr int64_t kMaxSeconds = 4000000000;
  int64_t seconds = 0;
  std::string_view offset = infoFile_.get("utc_offset");
  auto [end, error] = std::from_chars(offset.data(), offset.data() + offset.size(), seconds);
  if (error != std::errc() || end == offset.data() || seconds <= 0 || seconds > kMaxSeconds) return;
  clock.hasWallOffset = true;
  clock.wallOffsetNs = seconds * 1000000000;
  clock.wallPrecisionNs = 1000000000;
}

void Reader::listTasks() {
  std::map<int64_t, size_t> found;
  for (const NumberedFile& one : numberedFiles(files_, folder_, "")) found[one.number] = one.file;
  // In the recorder's order, then the tasks that it does not list.
  std::vector<int64_t> order;
  std::set<int64_t> listed;
  for (int64_t tid : infoFile_.tids)
    if (found.count(tid) > 0 && listed.insert(tid).second) order.push_back(tid);
  for (const auto& [tid, file] : found)
    if (listed.count(tid) == 0) order.push_back(tid);
  tasks_.reserve(order.size());
  // A cut keeps an empty file of each task that has no records in it.
  const bool recorded = std::any_of(found.begin(), found.end(),
                                    [&](const auto& one) { return files_.files()[one.second].source->size() > 0; });
  for (int64_t tid : order) {
    auto known = tasksFile_.tasks.find(tid);
    Task& task = addTask(tid, known != tasksFile_.tasks.end() ? known->second.pid : tid);
    task.file = found[tid];
    addStream(task.file);
    if (!recorded)
      warnings_.add(std::string(files_.files()[task.file].path), 0, "the calls of a task", "none: the file is empty");
    if (tasks_.size() <= kTasksPeeked) peek(streams_.back(), task);
  }
  // The recorder makes a file for each task that it lists.
  for (const auto& [tid, task] : tasksFile_.tasks)
    if (!found.empty() && !found.contains(tid))
      warnings_.add(folder_ + std::to_string(tid) + ".dat", kNoOffset, "the calls of a task that task.txt lists",
                    "none: the file is missing");
  if (!infoFile_.present)
    warnings_.add(folder_ + "info", kNoOffset, "the file, which uftrace writes when recording ends",
                  "none: byte order, word size and arguments are assumed");
  if (!tasks_.empty() && tasksFile_.sessions.empty())
    warnings_.add(folder_ + "task.txt", kNoOffset, "at least one session", "none: names of functions are not known");
  if (tasks_.empty()) listTasksWithoutRecords();
}

// If the recorder was killed early, or found nothing to record, there are only the names of tasks, and perhaps their
// scheduling.
void Reader::listTasksWithoutRecords() {
  warnings_.add(folder_ + "*.dat", kNoOffset, "records of at least one task",
                infoFile_.present ? "none: nothing was recorded" : "none: the recorder was killed before it wrote any");
  std::map<int64_t, int64_t> processes = logs_.processes();
  for (const auto& [tid, task] : tasksFile_.tasks) processes.try_emplace(tid, task.pid);
  tasks_.reserve(std::min(processes.size(), kMaxEmptyTasks));
  for (const auto& [tid, pid] : processes)
    if (tasks_.size() < kMaxEmptyTasks) addTask(tid, pid);
}

Task& Reader::addTask(int64_t tid, int64_t pid) {
  Task task;
  task.tid = tid;
  task.pid = pid;
  task.sessions = tasksFile_.sessionsOf(tid);
  if (!task.sessions.empty()) {
    const std::string& program = tasksFile_.sessions[task.sessions.back().session].program;
    task.comm = program.substr(program.rfind('/') + 1).substr(0, kCommLength);
  } else if (std::string_view program = infoFile_.get("exename"); !program.empty()) {
    task.comm = program.substr(program.rfind('/') + 1).substr(0, kCommLength);
  }
  Track process;
  process.key.kind = TrackKind::Process;
  process.key.pid = task.pid;
  process.name = task.comm;
  process.detail = "pid " + std::to_string(task.pid);
  process.order = static_cast<int64_t>(tasks_.size());
  task.process = tracks_.add(process);
  Track thread;
  thread.key.kind = TrackKind::Thread;
  thread.key.pid = task.pid;
  thread.key.tid = tid;
  thread.parent = task.process;
  thread.name = task.comm;
  thread.detail = std::to_string(tid);
  thread.order = process.order;
  task.thread = tracks_.add(thread);
  if (auto known = tasksFile_.tasks.find(tid); known != tasksFile_.tasks.end() && known->second.pid == tid) {
    tracks_.addLife(task.thread, known->second.life);
    tracks_.addLife(task.process, known->second.life);
  }
  tasks_.push_back(std::move(task));
  return tasks_.back();
}

void Reader::addStream(size_t file) {
  StreamInfo stream;
  stream.name = std::string(files_.files()[file].baseName());
  stream.file = file;
  stream.extents.push_back({0, files_.files()[file].source->size()});
  streams_.push_back(std::move(stream));
}

void Reader::listKernel() {
  std::string header = wholeText(files_, folder_ + "kernel_header", kLargestKernelText);
  std::vector<NumberedFile> found = numberedFiles(files_, folder_, "kernel-cpu");
  found.erase(std::remove_if(found.begin(), found.end(),
                             [&](const NumberedFile& one) {
                               return one.number >= 65536 || files_.files()[one.file].source->size() == 0;
                             }),
              found.end());
  if (found.empty()) return;
  if (header.empty()) {
    warnings_.add(folder_ + "kernel_header", kNoOffset, "the layout of the kernel's records",
                  "none: the kernel-cpu files are left out");
    return;
  }
  kernel_ = std::make_unique<KernelShared>(parseKernelHeader(header),
                                           wholeText(files_, folder_ + "kallsyms", kLargestKernelText));
  for (const NumberedFile& one : found) {
    addStream(one.file);
    kernelCpus_.push_back(static_cast<int>(one.number));
  }
  if (tasks_.empty()) return;
  MergeInfo merge;
  merge.name = "kernel functions";
  merge.fromDecoder = true;
  for (uint32_t i = 0; i < streams_.size(); ++i) merge.inputs.push_back(i);
  merges_.push_back(std::move(merge));
}

// Estimates the time range from the first records and from the last 16 bytes, if they look like a record. Decoding
// finds the rest; a damaged time must not extend the range.
void Reader::peek(StreamInfo& stream, const Task& task) {
  const ByteSource& source = *files_.files()[stream.file].source;
  std::vector<std::byte> head = readAll(source, 0, (1 + kAsked) * RawRecord::kSize);
  if (head.size() < RawRecord::kSize) return;
  auto isCall = [](const TimedRecord& record) {
    return record.formed() && record.raw.type() <= RawType::Exit && record.time > 0;
  };
  std::vector<Time> first;
  // Arguments may lie between the records: records lie at multiples of 8 bytes.
  for (size_t at = 0; at + RawRecord::kSize <= head.size(); at += 8)
    if (TimedRecord record(head.data() + at, infoFile_.endian); isCall(record)) first.push_back(record.time);
  if (first.empty()) return;
  Time before = task.sessions.empty() || task.sessions.front().from == 0 ? kNoTime : task.sessions.front().from;
  std::span<const Time> after = std::span<const Time>(first).subspan(1);
  TimeOrder order = judgeTime(before, first[0], after);
  Time begin = order == TimeOrder::Alone && !after.empty() ? after[0] : first[0];
  Time end = begin;
  std::vector<std::byte> tail = readAll(source, source.size() / 8 * 8 - RawRecord::kSize, RawRecord::kSize);
  if (tail.size() < RawRecord::kSize) return;
  if (TimedRecord last(tail.data(), infoFile_.endian);
      isCall(last) && last.time > begin && last.time - begin <= kLongest)
    end = last.time;
  stream.begin = begin;
  stream.end = end;
  bool none = info_.begin > info_.end;
  info_.begin = none ? begin : std::min(info_.begin, begin);
  info_.end = none ? end : std::max(info_.end, end);
}

}  // namespace

Probe probe(const FileSet& files) {
  std::vector<Directory> found = findDirectories(files);
  if (const Directory* best = chooseDirectory(found)) return {best->hasInfo ? 100 : best->hasTasks ? 80 : 60, {}};
  for (const FileEntry& file : files.files())
    if (numberedFile(file.baseName(), "") >= 0)
      return {0, std::string(file.path) +
                     " may be a task's records of uftrace: drop the whole directory, with info and "
                     "task.txt"};
  return {};
}

Result<std::unique_ptr<TraceReader>> open(const FileSet& files) {
  std::vector<Directory> found = findDirectories(files);
  const Directory* place = chooseDirectory(found);
  if (place == nullptr) return Error{files.displayName(), kNoOffset, "there is no uftrace directory in it"};
  WarningLog warnings;
  Result<InfoFile> info = readInfo(files, *place, warnings);
  if (!info) return info.error();
  auto reader = std::make_unique<Reader>(files, *place, std::move(*info));
  reader->warnings().append(warnings);
  if (found.size() > 1) {
    std::vector<std::string> folders = {place->folder};
    for (const Directory& other : found)
      if (&other != place) folders.push_back(other.folder);
    reader->setSiblings(std::move(folders));
    reader->warnings().add(place->folder, kNoOffset, "one uftrace directory",
                           std::to_string(found.size()) + ", of which this one is open");
  }
  return std::unique_ptr<TraceReader>(std::move(reader));
}

}  // namespace tp::uftrace
