#include "core/formats/tracecmd/reader.h"

#include <algorithm>

#include "core/formats/tracecmd/cpu_decoder.h"
#include "core/formats/tracecmd/thread_merger.h"

namespace tp::tracecmd {
namespace {

constexpr size_t kCpusPeeked = 64;
constexpr uint32_t kLeastPage = 64;
constexpr uint32_t kMostPage = 16u << 20;

const FileEntry* findFile(const FileSet& files, int& version) {
  for (const FileEntry& file : files.files())
    if (isTraceFile(*file.source, version)) return &file;
  return nullptr;
}

bool clockIsNs(const std::string& clock) {
  return clock.empty() || clock == "local" || clock == "global" || clock == "uptime" || clock == "perf" ||
         clock == "boot" || clock.rfind("mono", 0) == 0 || clock == "tai" || clock == "tsc2nsec";
}

class Reader final : public TraceReader {
 public:
  Reader(const FileEntry& entry, size_t position, TraceFile file, WarningLog warnings)
      : entry_(entry),
        file_(std::move(file)),
        events_(file_, names_),
        commands_(file_.commandLines),
        text_(file_),
        threads_(tracks_, [this](int64_t tid) { return commands_.known(tid); }),
        shared_{entry.path, file_, events_, commands_, text_, *this, names_.intern("idle")} {
    warnings_ = std::move(warnings);
    describeTrace();
    for (const Buffer& buffer : file_.buffers) listCpus(buffer, position);
    MergeInfo merge;
    merge.name = "threads";
    for (uint32_t i = 0; i < streams_.size(); ++i) merge.inputs.push_back(i);
    if (!streams_.empty()) merges_.push_back(std::move(merge));
  }

  std::unique_ptr<StreamDecoder> decoder(size_t stream) override {
    if (stream >= cpus_.size()) return nullptr;
    return std::make_unique<CpuDecoder>(shared_, cpus_[stream], false);
  }
  std::unique_ptr<StreamDecoder> inputDecoder(size_t stream) override {
    if (stream >= cpus_.size()) return nullptr;
    return std::make_unique<CpuDecoder>(shared_, cpus_[stream], true);
  }
  std::unique_ptr<StreamMerger> merger(size_t) override {
    return std::make_unique<ThreadMerger>(shared_, threads_, cpus_, kernel::syscallTable(file_.machine()));
  }

 private:
  void describeTrace();
  void listCpus(const Buffer& buffer, size_t position);
  TrackId group(const Buffer& buffer);
  void peek(const Buffer& buffer, StreamInfo& stream);

  const FileEntry entry_;
  const TraceFile file_;
  Events events_;
  CommandLines commands_;
  EventText text_;
  kernel::ThreadTracks threads_;
  Shared shared_;
  std::vector<CpuStream> cpus_;
};

void Reader::describeTrace() {
  info_.format = "trace-cmd";
  info_.version = std::to_string(file_.version);
  std::string clock =
      !file_.buffers.empty() && !file_.buffers.front().clock.empty() ? file_.buffers.front().clock : file_.traceClock;
  info_.clock.name = clock;
  if (!file_.hasTsc && !clockIsNs(clock)) {
    info_.clock.isNs = false;
    info_.clock.nsNum = 0;
  }
  info_.metadata = file_.metadata;
  info_.metadata.emplace_back("compression", file_.codecName);
  if (events_.size() == 0)
    warnings_.add(entry_.path, kNoOffset, "descriptions of the events", "none: they have no names");
  for (const Buffer& buffer : file_.buffers)
    for (const CpuData& cpu : buffer.cpus) info_.cpus = std::max(info_.cpus, cpu.cpu + 1);
}

TrackId Reader::group(const Buffer& buffer) {
  Track track;
  track.key.kind = TrackKind::Group;
  track.key.label = buffer.name;
  track.name = buffer.name.empty() ? "CPUs" : "CPUs of " + buffer.name;
  track.detail = "who runs";
  track.order = -1;
  return tracks_.add(track);
}

void Reader::listCpus(const Buffer& buffer, size_t position) {
  uint64_t fileSize = entry_.source->size();
  if (buffer.pageSize < kLeastPage || buffer.pageSize > kMostPage) {
    warnings_.add(entry_.path, kNoOffset, "pages of a likely size", std::to_string(buffer.pageSize) + " bytes");
    return;
  }
  for (const CpuData& cpu : buffer.cpus) {
    if (cpu.size == 0) continue;
    CpuData data = cpu;
    if (data.offset > fileSize || fileSize - data.offset < data.size) {
      warnings_.add(entry_.path, data.offset, std::to_string(data.size) + " bytes of CPU " + std::to_string(data.cpu),
                    std::to_string(data.offset < fileSize ? fileSize - data.offset : 0));
      data.size = data.offset < fileSize ? fileSize - data.offset : 0;
    }
    // The count of chunks is of no use: they follow one another to the end.
    constexpr uint64_t kCount = 4;
    uint64_t skip = buffer.compressed ? std::min(kCount, data.size) : 0;

    CpuStream stream;
    stream.buffer = &buffer;
    stream.cpu = data.cpu;
    Track running;
    running.key.kind = TrackKind::Cpu;
    running.key.cpu = static_cast<int32_t>(data.cpu);
    running.key.label = buffer.name;
    running.parent = group(buffer);
    running.name = "CPU " + std::to_string(data.cpu);
    running.order = data.cpu * int64_t{4};
    stream.group = running.parent;
    stream.running = tracks_.add(running);
    Track events = running;
    events.key.kind = TrackKind::Events;
    events.name = "events";
    events.detail = {};
    events.parent = running.parent;
    events.order = running.order + 1;
    stream.events = tracks_.add(events);
    cpus_.push_back(stream);

    StreamInfo info;
    info.name = (buffer.name.empty() ? "" : buffer.name + " ") + "CPU " + std::to_string(data.cpu);
    info.file = position;
    info.extents.push_back({data.offset + skip, data.size - skip});
    if (cpus_.size() <= kCpusPeeked) peek(buffer, info);
    streams_.push_back(std::move(info));
  }
}

// Times of the first and the last page, where they can be read without decompressing. Of the last page only its
// beginning is known, which is near enough for a first picture.
void Reader::peek(const Buffer& buffer, StreamInfo& stream) {
  if (buffer.compressed || file_.hasTsc) return;
  const Extent& extent = stream.extents[0];
  auto stamp = [&](uint64_t offset, Time& time) {
    std::vector<std::byte> bytes = readAll(*entry_.source, offset, 8);
    if (bytes.size() < 8) return false;
    time = clampTime(static_cast<int64_t>(loadUnchecked<uint64_t>(bytes.data(), file_.endian) +
                                          static_cast<uint64_t>(file_.timeOffset)));
    return time > 0;
  };
  uint64_t pages = extent.size / buffer.pageSize;
  if (pages == 0 || !stamp(extent.offset, stream.begin)) return;
  if (!stamp(extent.offset + (pages - 1) * buffer.pageSize, stream.end) || stream.end < stream.begin)
    stream.end = stream.begin;
  bool first = info_.begin > info_.end;
  info_.begin = first ? stream.begin : std::min(info_.begin, stream.begin);
  info_.end = first ? stream.end : std::max(info_.end, stream.end);
}

}  // namespace

Probe probe(const FileSet& files) {
  int version = 0;
  return {findFile(files, version) != nullptr ? 100 : 0, {}};
}

Result<std::unique_ptr<TraceReader>> open(const FileSet& files) {
  int version = 0;
  const FileEntry* entry = findFile(files, version);
  WarningLog warnings;
  Result<TraceFile> file = readTraceFile(*entry, warnings);
  if (!file) return file.error();
  size_t position = files.indexOf(entry->path);
  return std::unique_ptr<TraceReader>(
      std::make_unique<Reader>(*entry, position, std::move(*file), std::move(warnings)));
}

}  // namespace tp::tracecmd
