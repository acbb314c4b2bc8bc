#include "core/formats/xray/reader.h"

#include <algorithm>
#include <deque>
#include <set>

#include "core/formats/xray/basic_decoder.h"
#include "core/formats/xray/basic_samples.h"
#include "core/formats/xray/cpu_merger.h"
#include "core/formats/xray/fdr_decoder.h"
#include "core/formats/xray/logs.h"

namespace tp::xray {
namespace {

bool empty(const Log& log) {
  return log.file->source->size() <= LogHeader::kSize;
}

class Reader final : public TraceReader {
 public:
  Reader(const FileSet& files, const std::vector<Log>& logs) : functions_(names_, warnings_) {
    adopt(findFunctionMaps(files, {}, warnings_));
    for (const Log& log : logs) {
      entries_.push_back(*log.file);
      std::string label = logs.size() > 1 ? log.file->path : std::string();
      logs_.push_back(std::make_unique<Shared>(Shared{entries_.back(), log.header, functions_, *this, label}));
      addLog(*logs_.back(), log.position);
    }
    describeTrace();
    // The merge reads all streams side by side.
    constexpr size_t kMaxMerged = 4096;
    if (streams_.size() > kMaxMerged)
      warnings_.add(logs.front().file->path, kNoOffset, "at most " + std::to_string(kMaxMerged) + " threads",
                    std::to_string(streams_.size()) + ": there are no tracks of CPUs");
    if (streams_.empty() || streams_.size() > kMaxMerged) return;
    MergeInfo cpus{"CPUs", {}};
    cpus.duplicatesThreadCalls = true;
    cpus.costDivisor = 6;
    cpus.fromDecoder =
        std::none_of(logs.begin(), logs.end(), [](const Log& log) { return log.header.mode == Mode::Basic; });
    for (uint32_t i = 0; i < streams_.size(); ++i) cpus.inputs.push_back(i);
    merges_.push_back(std::move(cpus));
  }

  std::unique_ptr<StreamDecoder> decoder(size_t stream) override {
    if (stream >= threads_.size()) return nullptr;
    if (threads_[stream]->log->header.mode == Mode::Basic) return std::make_unique<BasicDecoder>(*threads_[stream]);
    return std::make_unique<FdrDecoder>(*threads_[stream], FdrDecoder::Makes::Calls);
  }
  std::unique_ptr<StreamDecoder> inputDecoder(size_t stream) override {
    if (stream >= threads_.size()) return nullptr;
    if (threads_[stream]->log->header.mode == Mode::Basic) return makeBasicSamples(*threads_[stream]);
    return std::make_unique<FdrDecoder>(*threads_[stream], FdrDecoder::Makes::Samples);
  }
  std::unique_ptr<StreamMerger> merger(size_t merge) override {
    constexpr uint64_t kEmulated = 1000000000;  // Frequency of an emulated TSC, in Hz.
    return merge < merges_.size() ? std::make_unique<CpuMerger>(*this, logs_.front()->header.frequency == kEmulated)
                                  : nullptr;
  }

  size_t writtenFunctions(size_t from, std::vector<WrittenFunction>& out) override {
    return functions_.written(from, out);
  }
  bool addFiles(const FileSet& files, std::vector<NameId>& renamed) override;

 private:
  void adopt(std::vector<FunctionMap> maps);
  void addLog(const Shared& log, size_t position);
  void addWall(const WallAnchor& wall, const LogHeader& header);
  void describeTrace();

  FunctionNames functions_;
  std::deque<FileEntry> entries_;
  std::vector<std::unique_ptr<Shared>> logs_;
  std::vector<std::unique_ptr<ThreadStream>> threads_;  // By stream.
};

void Reader::adopt(std::vector<FunctionMap> maps) {
  std::vector<NameId> none;
  for (FunctionMap& map : maps) functions_.adopt(std::move(map), none);
}

// Takes a program or libraries that are dropped after their log. Names that are in use are changed in place, although
// two functions may then share one.
bool Reader::addFiles(const FileSet& files, std::vector<NameId>& renamed) {
  for (const FileEntry& file : files.files())
    if (!mayHoldMap(*file.source)) return false;
  std::set<uint32_t> taken;
  for (const FunctionMap* map : functions_.maps()) taken.insert(map->object);
  for (FunctionMap& map : findFunctionMaps(files, taken, warnings_)) {
    const FunctionMap* before = functions_.mapOf(map.object);
    if (before == nullptr)
      functions_.adopt(std::move(map), renamed);
    else
      warnings_.add(files.displayName(), kNoOffset, "a log without names",
                    "one that has them from " + before->file + "; drop log and program together for others");
  }
  describeTrace();
  return true;
}

void Reader::addLog(const Shared& log, size_t position) {
  const LogHeader& header = log.header;
  WarningLog& warnings = warnings_;
  WallAnchor wall;
  bool basic = header.mode == Mode::Basic;
  if (header.guessed)
    warnings.add(log.file.path, 0, "the header of an XRay log",
                 "something else; by its records it is a " + std::string(basic ? "basic" : "flight data recorder") +
                     " log of version " + std::to_string(header.version) +
                     (header.frequency == 0 ? ", of an unknown frequency" : ""));
  if (header.namedFdr)
    warnings.add(log.file.path, 2, "buffers, as the header promises",
                 "the records of a basic log, which are read as such");
  if (header.frequency != logs_.front()->header.frequency)
    warnings.add(log.file.path, 8, "the TSC frequency of the other logs", std::to_string(header.frequency) + " Hz");
  std::vector<ThreadLog> found =
      basic ? findBasicRuns(log.file, header, warnings) : findFdrBuffers(log.file, header, wall, warnings);
  if (found.empty()) warnings.add(log.file.path, LogHeader::kSize, "records", "none in the whole log");
  addWall(wall, header);
  for (ThreadLog& one : found) {
    auto thread = std::make_unique<ThreadStream>(ThreadStream{&log,
                                                              one.allThreads,
                                                              one.pid,
                                                              one.tid,
                                                              std::move(one.latest),
                                                              std::move(one.lacking),
                                                              std::move(one.cutsAt),
                                                              one.restLost,
                                                              {}});
    if (!one.allThreads) thread->tracks = log.tracksOf(one.pid, one.tid);
    threads_.push_back(std::move(thread));
    StreamInfo stream;
    stream.name = one.allThreads ? std::string("all threads") : "thread " + std::to_string(one.tid);
    if (!log.label.empty()) stream.name += " of " + log.label;
    stream.file = position;
    stream.extents = std::move(one.extents);
    streams_.push_back(std::move(stream));
  }
}

// Today's runtimes use a clock that counts from the start of the machine, which is no date.
void Reader::addWall(const WallAnchor& wall, const LogHeader& header) {
  // A date in 2001, and a limit that keeps the product below from overflowing.
  constexpr uint64_t kSomeDate = 1000000000, kMaxHz = 18000000000;
  constexpr uint64_t kMaxSeconds = 9000000000;
  if (info_.clock.hasWallOffset || wall.seconds < kSomeDate || wall.seconds > kMaxSeconds) return;
  if (header.frequency == 0 || header.frequency > kMaxHz) return;
  uint64_t seconds = wall.tsc / header.frequency;
  if (seconds > kMaxSeconds) return;
  uint64_t ns = seconds * 1000000000 + wall.tsc % header.frequency * 1000000000 / header.frequency;
  info_.clock.hasWallOffset = true;
  info_.clock.wallPrecisionNs = 1000;
  info_.clock.wallOffsetNs =
      static_cast<int64_t>(wall.seconds * 1000000000 + wall.micros * 1000) - static_cast<int64_t>(ns);
}

void Reader::describeTrace() {
  const LogHeader& header = logs_.front()->header;
  info_.format = "xray";
  info_.version = std::to_string(header.version);
  if (logs_.size() == 1 && header.origin != 0) info_.origin = clampTime(static_cast<int64_t>(header.origin));
  info_.clock.name = "TSC";
  info_.clock.kind = ClockKind::Tsc;
  info_.clock.isNs = false;
  info_.clock.nsNum = header.frequency > 0 ? 1000000000 : 0;
  info_.clock.nsDen = std::max<uint64_t>(1, header.frequency);
  info_.metadata.clear();
  info_.metadata.emplace_back("mode", header.mode == Mode::Basic ? "basic" : "flight data recorder");
  info_.metadata.emplace_back("TSC frequency", std::to_string(header.frequency) + " Hz");
  if (logs_.size() > 1) info_.metadata.emplace_back("logs", std::to_string(logs_.size()));
  info_.hasSources = false;
  const FunctionMap* program = functions_.mapOf(0);
  info_.metadata.emplace_back(
      "names", program != nullptr ? "of " + std::to_string(program->names.size()) + " functions, from " + program->file
                                  : std::string("ids only: drop the program that was recorded, or the map that "
                                                "llvm-xray extract makes of it, on the page"));
  for (const FunctionMap* map : functions_.maps()) {
    info_.hasSources = info_.hasSources || map->program != nullptr;
    if (map->object == 0) continue;
    info_.metadata.emplace_back(
        "names of object " + std::to_string(map->object),
        "of " + std::to_string(map->names.size()) + " functions, from " + map->file +
            (map->assumed ? "; the log does not say which library is this object: it is taken by the order of names"
                          : ""));
  }
}

}  // namespace

Probe probe(const FileSet& files) {
  // The header has no magic number, so formats that have one take precedence.
  if (!findLogs(files).empty()) return {60, {}};
  for (const FileEntry& file : files.files())
    if (std::string what = unreadLog(file); !what.empty()) return {0, std::move(what)};
  for (const FileEntry& file : files.files())
    if (mayHoldMap(*file.source))
      return {0, file.path + " names the functions of a program; its XRay log is what to drop, with this beside it"};
  return {};
}

Result<std::unique_ptr<TraceReader>> open(const FileSet& files) {
  std::vector<Log> logs = findLogs(files);
  // The file may have been replaced since the probe.
  if (logs.empty()) return Error{files.empty() ? std::string() : files.files()[0].path, 0, "no XRay log any more"};
  if (std::all_of(logs.begin(), logs.end(), empty))
    return Error{
        logs.front().file->path, LogHeader::kSize,
        "an XRay log with no buffers: nothing was recorded, or not flushed before the program ended. In flight data "
        "recorder mode the program has to call __xray_log_finalize() and __xray_log_flushLog()"};
  return std::unique_ptr<TraceReader>(std::make_unique<Reader>(files, logs));
}

bool belongTogether(const FileSet& a, const FileSet& b) {
  uint64_t frequency = 0;
  for (const FileSet* files : {&a, &b}) {
    for (const Log& log : findLogs(*files)) {
      if (frequency != 0 && log.header.frequency != frequency) return false;
      frequency = log.header.frequency;
    }
  }
  auto named = [](const FileSet& files) {
    return std::any_of(files.files().begin(), files.files().end(),
                       [](const FileEntry& file) { return mayHoldMap(*file.source); });
  };
  return frequency != 0 && !named(a) && !named(b);
}

}  // namespace tp::xray
