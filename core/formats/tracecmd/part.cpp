#include "core/formats/tracecmd/part.h"

#include <algorithm>
#include <set>

#include "core/formats/tracecmd/first_event.h"
#include "core/formats/tracecmd/statistics.h"
#include "core/kernel/ring_page.h"
#include "core/trace/cpu_name.h"
#include "core/trace/not_recorded.h"

namespace tp::tracecmd {
namespace {

constexpr size_t kCpusPeeked = 64;
// A count of more CPUs is damage.
constexpr uint32_t kMaxListedCpus = 4096;
// Buffers with different boots before this one; what would be more is damage.
constexpr size_t kMaxBoots = 16;
// How many bytes are looked through for an event: of a stream that may be the one with a CPU's switches, of all streams
// together otherwise, and at least of each of them.
constexpr uint64_t kPeekBytes = uint64_t{4} << 20, kLeastPeekBytes = uint64_t{256} << 10;

// Returns whether records of the CPU may be missing, of whose data only the first `there` bytes are. None are if all
// that is missing lies behind the last record of the last page.
bool lacksRecords(const ByteSource& source, const Buffer& buffer, const CpuData& data, uint64_t there,
                  const TraceFile& file) {
  if (buffer.compressed || data.size - there >= buffer.pageSize) return true;
  const uint64_t lastPage = there - there % buffer.pageSize;
  const std::vector<std::byte> page = readAll(source, data.offset + lastPage, there - lastPage);
  kernel::PageHeader header;
  return !kernel::readPageHeader(page, file.endian, file.kernelLongSize, header) || !header.sound;
}

}  // namespace

Part::Part(const FileEntry& entry, size_t position, TraceFile file, std::string label, Into into)
    : entry_(entry),
      file_(std::move(file)),
      label_(std::move(label)),
      events_(file_, into.reader.names()),
      commands_(file_.commandLines),
      maps_(file_.processMaps),
      words_(events_, file_, maps_, nullptr),
      threads_(into.reader.tracks(), label_, [this](int64_t tid) { return commands_.known(tid); }),
      machine_(machineOf(file_, events_)),
      syscalls_(kernel::syscallTable(machine_.name)),
      shared_{entry.path,
              file_,
              events_,
              commands_,
              into.reader,
              syscalls_,
              into.reader.names().intern("idle"),
              into.reader.names().intern(kNotRecordedSlice)} {
  if (events_.size() == 0)
    into.reader.warnings().add(entry_.path, kNoOffset, "descriptions of the events", "none: they have no names");
  if (std::string calls = aboutSyscalls(machine_, events_); !calls.empty())
    into.info.metadata.emplace_back(aboutCallsLabel(), std::move(calls));
  const uint32_t first = static_cast<uint32_t>(into.streams.size());
  firstStream_ = first;
  for (const Buffer& buffer : file_.buffers) listCpus(buffer, position, into);
  if (cpus_.empty()) return;
  listEmptyCpus(position, into);
  uint32_t count = 0;
  for (const CpuStream& stream : cpus_) count = std::max(count, stream.cpu + 1);
  into.info.cpus += count;
  for (uint32_t i = 0; i < cpus_.size(); ++i) streamsOf_[cpus_[i].cpu].push_back(i);
  for (uint32_t i = 0; i < cpus_.size(); ++i)
    into.streams[first + i].alone = cpus_[i].alone = streamsOf_[cpus_[i].cpu].size() == 1;
  MergeInfo merge;
  merge.name = label_.empty() ? "threads" : "threads of " + label_;
  for (uint32_t i = first; i < into.streams.size(); ++i) merge.inputs.push_back(i);
  merge.fromDecoder = true;
  into.merges.push_back(std::move(merge));
  for (int64_t process : maps_.processes()) threads_.setKnownProcess(process, process);
}

std::unique_ptr<StreamDecoder> Part::decoder(size_t stream, bool bare) {
  if (!bare && !switches_) findSwitches();
  if (file_.decoderOf) return file_.decoderOf(shared_, cpus_[stream], bare);
  return std::make_unique<CpuDecoder>(shared_, cpus_[stream], bare);
}

std::unique_ptr<StreamMerger> Part::merger() {
  if (!switches_) findSwitches();
  return std::make_unique<ThreadMerger>(shared_, threads_, cpus_, *switches_);
}

void Part::assumeMachine(const std::string& machine, TraceInfo& info) {
  const bool tells = kernel::syscallTable(machine_.name) != kernel::SyscallTable::None;
  if (tells || kernel::syscallTable(machine) == kernel::SyscallTable::None) return;
  machine_ = {machine, {}, true};
  syscalls_.setTable(kernel::syscallTable(machine));
  for (auto& [key, value] : info.metadata)
    if (key == aboutCallsLabel()) value = aboutSyscalls(machine_, events_);
}

void Part::findSwitches() {
  switches_.emplace();
  if (events_.has(Meaning::SchedSwitch)) lookForSwitches();
  if (shared_.hasSwitches && events_.has(Meaning::Waking)) lookForWakings();
  if (shared_.hasSwitches) return;
  for (const CpuStream& stream : cpus_)
    if (shared_.reader.tracks()[stream.group].detail == kWhoRuns)
      shared_.reader.tracks().setDetail(stream.group, "who runs is not known", {Knowledge::By::Trace, 0});
}

void Part::lookForSwitches() {
  // Damage is warned of when the streams are indexed.
  WarningLog::Quiet quiet(shared_.reader.warnings());
  for (const auto& [cpu, streams] : streamsOf_) {
    // Of a CPU with one stream, only matters whether any CPU has switches.
    if (streams.size() < 2 && shared_.hasSwitches) continue;
    uint32_t earliest = kernel::RecordedInputs::kNone;
    std::optional<Time> at;
    for (uint32_t i : streams) {
      const uint64_t most = streams.size() < 2 ? shareOfPeek() : kPeekBytes;
      const std::optional<Time> found = first(Meaning::SchedSwitch, i, most);
      if (!found || (at && *at <= *found)) continue;
      at = found;
      earliest = i;
    }
    shared_.hasSwitches = shared_.hasSwitches || at;
    if (streams.size() < 2) continue;
    (*switches_)[cpu] = earliest;
  }
}

void Part::lookForWakings() {
  WarningLog::Quiet quiet(shared_.reader.warnings());
  for (uint32_t i = 0; i < cpus_.size() && !shared_.hasWakings; ++i)
    shared_.hasWakings = first(Meaning::Waking, i, shareOfPeek()).has_value();
}

uint64_t Part::shareOfPeek() const {
  return std::max(kLeastPeekBytes, kPeekBytes / cpus_.size());
}

std::optional<Time> Part::first(Meaning meaning, uint32_t stream, uint64_t most) {
  StreamDriver driver(shared_.reader, firstStream_ + stream, decoder(stream, true));
  return firstEvent(driver, *entry_.source, events_, meaning, most);
}

std::string Part::labelOf(const Buffer& buffer) const {
  if (label_.empty() || buffer.name.empty()) return label_ + buffer.name;
  return label_ + " " + buffer.name;
}

EventWords& Part::wordsOf(const Buffer& buffer, WarningLog& warnings) {
  auto boot = std::find_if(file_.lastBoots.begin(), file_.lastBoots.end(),
                           [&](const LastBootText& one) { return one.buffer == buffer.name; });
  if (boot == file_.lastBoots.end()) return words_;
  // Each one has symbols of its own.
  const LastBootText notKnown;
  const bool takes = bootWords_.size() < kMaxBoots || bootWords_.contains(boot->text);
  const LastBootText& known = takes ? *boot : notKnown;
  auto [at, fresh] = bootWords_.try_emplace(known.text, events_, file_, maps_, &known);
  if (fresh && !at->second.text.hasPlace())
    warnings.add(entry_.path, kNoOffset, "where the kernel lay that wrote buffer " + buffer.name,
                 "nothing that tells it: its addresses have no names");
  return at->second;
}

TrackId Part::group(const Buffer& buffer, TrackTable& tracks) {
  Track track;
  track.key.kind = TrackKind::Group;
  track.key.label = labelOf(buffer);
  track.name = track.key.label.empty() ? "CPUs" : "CPUs of " + track.key.label;
  // An instance seldom records who runs.
  if (buffer.name.empty()) track.detail = kWhoRuns;
  track.order = -1;
  return tracks.add(track);
}

void Part::listCpus(const Buffer& buffer, size_t position, Into into) {
  uint64_t fileSize = entry_.source->size();
  if (buffer.pageSize < kLeastPage || buffer.pageSize > kMaxPage) {
    into.reader.warnings().add(entry_.path, kNoOffset, "pages of a likely size",
                               std::to_string(buffer.pageSize) + " bytes");
    return;
  }
  for (const CpuData& cpu : buffer.cpus) {
    if (cpu.size == 0) continue;
    CpuData data = cpu;
    bool cut = false;
    if (data.offset > fileSize || fileSize - data.offset < data.size) {
      const uint64_t there = data.offset < fileSize ? fileSize - data.offset : 0;
      into.reader.warnings().add(entry_.path, data.offset,
                                 std::to_string(data.size) + " bytes of CPU " + std::to_string(data.cpu),
                                 there > 0 ? std::to_string(there) : "none");
      cut = lacksRecords(*entry_.source, buffer, data, there, file_);
      data.size = there;
    }
    // The count of chunks is not used: chunks follow one another to the end. `trace-cmd record` counts its bytes as
    // part of the size, `trace-cmd convert` of a large file does not.
    uint64_t skip = buffer.compressed ? std::min<uint64_t>(kChunkCount, data.size) : 0;
    if (buffer.compressed) data.size = std::min(data.size + kChunkCount, fileSize - std::min(fileSize, data.offset));
    data.offset += skip;
    data.size -= skip;
    listCpu(buffer, data, position, into);
    cpus_.back().cut = cut;
    if (cpus_.size() <= kCpusPeeked) peek(buffer, into.streams.back(), into.info);
  }
}

// Lists the CPUs that the machine has, and of which no buffer has data. Nothing is known of them but, at most, that
// nothing happened there.
void Part::listEmptyCpus(size_t position, Into into) {
  if (file_.cpuCount > kMaxListedCpus) return;
  std::set<uint32_t> listed;
  for (const CpuStream& stream : cpus_) listed.insert(stream.cpu);
  const std::vector<Recorded> recorded = recordedBuffers(file_);
  for (uint32_t cpu = 0; cpu < file_.cpuCount; ++cpu) {
    if (listed.contains(cpu)) continue;
    listCpu(file_.buffers.front(), {cpu, 0, 0, false}, position, into);
    cpus_.back().idle = recordedNothing(recorded, cpu);
  }
}

// `data` is what is to be read.
void Part::listCpu(const Buffer& buffer, const CpuData& data, size_t position, Into into) {
  TrackTable& tracks = into.reader.tracks();
  std::string label = labelOf(buffer);
  CpuStream stream;
  stream.cpu = data.cpu;
  stream.words = &wordsOf(buffer, into.reader.warnings());
  stream.label = label;
  stream.pageSize = buffer.pageSize;
  stream.compressed = buffer.compressed;
  Track running;
  running.key.kind = TrackKind::Cpu;
  running.key.cpu = static_cast<int32_t>(data.cpu);
  running.key.label = label;
  running.parent = stream.group = group(buffer, tracks);
  running.name = cpuName(data.cpu, data.guessed);
  running.order = data.cpu * int64_t{4};
  stream.running = tracks.add(running);
  Track events = running;
  events.key.kind = TrackKind::Events;
  events.name = "events";
  events.detail = running.name;
  events.order = running.order + 1;
  stream.events = tracks.add(events);
  cpus_.push_back(std::move(stream));

  StreamInfo info;
  info.name = (label.empty() ? "" : label + " ") + running.name;
  info.file = position;
  info.packed = buffer.compressed && data.size > 0;
  info.cpu = static_cast<int32_t>(data.cpu);
  info.cpuGuessed = data.guessed;
  info.machine = label_;
  info.extents.push_back({data.offset, data.size});
  into.streams.push_back(std::move(info));
}

// Reads the times of the first records of the first and the last page, if they can be read without decompressing. That
// is close enough for the first picture. A page's own time is not used, because it may be long before its first record,
// and nothing is known of the time between.
void Part::peek(const Buffer& buffer, StreamInfo& stream, TraceInfo& info) {
  if (file_.decoderOf || buffer.compressed || file_.hasTsc || !file_.sync.empty()) return;
  const Extent& extent = stream.extents[0];
  auto stamp = [&](uint64_t offset, Time& time) {
    const std::vector<std::byte> page = readAll(*entry_.source, offset, buffer.pageSize);
    kernel::PageHeader header;
    kernel::RingRecord record;
    if (!kernel::readPageHeader(page, file_.endian, file_.kernelLongSize, header)) return false;
    kernel::RingWalk walk(page, file_.endian, header);
    if (!walk.next(record)) return false;
    time = clampTime(static_cast<int64_t>(walk.time() + static_cast<uint64_t>(file_.timeOffset)));
    return time > 0;
  };
  uint64_t pages = extent.size / buffer.pageSize;
  if (pages == 0 || !stamp(extent.offset, stream.begin)) return;
  if (!stamp(extent.offset + (pages - 1) * buffer.pageSize, stream.end) || stream.end < stream.begin)
    stream.end = stream.begin;
  bool first = info.begin > info.end;
  info.begin = first ? stream.begin : std::min(info.begin, stream.begin);
  info.end = first ? stream.end : std::max(info.end, stream.end);
}

}  // namespace tp::tracecmd
