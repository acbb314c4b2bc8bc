#include "core/formats/tracecmd/reader.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "core/formats/tracecmd/part.h"

namespace tp::tracecmd {
namespace {

// Whether one of them is a guest of the other, by what the host says.
bool belongTogether(const TraceFile& a, const TraceFile& b) {
  const auto knows = [](const TraceFile& host, const TraceFile& guest) {
    return guest.traceId != 0 && std::any_of(host.guests.begin(), host.guests.end(),
                                             [&](const Guest& one) { return one.traceId == guest.traceId; });
  };
  return knows(a, b) || knows(b, a);
}

bool clockIsNs(const std::string& clock) {
  return clock.empty() || clock == "local" || clock == "global" || clock == "perf" || clock == "boot" ||
         clock.rfind("mono", 0) == 0 || clock == "tai" || clock == "tsc2nsec";
}

ClockKind kindOf(const std::string& clock) {
  if (clock == "mono") return ClockKind::Monotonic;
  if (clock == "mono_raw") return ClockKind::MonotonicRaw;
  if (clock == "boot") return ClockKind::Boot;
  if (clock == "tai") return ClockKind::Tai;
  if (clock == "x86-tsc" || clock == "tsc2nsec") return ClockKind::Tsc;
  bool ofMachine = clock == "local" || clock == "global" || clock == "uptime" || clock == "perf";
  return ofMachine ? ClockKind::Machine : ClockKind::Unknown;
}

struct Opened {
  const FileEntry* entry;
  size_t position;
  TraceFile file;
};

// Sorts hosts before their guests, because the first file's clock is that of the trace.
bool hostFirst(const Opened& a, const Opened& b) {
  return a.file.sync.empty() && !b.file.sync.empty();
}

// Returns the label of a further file: the name by which its host calls it, else that of the file.
std::string labelFor(const Opened& of, const std::vector<Opened>& all) {
  for (const Opened& other : all)
    for (const Guest& guest : other.file.guests)
      if (guest.traceId == of.file.traceId && guest.traceId != 0) return guest.name;
  const std::string& path = of.entry->path;
  return path.substr(path.rfind('/') + 1);
}

// Keeps the first file, and those that belong to it. Returns the folders of all traces, if each has one of its own and
// there are others.
std::vector<std::string> leaveOutOthers(std::vector<Opened>& opened) {
  std::vector<std::vector<Opened>> traces;
  for (Opened& one : opened) {
    auto to = std::find_if(traces.begin(), traces.end(), [&](const std::vector<Opened>& trace) {
      return std::any_of(trace.begin(), trace.end(),
                         [&](const Opened& other) { return belongTogether(one.file, other.file); });
    });
    if (to == traces.end()) to = traces.emplace(traces.end());
    to->push_back(std::move(one));
  }
  std::vector<std::string> folders;
  for (const std::vector<Opened>& trace : traces) {
    const std::string& path = trace.front().entry->path;
    folders.push_back(path.substr(0, path.rfind('/') + 1));
  }
  opened = std::move(traces.front());
  const std::set<std::string> different(folders.begin(), folders.end());
  return folders.size() > 1 && different.size() == folders.size() && !different.contains("")
             ? folders
             : std::vector<std::string>();
}

class Reader final : public TraceReader {
 public:
  Reader(std::vector<Opened> opened, WarningLog warnings) {
    warnings_ = std::move(warnings);
    describeTrace(opened.front().file);
    // A host and its guests have their own beginnings each.
    if (opened.size() == 1) info_.origin = opened.front().file.origin;
    std::vector<std::string> labels;
    for (size_t i = 0; i < opened.size(); ++i) labels.push_back(i == 0 ? std::string() : labelFor(opened[i], opened));
    for (size_t i = 0; i < opened.size(); ++i) {
      Opened& one = opened[i];
      parts_.push_back(std::make_unique<Part>(*one.entry, one.position, std::move(one.file), labels[i],
                                              Part::Into{*this, info_, streams_, merges_}));
      listSystems(parts_.back()->events());
    }
  }

  void assumeMachine(const std::string& machine) override {
    for (const auto& part : parts_) part->assumeMachine(machine, info_);
  }
  std::unique_ptr<StreamDecoder> decoder(size_t stream) override { return find(stream, false); }
  std::unique_ptr<StreamDecoder> inputDecoder(size_t stream) override { return find(stream, true); }
  std::unique_ptr<StreamMerger> merger(size_t merge) override {
    for (const auto& part : parts_)
      if (part->hasMerge() && merge-- == 0) return part->merger();
    return nullptr;
  }
  bool hasSpans() const override { return true; }
  std::optional<std::string_view> systemOf(NameId name) const override {
    auto found = systems_.find(name);
    return found != systems_.end() ? found->second : std::string_view();
  }

 private:
  void describeTrace(const TraceFile& file);
  void listSystems(const Events& events) {
    for (size_t i = 0; i < events.size(); ++i) {
      const Event& event = events.at(i);
      auto [known, fresh] = systems_.try_emplace(event.name, event.format.system);
      if (!fresh && known->second != event.format.system) known->second.reset();
    }
  }
  std::unique_ptr<StreamDecoder> find(size_t stream, bool bare) {
    for (const auto& part : parts_) {
      if (stream < part->streams()) return part->decoder(stream, bare);
      stream -= part->streams();
    }
    return nullptr;
  }

  std::vector<std::unique_ptr<Part>> parts_;
  // No value if several systems have events of that name.
  std::unordered_map<NameId, std::optional<std::string_view>> systems_;
};

void Reader::describeTrace(const TraceFile& file) {
  info_.format = "trace-cmd";
  info_.version = std::to_string(file.version);
  std::string clock =
      !file.buffers.empty() && !file.buffers.front().clock.empty() ? file.buffers.front().clock : file.traceClock;
  info_.clock.name = clock;
  if (!file.hasTsc && !clockIsNs(clock)) {
    info_.clock.isNs = false;
    // Although `trace-cmd report` prints them as ns, times of this clock are in ticks of USER_HZ: trace_clock_jiffies()
    // in kernel/trace/trace_clock.c, and trace_clocks[] in kernel/trace/trace.c.
    info_.clock.nsNum = clock == "uptime" ? 10'000'000 : 0;
  }
  info_.clock.kind = kindOf(clock);
  info_.clock.kindOffset = clampTime(file.dateOffset);
  if (file.hasTsc) {
    info_.clock.tscNum = file.tscMult;
    info_.clock.tscDen = uint64_t{1} << std::min(63u, file.tscShift);
  }
  // With a date, times are those of the calendar. Without one, only the clock TAI has a date; it is this much ahead of
  // UTC.
  constexpr int64_t kLeapNs = int64_t{37} * 1000000000;
  bool tai = info_.clock.kind == ClockKind::Tai && file.timeOffset == 0;
  info_.clock.hasWallOffset = file.dateOffset != 0 || tai;
  info_.clock.wallOffsetNs = tai ? -kLeapNs : 0;
  // The recorder measures the date to the microsecond.
  info_.clock.wallPrecisionNs = tai ? 1 : 1000;
  info_.metadata = file.metadata;
  info_.metadata.emplace_back("compression", file.codecName);
}

}  // namespace

Probe probe(const FileSet& files) {
  int version = 0;
  for (const FileEntry& file : files.files())
    if (isTraceFile(*file.source, version)) return {100, {}};
  return {};
}

Result<std::unique_ptr<TraceReader>> open(const FileSet& files) {
  WarningLog warnings;
  std::vector<Opened> opened;
  Error failure;
  for (size_t i = 0; i < files.files().size(); ++i) {
    const FileEntry& entry = files.files()[i];
    int version = 0;
    if (!isTraceFile(*entry.source, version)) continue;
    Result<TraceFile> file = readTraceFile(entry, warnings);
    if (file) {
      opened.push_back({&entry, i, std::move(*file)});
    } else {
      failure = file.error();
      warnings.add(entry.path, failure.offset, "a trace that can be read", failure.message);
    }
  }
  if (opened.empty()) return failure;
  std::vector<std::string> folders = leaveOutOthers(opened);
  std::stable_sort(opened.begin(), opened.end(), hostFirst);
  auto reader = std::make_unique<Reader>(std::move(opened), std::move(warnings));
  if (!folders.empty()) reader->setSiblings(std::move(folders));
  return std::unique_ptr<TraceReader>(std::move(reader));
}

bool belongTogether(const FileSet& a, const FileSet& b) {
  std::vector<TraceFile> sides[2];
  const FileSet* sets[] = {&a, &b};
  WarningLog ignored;
  for (size_t side = 0; side < 2; ++side) {
    for (const FileEntry& entry : sets[side]->files()) {
      int version = 0;
      if (!isTraceFile(*entry.source, version)) continue;
      Result<TraceFile> file = readTraceFile(entry, ignored);
      if (file) sides[side].push_back(std::move(*file));
    }
  }
  for (const TraceFile& left : sides[0])
    for (const TraceFile& right : sides[1])
      if (belongTogether(left, right)) return true;
  return false;
}

}  // namespace tp::tracecmd
