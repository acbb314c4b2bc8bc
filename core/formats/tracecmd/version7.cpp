#include <set>

#include "core/formats/tracecmd/codec.h"
#include "core/formats/tracecmd/container.h"
#include "core/formats/tracecmd/metadata.h"

namespace tp::tracecmd {
namespace {

constexpr uint16_t kCompressed = 1;
constexpr uint64_t kSectionHeader = 16;
constexpr uint64_t kMostSection = uint64_t{256} << 20;
constexpr uint32_t kMostCpus = 65536;

struct Section {
  uint16_t id = 0;
  uint16_t flags = 0;
  uint64_t size = 0;
  uint64_t at = 0;  // of its contents
};

class Version7 {
 public:
  Version7(const FileEntry& entry, TraceFile& file, WarningLog& warnings)
      : entry_(entry), file_(file), warnings_(warnings) {}

  void read(uint64_t options);

 private:
  bool section(uint64_t offset, Section& out);
  bool contents(const Section& section, std::vector<std::byte>& out);
  void options(Bytes data, uint64_t offset, uint64_t& next);
  void buffer(Bytes data);
  void latencyText(Bytes data);
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
  std::vector<std::vector<std::byte>> texts_;
};

bool Version7::section(uint64_t offset, Section& out) {
  FileCursor in(*entry_.source, file_.endian, offset);
  out.id = in.u16();
  out.flags = in.u16();
  in.skip(4);
  out.size = in.u64();
  out.at = offset + kSectionHeader;
  if (!in.failed()) return true;
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

void Version7::read(uint64_t at) {
  std::set<uint64_t> seen;
  while (at != 0 && seen.insert(at).second) {
    Section here;
    std::vector<std::byte> data;
    if (!section(at, here)) break;
    if (here.id != 0) {
      warn(at, "an options section", "section " + std::to_string(here.id));
      break;
    }
    uint64_t next = 0;
    if (contents(here, data)) options(data, here.at, next);
    at = next;
  }
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
  for (const auto& data : texts_) latencyText(data);
}

void Version7::latencyText(Bytes data) {
  Cursor in(data, file_.endian);
  uint64_t offset = in.u64();
  Section here;
  if (in.failed() || !section(offset, here)) return warn(offset, "the text of a latency tracer", "something else");
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

void Version7::options(Bytes data, uint64_t offset, uint64_t& next) {
  Cursor in(data, file_.endian);
  while (in.remaining() >= 6) {
    uint64_t at = offset + in.position();
    uint16_t id = in.u16();
    Bytes value = in.bytes(in.u32());
    if (in.failed()) return warn(at, "a whole option " + std::to_string(id), "the end of its section");
    Cursor number(value, file_.endian);
    if (id == kDone) {
      next = number.u64();
      return;
    }
    if (id >= kHeaderInfo && id <= kCommandLines) {
      pointers_.emplace_back(id, number.u64());
    } else if (id == kBuffer) {
      buffers_.emplace_back(value.begin(), value.end());
    } else if (id == kBufferText) {
      texts_.emplace_back(value.begin(), value.end());
    } else {
      takeOption(id, value, file_);
    }
  }
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

}  // namespace

void readVersion7(uint64_t options, const FileEntry& entry, TraceFile& file, WarningLog& warnings) {
  Version7(entry, file, warnings).read(options);
}

}  // namespace tp::tracecmd
