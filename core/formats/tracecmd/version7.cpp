#include <algorithm>
#include <set>

#include "core/formats/tracecmd/codec.h"
#include "core/formats/tracecmd/container.h"
#include "core/formats/tracecmd/metadata.h"
#include "core/formats/tracecmd/salvage.h"

namespace tp::tracecmd {
namespace {

constexpr uint16_t kCompressed = 1;
constexpr uint64_t kSectionHeader = 16;
constexpr uint64_t kMostSection = uint64_t{256} << 20;
// Newer ones than are known may come, though not so many.
constexpr uint16_t kMostId = 255;

struct Section {
  uint64_t offset = 0;  // of its header
  uint16_t id = 0;
  uint16_t flags = 0;
  uint64_t size = 0;
  uint64_t at = 0;  // of its contents
};

class Version7 {
 public:
  Version7(const FileEntry& entry, TraceFile& file, WarningLog& warnings)
      : entry_(entry), file_(file), warnings_(warnings) {}

  // As readVersion7() has it.
  void read(uint64_t sections, uint64_t options);

 private:
  std::string followOptions(uint64_t& at);
  void findSections(uint64_t sections, uint64_t options);
  uint64_t walk(uint64_t at);
  size_t addFound(const Section& section);
  static bool header(FileCursor& in, uint64_t offset, Section& out);
  bool section(uint64_t offset, Section& out);
  bool contents(const Section& section, std::vector<std::byte>& out);
  bool options(Bytes data, uint64_t offset, uint64_t& next);
  void buffer(Bytes data);
  void latencyText(uint64_t offset);
  template <class Read>
  void metadata(uint64_t offset, Read&& read);
  void warn(uint64_t offset, std::string expected, std::string found) {
    warnings_.add(entry_.path, offset, std::move(expected), std::move(found));
  }

  const FileEntry& entry_;
  TraceFile& file_;
  WarningLog& warnings_;
  std::vector<std::pair<uint16_t, uint64_t>> pointers_;
  std::vector<std::vector<std::byte>> buffers_;
  std::vector<uint64_t> texts_;
  std::set<uint64_t> seen_;     // options that were read
  std::vector<Section> found_;  // that no option tells of
};

// False at the end of the file.
bool Version7::header(FileCursor& in, uint64_t offset, Section& out) {
  in.seek(offset);
  out.offset = offset;
  out.id = in.u16();
  out.flags = in.u16();
  in.skip(4);
  out.size = in.u64();
  out.at = offset + kSectionHeader;
  return !in.failed();
}

bool Version7::section(uint64_t offset, Section& out) {
  FileCursor in(*entry_.source, file_.endian);
  if (header(in, offset, out)) return true;
  warn(offset, "a section's header", "the end of the file");
  return false;
}

bool Version7::contents(const Section& section, std::vector<std::byte>& out) {
  FileCursor in(*entry_.source, file_.endian, section.at);
  uint64_t size = std::min({section.size, in.remaining(), kMostSection});
  if (size < section.size)
    warn(section.at, std::to_string(section.size) + " bytes of section " + std::to_string(section.id),
         std::to_string(size));
  if ((section.flags & kCompressed) == 0) {
    out = in.bytes(size);
    return true;
  }
  uint32_t compressed = in.u32();
  uint32_t plain = in.u32();
  std::vector<std::byte> bytes = in.bytes(std::min<uint64_t>(compressed, in.remaining()));
  if (in.failed() || !decompress(file_.codec, bytes, plain, out)) {
    warn(section.at, "section " + std::to_string(section.id) + " compressed by " + file_.codecName, "something else");
    return false;
  }
  return true;
}

// From `at` on, which is left at the last one. Returns what is there instead of more; nothing where that was the end.
std::string Version7::followOptions(uint64_t& at) {
  FileCursor in(*entry_.source, file_.endian);
  while (at != 0) {
    Section here;
    std::vector<std::byte> data;
    if (!header(in, at, here)) return "the end of the file";
    if (here.id != 0) return "section " + std::to_string(here.id);
    if (!seen_.insert(at).second) return "the same ones again";
    uint64_t next = 0;
    if (!contents(here, data) || !options(data, here.at, next)) return "some of them";
    if (next == 0) return {};
    at = next;
  }
  return "nothing";
}

// Takes one section after the other, and returns where there is no more.
uint64_t Version7::walk(uint64_t at) {
  const uint64_t end = entry_.source->size();
  FileCursor in(*entry_.source, file_.endian);
  auto next = [&](Section& out) {
    bool likely = header(in, at, out) && out.id <= kMostId && (out.flags & ~kCompressed) == 0;
    return likely && (out.size > 0 || out.id == kBuffer);
  };
  Section here, after;
  while (at < end && next(here)) {
    at = here.at;
    // The size is written last of all.
    if (here.id == kBuffer && here.size == 0 && !next(after)) here.size = end - at;
    if (here.id != kDone) {
      found_.push_back(here);
    } else if (seen_.insert(here.offset).second) {
      std::vector<std::byte> data;
      uint64_t ignored = 0;
      if (contents(here, data)) options(data, here.at, ignored);
    }
    at += std::min(here.size, end - at);
  }
  return at;
}

// What the options would tell of, were they all there.
void Version7::findSections(uint64_t sections, uint64_t options) {
  uint64_t stopped = walk(sections);
  if (stopped < entry_.source->size()) warn(stopped, "a section's header", "something else");
  if (stopped < options && options < entry_.source->size()) walk(options);

  std::set<uint64_t> told(texts_.begin(), texts_.end());
  for (const auto& [id, offset] : pointers_) told.insert(offset);
  for (const auto& data : buffers_) told.insert(Cursor(data, file_.endian).u64());
  std::vector<Section> buffers;
  for (const Section& section : found_) {
    if (told.contains(section.offset)) continue;
    if (section.id >= kHeaderInfo && section.id <= kCommandLines) pointers_.emplace_back(section.id, section.offset);
    if (section.id == kBuffer) buffers.push_back(section);
    if (section.id == kBufferText) texts_.push_back(section.offset);
  }
  found_ = std::move(buffers);
}

void Version7::read(uint64_t sections, uint64_t options) {
  uint64_t at = options;
  std::string instead = followOptions(at);
  if (!instead.empty()) findSections(sections, options);
  // Formats before what is read by them; in what order the file has them does not matter.
  for (auto [id, offset] : pointers_) {
    switch (id) {
      case kHeaderInfo:
        metadata(offset, readHeaderInfo);
        break;
      case kFtraceEvents:
        metadata(offset, readFtraceFormats);
        break;
      case kEventFormats:
        metadata(offset, readEventFormats);
        break;
      case kKallsyms:
        metadata(offset, readKallsyms);
        break;
      case kPrintk:
        metadata(offset, readPrintk);
        break;
      case kCommandLines:
        metadata(offset, readCommandLines);
        break;
      default:
        break;
    }
  }
  for (const auto& data : buffers_) buffer(data);
  size_t cpus = 0;
  for (const Section& section : found_) cpus += addFound(section);
  if (!instead.empty())
    warn(at, "all options: the last ones say where the data of each CPU lie",
         instead + "; " + std::to_string(cpus) + " CPUs found by the times of their pages, their numbers are guessed");
  for (uint64_t offset : texts_) latencyText(offset);
}

void Version7::latencyText(uint64_t offset) {
  Section here;
  if (!section(offset, here)) return warn(offset, "the text of a latency tracer", "something else");
  FileCursor text(*entry_.source, file_.endian, here.at);
  uint64_t left = std::min({here.size, text.remaining(), kMostLatencyText});
  std::string all;
  if ((here.flags & kCompressed) == 0) {
    all = text.text(left);
  } else {
    // In chunks, like the data of a CPU.
    for (uint32_t chunks = text.u32(); chunks > 0 && !text.failed() && all.size() < kMostLatencyText; --chunks) {
      uint32_t compressed = text.u32();
      uint32_t plain = text.u32();
      std::vector<std::byte> bytes = text.bytes(compressed), out;
      if (text.failed() || !decompress(file_.codec, bytes, plain, out)) break;
      all += asText(out);
    }
  }
  if (text.failed()) warn(offset, "the text of a latency tracer", "the end of the file");
  takeLatencyText(std::move(all), file_);
}

template <class Read>
void Version7::metadata(uint64_t offset, Read&& read) {
  Section here;
  std::vector<std::byte> data;
  if (!section(offset, here) || !contents(here, data)) return;
  MemorySource source(std::move(data));
  FileCursor in(source, file_.endian);
  read(in, file_);
  if (in.failed()) warn(here.at, "a whole section " + std::to_string(here.id), "one that ends within an entry");
}

// False: the last of them is missing, which says where there are more.
bool Version7::options(Bytes data, uint64_t offset, uint64_t& next) {
  Cursor in(data, file_.endian);
  while (in.remaining() >= 6) {
    uint64_t at = offset + in.position();
    uint16_t id = in.u16();
    Bytes value = in.bytes(in.u32());
    if (in.failed()) {
      warn(at, "a whole option " + std::to_string(id), "the end of its section");
      return false;
    }
    Cursor number(value, file_.endian);
    if (id == kDone) {
      next = number.u64();
      return true;
    }
    if (id >= kHeaderInfo && id <= kCommandLines) {
      pointers_.emplace_back(id, number.u64());
    } else if (id == kBuffer) {
      buffers_.emplace_back(value.begin(), value.end());
    } else if (id == kBufferText) {
      texts_.push_back(value.size() < 8 ? kNoOffset : number.u64());
    } else {
      takeOption(id, value, file_);
    }
  }
  return false;
}

void Version7::buffer(Bytes data) {
  Cursor in(data, file_.endian);
  uint64_t offset = in.u64();
  Buffer buffer;
  buffer.name = in.cString();
  buffer.clock = in.cString();
  buffer.pageSize = in.u32();
  uint32_t count = std::min(in.u32(), kMostCpus);
  for (; count > 0 && in.remaining() >= 20; --count) {
    CpuData cpu;
    cpu.cpu = in.u32();
    cpu.offset = in.u64();
    cpu.size = in.u64();
    buffer.cpus.push_back(cpu);
  }
  Section here;
  if (in.failed() || !section(offset, here)) return warn(offset, "a buffer", "an option that ends within it");
  buffer.compressed = (here.flags & kCompressed) != 0;
  file_.buffers.push_back(std::move(buffer));
}

// Returns how many CPUs.
size_t Version7::addFound(const Section& section) {
  uint64_t size = std::min(section.size, entry_.source->size() - section.at);
  if (size < section.size)
    warn(section.at, std::to_string(section.size) + " bytes of section " + std::to_string(section.id),
         std::to_string(size));
  Buffer buffer;
  if (!file_.buffers.empty()) buffer.name = "buffer " + std::to_string(file_.buffers.size() + 1);
  buffer.clock = file_.traceClock;
  uint64_t pageSize = ringPageSize(file_.headerPage);
  buffer.pageSize = pageSize >= kLeastPage && pageSize <= kMostPage ? static_cast<uint32_t>(pageSize) : file_.pageSize;
  buffer.compressed = (section.flags & kCompressed) != 0;
  findCpus(*entry_.source, file_, section.at, section.at + size, file_.buffers.size(), buffer);
  size_t cpus = buffer.cpus.size();
  if (cpus > 0) file_.buffers.push_back(std::move(buffer));
  return cpus;
}

}  // namespace

void readVersion7(uint64_t sections, uint64_t options, const FileEntry& entry, TraceFile& file, WarningLog& warnings) {
  Version7(entry, file, warnings).read(sections, options);
}

}  // namespace tp::tracecmd
