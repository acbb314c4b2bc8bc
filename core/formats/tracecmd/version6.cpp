#include <algorithm>

#include "core/formats/tracecmd/container.h"
#include "core/formats/tracecmd/cpu_table.h"
#include "core/formats/tracecmd/metadata.h"
#include "core/formats/tracecmd/option_list.h"

namespace tp::tracecmd {
namespace {

constexpr size_t kTag = 10;
constexpr uint64_t kEntry = 16;
// Limits in bytes: on the options, on one search for a tag, and on all such searches together.
constexpr uint64_t kMaxOptionBytes = uint64_t{16} << 20;
constexpr uint64_t kMaxSearched = uint64_t{64} << 20;
constexpr uint64_t kMaxSearchedInAll = 4 * kMaxSearched;
constexpr size_t kMaxInstances = 256;
constexpr std::string_view kOptions{"options  \0", kTag};
constexpr std::string_view kLatency{"latency  \0", kTag};
constexpr std::string_view kFlyRecord{"flyrecord\0", kTag};

struct Instance {
  std::string name;
  uint64_t offset = 0;
};

class Version6 {
 public:
  Version6(FileCursor& in, const FileEntry& entry, TraceFile& file, WarningLog& warnings)
      : in_(in), entry_(entry), file_(file), warnings_(warnings) {}

  void read() {
    uint64_t begin = in_.offset();
    readHeaderInfo(in_, file_);
    readFtraceFormats(in_, file_);
    readEventFormats(in_, file_);
    readKallsyms(in_, file_);
    readPrintk(in_, file_);
    readCommandLines(in_, file_);
    file_.cpuCount = in_.u32();
    // The size of each part gives the place of the next, so damage misplaces all that follow, up to the next tag.
    uint64_t at = in_.failed() ? kNoOffset : in_.offset();
    std::string tag = at == kNoOffset ? std::string() : tagAt(at);
    if (tag != kOptions && tag != kLatency && tag != kFlyRecord) {
      uint64_t found = findTag(begin, {kOptions, kLatency, kFlyRecord});
      // After a damaged tag, the options may be whole. Before an options tag lies the count of CPUs, which may look
      // like the end of options.
      bool tagAlone = at != kNoOffset && found != kNoOffset && found > at && found - at > kTag &&
                      tagAt(found) != kOptions && takeWholeOptions(at + kTag, found);
      warn(at == kNoOffset ? begin : at, "the metadata of a version 6 file",
           found == kNoOffset ? "something else, and no table of the CPUs" : "something else up to the options");
      file_.formats.clear();
      const uint64_t end = found == kNoOffset ? entry_.source->size() : found;
      findFormats(readAll(*entry_.source, begin, std::min(end - begin, kMaxSearched)), "ftrace", file_);
      if (found == kNoOffset && at == kNoOffset) return;
      at = found == kNoOffset ? at : found;
      if (found != kNoOffset && !tagAlone) {
        in_ = FileCursor(*entry_.source, file_.endian, found - 4);
        file_.cpuCount = in_.u32();
      }
    }
    events("", at);
    // Only the options of the file may name instances; those of an instance are not followed.
    namesInstances_ = false;
    for (const Instance& instance : instances_) events(instance.name, instance.offset);
  }

 private:
  std::string tagAt(uint64_t at) const { return std::string(asText(readAll(*entry_.source, at, kTag))); }

  // Returns the offset of the first of these tags from `from` on; kNoOffset if there is none.
  uint64_t findTag(uint64_t from, std::initializer_list<std::string_view> tags) {
    constexpr uint64_t kBlock = uint64_t{64} << 10;
    const uint64_t end = std::min(entry_.source->size(), from + std::min(kMaxSearched, searchLeft_));
    for (uint64_t at = from; at < end; at += kBlock, searchLeft_ -= std::min(searchLeft_, kBlock)) {
      std::vector<std::byte> block = readAll(*entry_.source, at, kBlock + kTag);
      size_t found = std::string_view::npos;
      for (std::string_view tag : tags) found = std::min(found, asText(block).find(tag));
      if (found != std::string_view::npos) return at + found;
    }
    return kNoOffset;
  }

  // Reads from a tag on: options, then the table of what each CPU recorded.
  void events(const std::string& name, uint64_t at) {
    std::string tag = tagAt(at);
    if (tag == kOptions) {
      uint64_t end = findTag(at + kTag, {kFlyRecord, kLatency});
      bool whole = takeOptions(at + kTag, end == kNoOffset ? entry_.source->size() : end);
      if (end == kNoOffset && !whole) return warn(at, "the table of the CPUs", "none");
      at = end == kNoOffset ? at + kTag + optionBytes_ : end;
      tag = tagAt(at);
    }
    if (tag == kLatency) {
      FileCursor text(*entry_.source, file_.endian, at + kTag);
      return takeLatencyText(text.text(std::min(text.remaining(), kMaxLatencyText)), file_);
    }
    if (tag != kFlyRecord) warn(at, "the table of the CPUs", "something else");
    table(name, at + kTag);
  }

  // Returns the size in bytes of the options from `begin` on, by their own sizes; 0 if these do not lead to `end`, or
  // the size is implausible.
  uint64_t walkOptions(uint64_t begin, uint64_t end) const {
    FileCursor walk(*entry_.source, file_.endian, begin);
    auto near = [&] { return !walk.failed() && walk.offset() - begin <= kMaxOptionBytes; };
    // Only the last one has no size.
    while (near() && walk.u16() != kDone) walk.skip(walk.u32());
    return near() && (walk.offset() == end || end == entry_.source->size()) ? walk.offset() - begin : 0;
  }

  // Version 6 does not store the size of its options. `end` is where the next tag begins.
  bool takeOptions(uint64_t begin, uint64_t end) {
    optionBytes_ = walkOptions(begin, end);
    const bool straight = optionBytes_ > 0;
    const std::vector<std::byte> data =
        readAll(*entry_.source, begin, straight ? optionBytes_ : std::min(end - begin, kMaxOptionBytes));
    const OptionList list = listOptions(data, file_.endian, false);
    if (!list.sound) warn(begin + list.damagedAt, "a whole option", "something else");
    if (list.whole || straight) take(list, begin);
    return list.whole;
  }

  // Takes the options only if none of them is damaged.
  bool takeWholeOptions(uint64_t begin, uint64_t end) {
    if (end - begin > kMaxOptionBytes) return false;
    const std::vector<std::byte> data = readAll(*entry_.source, begin, end - begin);
    const OptionList list = listOptions(data, file_.endian, false);
    if (list.sound && list.whole) take(list, begin);
    return list.sound && list.whole;
  }

  void take(const OptionList& list, uint64_t begin) {
    for (const Option& option : list.options) {
      if (option.id == kBuffer) {
        takeInstance(option, begin);
      } else if (option.id != kDone) {
        takeOption(option.id, option.value, file_);
      }
    }
  }

  void takeInstance(const Option& option, uint64_t begin) {
    Cursor value(option.value, file_.endian);
    Instance instance;
    instance.offset = value.u64();
    const std::string_view name = value.cString();
    if (name.size() > kMaxBufferName)
      warn(begin + option.at, "a name of at most 255 bytes", std::to_string(name.size()));
    instance.name = name.substr(0, kMaxBufferName);
    if (!namesInstances_) return warn(begin + option.at, "options of an instance", "one that names another instance");
    if (value.failed() || instance.offset >= entry_.source->size())
      return warn(begin + option.at, "where an instance lies", "no place of the file");
    const bool again = std::any_of(instances_.begin(), instances_.end(),
                                   [&](const Instance& other) { return other.offset == instance.offset; });
    if (again || instances_.size() == kMaxInstances)
      return warn(begin + option.at, "where an instance lies", again ? "another's place" : "one too many");
    instances_.push_back(std::move(instance));
  }

  void table(const std::string& name, uint64_t at) {
    Buffer buffer;
    buffer.name = name;
    buffer.clock = file_.traceClock;
    buffer.pageSize = file_.pageSize;
    const uint64_t size = entry_.source->size(), page = std::max<uint64_t>(file_.pageSize, 1);
    uint64_t end = size;
    for (const Instance& instance : instances_)
      if (instance.offset > at) end = std::min(end, instance.offset);
    auto entryAt = [&](uint64_t i) {
      FileCursor in(*entry_.source, file_.endian, at + i * kEntry);
      CpuData data;
      data.cpu = static_cast<uint32_t>(i);
      data.offset = in.u64();
      data.size = in.u64();
      if (in.failed()) data.offset = size;
      return data;
    };
    // If the count of CPUs is impossible, entries are taken as long as the data of each follow those of the one before.
    uint64_t last = 0;
    auto follows = [&](const CpuData& data) {
      return data.offset > at && data.offset % page == 0 && data.offset < size && data.size <= size - data.offset &&
             data.offset >= last && data.size > 0 && (last == 0 || data.offset - last < page);
    };
    bool likely = file_.cpuCount <= kMaxCpus && at + file_.cpuCount * kEntry <= size;
    for (uint32_t cpu = 0; cpu < kMaxCpus && at + (cpu + 1) * kEntry <= size; ++cpu) {
      CpuData data = entryAt(cpu);
      bool more = follows(data);
      if (cpu >= (likely ? file_.cpuCount : 0) && !more) break;
      if (more) last = data.offset + data.size;
      buffer.cpus.push_back(data);
    }
    if (buffer.cpus.size() != file_.cpuCount)
      warn(at, "a table of " + std::to_string(file_.cpuCount) + " CPUs", std::to_string(buffer.cpus.size()));
    const uint64_t data = at + buffer.cpus.size() * kEntry;
    const uint64_t whole = end == size ? sizeOfWhole(buffer.cpus, data, page) : 0;
    if (whole > size)
      warn(size, "a file of at least " + std::to_string(whole) + " bytes",
           "one that is cut: " + std::to_string(whole - size) + " bytes are missing");
    else if (mendCpus(buffer.cpus, data, end, page, true))
      warn(at, "where the data of each CPU lie", "places that contradict each other; what nobody claims is shared out");
    file_.buffers.push_back(std::move(buffer));
  }

  void warn(uint64_t at, std::string expected, std::string found) {
    warnings_.add(entry_.path, at, std::move(expected), std::move(found));
  }

  FileCursor& in_;
  const FileEntry& entry_;
  TraceFile& file_;
  WarningLog& warnings_;
  std::vector<Instance> instances_;
  bool namesInstances_ = true;  // The options that are read now are those of the file.
  uint64_t optionBytes_ = 0;    // Size in bytes of the last options.
  uint64_t searchLeft_ = kMaxSearchedInAll;
};

}  // namespace

void readVersion6(FileCursor& in, const FileEntry& entry, TraceFile& file, WarningLog& warnings) {
  Version6(in, entry, file, warnings).read();
}

}  // namespace tp::tracecmd
