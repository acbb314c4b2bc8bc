#include "core/formats/perf/reader.h"

#include <algorithm>
#include <charconv>

#include "core/formats/perf/state_merger.h"

namespace tp::perf {
namespace {

ClockKind kindOf(int32_t clock) {
  switch (clock) {
    case -1:
      return ClockKind::Machine;
    case 0:
      return ClockKind::Wall;
    case 1:
      return ClockKind::Monotonic;
    case 4:
      return ClockKind::MonotonicRaw;
    case 7:
      return ClockKind::Boot;
    case 11:
      return ClockKind::Tai;
    default:
      return ClockKind::Unknown;
  }
}

std::string nameOf(int32_t clock) {
  switch (kindOf(clock)) {
    case ClockKind::Machine:
      return "perf";
    case ClockKind::Wall:
      return "realtime";
    case ClockKind::Monotonic:
      return "mono";
    case ClockKind::MonotonicRaw:
      return "mono_raw";
    case ClockKind::Boot:
      return "boot";
    case ClockKind::Tai:
      return "tai";
    default:
      return "clock " + std::to_string(clock);
  }
}

// "cpu-clock (4000 Hz, with stacks)"
std::string textOf(const EventAttr& attr) {
  std::string how;
  if (attr.frequency > 0) how = std::to_string(attr.frequency) + " Hz";
  if (attr.period > 1) how = "each " + std::to_string(attr.period) + (attr.countsTime() ? " ns" : "");
  if (attr.has(kBitCallchain)) how += how.empty() ? "with stacks" : ", with stacks";
  return attr.name + (how.empty() ? "" : " (" + how + ")");
}

// Returns the number N of "data.N", where the records of one thread of perf lie; -1 for another name.
int numberOfPart(std::string_view name) {
  constexpr std::string_view kPart = "data.";
  if (!name.starts_with(kPart)) return -1;
  int number = -1;
  const auto [end, problem] = std::from_chars(name.data() + kPart.size(), name.data() + name.size(), number);
  return problem == std::errc() && end == name.data() + name.size() ? number : -1;
}

std::string_view folderOf(std::string_view path) {
  return path.substr(0, path.rfind('/') + 1);
}

class Reader final : public TraceReader {
 public:
  Reader(const FileSet& files, size_t position, PerfFile file, WarningLog warnings) {
    warnings_ = std::move(warnings);
    const FileEntry& entry = files.files()[position];
    const std::vector<size_t> parts = partsOf(files, position);
    for (const size_t part : parts) readFirstTime(files.files()[part], file, warnings_);
    shared_ = std::make_unique<Shared>(entry, std::move(file), *this);
    if (!parts.empty() || shared_->file.mappedLate) {
      std::vector<std::pair<const FileEntry*, Extent>> all = {{&entry, shared_->file.data}};
      for (const size_t part : parts)
        all.emplace_back(&files.files()[part], Extent{0, files.files()[part].source->size()});
      shared_->history = readHistory(all, shared_->file, warnings_);
    }
    addStream(entry, position, shared_->file.data);
    for (const size_t part : parts) addStream(files.files()[part], part, {0, files.files()[part].source->size()});
    for (size_t i = 0; i < files.files().size(); ++i)
      if (i != position) shared_->symbols.add(files.files()[i]);
    shared_->symbols.checkPrograms();
    listMerge();
    describeTrace();
    tellLimits();
  }

  std::unique_ptr<StreamDecoder> decoder(size_t stream) override {
    return stream < streams_.size() ? std::make_unique<Decoder>(*shared_) : nullptr;
  }
  std::unique_ptr<StreamMerger> merger(size_t merge) override {
    return merge < merges_.size() ? std::make_unique<StateMerger>(*shared_) : nullptr;
  }
  std::optional<std::string_view> systemOf(NameId name) const override {
    for (size_t i = 0; i < shared_->eventNames.size(); ++i)
      if (shared_->eventNames[i] == name) return shared_->sampleSchemas[i]->system();
    return "perf";
  }
  bool addFiles(const FileSet& files, std::vector<NameId>& renamed) override {
    bool taken = false;
    for (const FileEntry& file : files.files()) taken = shared_->symbols.add(file) || taken;
    if (taken) shared_->symbols.nameAgain(renamed);
    if (taken) shared_->symbols.checkPrograms();
    return taken;
  }
  void assumeMachine(const std::string& machine) override {
    if (shared_->file.machine.empty()) shared_->syscalls.setTable(kernel::syscallTable(machine));
  }

 private:
  void addStream(const FileEntry& entry, size_t position, const Extent& data) {
    StreamInfo stream;
    stream.name = entry.path.substr(entry.path.rfind('/') + 1);
    stream.file = position;
    stream.extents.push_back(data);
    streams_.push_back(std::move(stream));
  }

  // Of a folder, the other files have records only, each those of some CPUs. Returns their positions.
  static std::vector<size_t> partsOf(const FileSet& files, size_t position) {
    const FileEntry& head = files.files()[position];
    std::vector<std::pair<int, size_t>> parts;
    for (size_t i = 0; i < files.files().size() && head.baseName() == "data"; ++i) {
      const FileEntry& entry = files.files()[i];
      const int number = numberOfPart(entry.baseName());
      if (number >= 0 && folderOf(entry.path) == folderOf(head.path)) parts.emplace_back(number, i);
    }
    std::sort(parts.begin(), parts.end());
    std::vector<size_t> out;
    for (const auto& [number, i] : parts) out.push_back(i);
    return out;
  }

  void listMerge() {
    if (!tellsStates(*shared_)) return;
    MergeInfo merge;
    merge.name = "threads";
    for (uint32_t i = 0; i < streams_.size(); ++i) merge.inputs.push_back(i);
    merge.fromDecoder = true;
    merges_.push_back(std::move(merge));
  }

  void describeTrace() {
    const PerfFile& file = shared_->file;
    info_.format = "perf";
    info_.version = "2";
    info_.cpus = file.cpus;
    std::string events;
    for (size_t i = 0; i < file.events.size(); ++i) events += (i > 0 ? ", " : "") + textOf(file.events.at(i));
    info_.metadata.emplace_back("samples of", std::move(events));
    info_.metadata.emplace_back(
        "names of functions",
        "from the programs, /proc/kallsyms and perf-PID.map, if they are opened with the file or "
        "added later");
    info_.metadata.insert(info_.metadata.end(), file.metadata.begin(), file.metadata.end());
    info_.metadata.emplace_back("byte order", file.endian == Endian::Little ? "little endian" : "big endian");
    info_.metadata.emplace_back("written as", file.pipe ? "a pipe" : streams_.size() > 1 ? "a folder" : "a file");
    for (size_t i = 0; i < file.events.size(); ++i) {
      const EventAttr& attr = file.events.at(i);
      if (!attr.has(kBitIp | kBitCallchain)) continue;
      // Of an event whose samples its leader records, the count itself is recorded.
      const bool periods = attr.has(kBitPeriod) || attr.period != 0 || attr.readsGroup();
      info_.sampled.push_back(
          {std::string(names_.view(shared_->eventNames[i])), attr.countsTime() ? "ns" : "", periods});
    }
    if (shared_->timeless) {
      info_.clock.name = "none";
      info_.clock.isNs = false;
      info_.clock.nsNum = 0;
      info_.metadata.emplace_back("times", "none were recorded: the numbers of the records take their place");
      return;
    }
    const int32_t clock = file.events.size() > 0 ? file.events.at(0).clock : -1;
    info_.clock.name = nameOf(clock);
    info_.clock.kind = kindOf(clock);
    info_.clock.hasWallOffset = clock == 0;
    if (!file.wall || file.wall->clock != clock) return;
    info_.clock.hasWallOffset = true;
    info_.clock.wallOffsetNs = clampTime(static_cast<int64_t>(file.wall->wallNs - file.wall->clockNs));
  }

  void tellLimits() {
    const EventTable& events = shared_->file.events;
    for (size_t i = 0; i < events.size(); ++i) {
      if (!events.at(i).has(kBitUserStack) || !events.at(i).has(kBitCallchain)) continue;
      warnings_.add(shared_->path, kNoOffset, "callchains of programs",
                    "copies of their stacks (--call-graph dwarf), which are not unwound: the part of the program is "
                    "missing, but for the innermost function");
      return;
    }
  }

  std::unique_ptr<Shared> shared_;
};

// Returns the position of the first perf.data; npos if there is none.
size_t findPerf(const FileSet& files, std::string* refusal) {
  for (size_t i = 0; i < files.files().size(); ++i) {
    bool old = false;
    if (isPerfFile(*files.files()[i].source, &old)) return i;
    if (old && refusal != nullptr)
      *refusal = files.files()[i].path + " is a perf.data of version 1, which perf wrote before 2012";
  }
  return FileSet::npos;
}

}  // namespace

bool mayHoldNames(const FileEntry& file) {
  return symbols::SymbolFiles::mayHoldNames(file);
}

Probe probe(const FileSet& files) {
  std::string refusal;
  if (findPerf(files, &refusal) != FileSet::npos) return {100, {}};
  return {0, refusal};
}

Result<std::unique_ptr<TraceReader>> open(const FileSet& files) {
  const size_t position = findPerf(files, nullptr);
  if (position == FileSet::npos) return Error{files.displayName(), kNoOffset, "has no perf.data", {}};
  WarningLog warnings;
  Result<PerfFile> file = readPerfFile(files.files()[position], warnings);
  if (!file) return file.error();
  return std::unique_ptr<TraceReader>(std::make_unique<Reader>(files, position, std::move(*file), std::move(warnings)));
}

}  // namespace tp::perf
