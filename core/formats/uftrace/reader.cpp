#include "core/formats/uftrace/reader.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "core/formats/uftrace/perf_decoder.h"
#include "core/formats/uftrace/record_decoder.h"

namespace tp::uftrace {
namespace {

constexpr uint64_t kLargestInfo = uint64_t{16} << 20;
// First and last records are looked at to know the time range at once, but not of thousands of tasks.
constexpr size_t kTasksPeeked = 64;
constexpr size_t kCommLength = 15;

std::string_view folderOf(const FileEntry& file) {
  return std::string_view(file.path).substr(0, file.path.size() - file.baseName().size());
}

// "1234.dat" gives 1234, "perf-cpu3.dat" with its prefix 3; -1 for anything else.
int64_t numbered(std::string_view name, std::string_view prefix) {
  constexpr std::string_view kSuffix = ".dat";
  if (name.size() <= prefix.size() + kSuffix.size() || name.substr(0, prefix.size()) != prefix ||
      name.substr(name.size() - kSuffix.size()) != kSuffix)
    return -1;
  std::string_view digits = name.substr(prefix.size(), name.size() - prefix.size() - kSuffix.size());
  int64_t value = -1;
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return error == std::errc() && end == digits.data() + digits.size() && value >= 0 ? value : -1;
}

bool isInfo(const FileEntry& file) {
  if (file.baseName() != "info") return false;
  std::vector<std::byte> head = readAll(*file.source, 0, 8);
  return asText(head) == std::string_view("Ftrace!\0", 8);
}

struct Place {
  bool found = false;
  bool hasInfo = false;
  std::string folder;
};

// A directory with an info file, or one whose recorder was killed before it wrote one.
Place findDirectory(const FileSet& files) {
  for (const FileEntry& file : files.files())
    if (isInfo(file)) return {true, true, std::string(folderOf(file))};
  for (const FileEntry& file : files.files()) {
    if (file.baseName() != "task.txt") continue;
    std::string folder(folderOf(file));
    for (const FileEntry& other : files.files())
      if (folderOf(other) == folder && numbered(other.baseName(), "") >= 0) return {true, false, folder};
  }
  return {};
}

std::string readText(const FileSet& files, const std::string& path) {
  const FileEntry* entry = files.find(path);
  if (entry == nullptr) return {};
  std::vector<std::byte> bytes = readAll(*entry->source, 0, entry->source->size(), kLargestInfo);
  return std::string(asText(bytes));
}

class Reader final : public TraceReader {
 public:
  Reader(const FileSet& files, const Place& place, InfoFile info)
      : files_(files),
        infoFile_(std::move(info)),
        tasksFile_(parseTasks(readText(files_, place.folder + "task.txt"))),
        functions_(files_, place.folder, infoFile_, tasksFile_, names_),
        events_(readText(files_, place.folder + "events.txt")),
        shared_{files_, functions_, events_, *this, infoFile_.endian, infoFile_.is64} {
    describeTrace();
    listTasks(place.folder);
    if (info_.begin <= info_.end) shared_.firstCall = info_.begin;
    listPerf(place.folder);
  }

  std::unique_ptr<StreamDecoder> decoder(size_t stream) override {
    if (stream < tasks_.size()) return std::make_unique<RecordDecoder>(shared_, tasks_[stream]);
    if (stream >= streams_.size()) return nullptr;
    return std::make_unique<PerfDecoder>(shared_, tasks_, streams_[stream].file, perfCpus_[stream - tasks_.size()]);
  }

 private:
  void describeTrace();
  void listTasks(const std::string& folder);
  void addTask(int64_t tid, size_t file);
  void listPerf(const std::string& folder);
  void peek(StreamInfo& stream);

  const FileSet files_;
  InfoFile infoFile_;
  TaskFile tasksFile_;
  Functions functions_;
  Events events_;
  Shared shared_;
  std::vector<Task> tasks_;
  std::vector<int> perfCpus_;
};

void Reader::describeTrace() {
  info_.format = "uftrace";
  info_.version = std::to_string(infoFile_.version);
  info_.clock.name = "mono";
  for (const auto& [key, value] : infoFile_.lines) {
    if (key == "argspec" || key == "retspec" || key == "argauto" || key == "retauto" || key == "enumauto" ||
        key == "taskinfo" || value.rfind("lines=", 0) == 0)
      continue;
    info_.metadata.emplace_back(key, value);
  }
}

void Reader::listTasks(const std::string& folder) {
  std::map<int64_t, size_t> found;
  for (size_t i = 0; i < files_.files().size(); ++i) {
    const FileEntry& file = files_.files()[i];
    int64_t tid = folderOf(file) == folder ? numbered(file.baseName(), "") : -1;
    if (tid >= 0) found[tid] = i;
  }
  // In the recorder's order, then what it does not name.
  std::vector<int64_t> order;
  for (int64_t tid : infoFile_.tids)
    if (found.count(tid) > 0) order.push_back(tid);
  std::set<int64_t> listed(order.begin(), order.end());
  for (const auto& [tid, file] : found)
    if (listed.count(tid) == 0) order.push_back(tid);
  tasks_.reserve(order.size());
  for (int64_t tid : order) addTask(tid, found[tid]);
  if (!infoFile_.present)
    warnings_.add(folder + "info", kNoOffset, "the file, which uftrace writes when recording ends",
                  "none: byte order, word size and arguments are assumed");
}

void Reader::addTask(int64_t tid, size_t file) {
  Task task;
  task.tid = tid;
  auto known = tasksFile_.tasks.find(tid);
  task.pid = known != tasksFile_.tasks.end() ? known->second.pid : tid;
  task.sessions = tasksFile_.sessionsOf(tid);
  task.file = file;
  if (!task.sessions.empty()) {
    const std::string& program = tasksFile_.sessions[task.sessions.back().session].program;
    task.comm = program.substr(program.rfind('/') + 1).substr(0, kCommLength);
  }
  Track process;
  process.key.kind = TrackKind::Process;
  process.key.pid = task.pid;
  process.name = task.comm;
  process.detail = "pid " + std::to_string(task.pid);
  Track thread;
  thread.key.kind = TrackKind::Thread;
  thread.key.pid = task.pid;
  thread.key.tid = tid;
  thread.parent = tracks_.add(process);
  thread.name = task.comm;
  thread.detail = std::to_string(tid);
  task.thread = tracks_.add(thread);
  tasks_.push_back(task);

  StreamInfo stream;
  stream.name = std::string(files_.files()[file].baseName());
  stream.file = file;
  stream.extents.push_back({0, files_.files()[file].source->size()});
  if (tasks_.size() <= kTasksPeeked) peek(stream);
  streams_.push_back(std::move(stream));
}

// The time range, from the first record and from the last sixteen bytes where they look like one.
void Reader::peek(StreamInfo& stream) {
  const ByteSource& source = *files_.files()[stream.file].source;
  uint64_t size = source.size();
  if (size < RawRecord::kSize) return;
  auto record = [&](uint64_t offset, Time& time) {
    std::vector<std::byte> bytes = readAll(source, offset, RawRecord::kSize);
    if (bytes.size() < RawRecord::kSize) return false;
    time = clampTime(static_cast<int64_t>(loadUnchecked<uint64_t>(bytes.data(), infoFile_.endian)));
    RawRecord raw{loadUnchecked<uint64_t>(bytes.data() + 8, infoFile_.endian)};
    return raw.valid() && raw.type() <= RawType::Exit && time > 0;
  };
  constexpr Time kLongest = Time{30} * 24 * 3600 * 1000000000;
  Time begin = 0, end = 0;
  if (!record(0, begin)) return;
  if (!record(size / 8 * 8 - RawRecord::kSize, end) || end < begin || end - begin > kLongest) end = begin;
  stream.begin = begin;
  stream.end = end;
  bool first = info_.begin > info_.end;
  info_.begin = first ? begin : std::min(info_.begin, begin);
  info_.end = first ? end : std::max(info_.end, end);
}

void Reader::listPerf(const std::string& folder) {
  std::map<int64_t, size_t> found;
  for (size_t i = 0; i < files_.files().size(); ++i) {
    const FileEntry& file = files_.files()[i];
    int64_t cpu = folderOf(file) == folder ? numbered(file.baseName(), "perf-cpu") : -1;
    if (cpu >= 0 && cpu < 65536 && file.source->size() > 0) found[cpu] = i;
  }
  for (const auto& [cpu, file] : found) {
    StreamInfo stream;
    stream.name = std::string(files_.files()[file].baseName());
    stream.file = file;
    stream.extents.push_back({0, files_.files()[file].source->size()});
    streams_.push_back(std::move(stream));
    perfCpus_.push_back(static_cast<int>(cpu));
  }
}

}  // namespace

Probe probe(const FileSet& files) {
  Place place = findDirectory(files);
  if (place.hasInfo) return {100, {}};
  if (place.found) return {80, {}};
  for (const FileEntry& file : files.files())
    if (numbered(file.baseName(), "") >= 0)
      return {0, std::string(file.path) +
                     " may be a task's records of uftrace: drop the whole directory, with info and "
                     "task.txt"};
  return {};
}

Result<std::unique_ptr<TraceReader>> open(const FileSet& files) {
  Place place = findDirectory(files);
  InfoFile info;
  if (place.hasInfo) {
    const FileEntry& entry = *files.find(place.folder + "info");
    std::vector<std::byte> bytes = readAll(*entry.source, 0, entry.source->size(), kLargestInfo);
    Result<InfoFile> parsed = parseInfo(bytes);
    if (!parsed) {
      Error error = parsed.error();
      error.file = entry.path;
      return error;
    }
    info = std::move(*parsed);
  }
  return std::unique_ptr<TraceReader>(std::make_unique<Reader>(files, place, std::move(info)));
}

}  // namespace tp::uftrace
