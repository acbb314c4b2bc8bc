#include "core/formats/tracecmd/trace_file.h"

#include <algorithm>
#include <cstdlib>

#include "core/formats/tracecmd/chunk_search.h"
#include "core/formats/tracecmd/codec.h"
#include "core/formats/tracecmd/container.h"
#include "core/formats/tracecmd/metadata.h"
#include "core/formats/tracecmd/sections.h"
#include "core/formats/tracecmd/statistics.h"

namespace tp::tracecmd {
namespace {

constexpr std::string_view kMagic = "\x17\x08\x44tracing";

// Returns the version by what follows the fixed beginning of a file; 0 if that fits none.
int versionByContent(const ByteSource& source) {
  constexpr size_t kFixed = 18, kLooked = 64;
  const std::vector<std::byte> head = readAll(source, 0, kLooked);
  const std::string_view text = asText(head).substr(std::min(head.size(), kFixed));
  if (text.starts_with(std::string_view("header_page\0", 12))) return 6;
  for (std::string_view codec : {"none", "zlib", "zstd"}) {
    if (!text.starts_with(codec) || text.size() <= codec.size() || text[codec.size()] != '\0') continue;
    const size_t end = text.find('\0', codec.size() + 1);
    if (end == std::string_view::npos || head.size() - kFixed - end < 1 + sizeof(uint64_t)) continue;
    for (Endian endian : {Endian::Little, Endian::Big}) {
      Section section;
      const uint64_t options = loadUnchecked<uint64_t>(head.data() + kFixed + end + 1, endian);
      if (readSection(source, endian, options, section) && section.id == kDone && section.flags <= kCompressed &&
          section.size > 0 && section.size <= source.size())
        return 7;
    }
  }
  return 0;
}

// Used if the fixed beginning is damaged: returns the byte order in which what follows makes sense.
Endian endianByContent(const ByteSource& source, int version) {
  if (version == 6) {
    constexpr uint64_t kHeaderPageSize = 30;
    FileCursor in(source, Endian::Little, kHeaderPageSize);
    return in.u64() < source.size() ? Endian::Little : Endian::Big;
  }
  FileCursor in(source, Endian::Little, 18);
  in.cString(64);
  in.cString(64);
  return in.u64() < source.size() ? Endian::Little : Endian::Big;
}

// Used if the codec's name is damaged: returns the codec that decompresses the first chunk.
Codec codecByContent(const ByteSource& source, Endian endian, uint32_t pageSize) {
  constexpr uint64_t kLooked = uint64_t{4} << 20;
  constexpr int kMaxTried = 64;
  const std::vector<std::byte> data = readAll(source, 0, kLooked);
  TraceFile tried;
  tried.endian = endian;
  Decompressor decompressor;
  Unpacked ignored;
  int left = kMaxTried;
  for (size_t at = 0; at + kChunkHead <= data.size(); ++at) {
    const Bytes rest = Bytes(data).subspan(at + kChunkHeader);
    for (Codec codec : {Codec::Zstd, Codec::Zlib}) {
      tried.codec = codec;
      const ChunkHead head = readChunkHead(Bytes(data).subspan(at), tried, pageSize);
      if (!head.likely || head.compressed > rest.size()) continue;
      if (decompressor.decompress(codec, rest.first(head.compressed), head.size, ignored)) return codec;
      if (--left == 0) return Codec::None;
    }
  }
  return Codec::None;
}

// Reads the part that both versions share, and leaves `in` behind it. Returns false if the file ends before.
bool readFixed(FileCursor& in, const FileEntry& entry, TraceFile& file, WarningLog& warnings) {
  in.seek(kMagic.size());
  const bool whole =
      in.cString(16) == std::to_string(file.version) && asText(readAll(*entry.source, 0, kMagic.size())) == kMagic;
  if (!whole) {
    warnings.add(entry.path, 0, "the beginning of a trace.dat file",
                 "something else; what follows is that of version " + std::to_string(file.version));
    in = FileCursor(*entry.source, Endian::Little, kMagic.size() + 2);
  }
  const uint8_t order = in.u8();
  file.endian = order == 1 ? Endian::Big : Endian::Little;
  if (order > 1 || !whole) file.endian = endianByContent(*entry.source, file.version);
  in.setEndian(file.endian);
  file.longSize = in.u8();
  file.pageSize = in.u32();
  if (in.failed()) return false;
  file.kernelLongSize = file.longSize == 4 ? 4 : 8;
  if (file.pageSize < kLeastPage || file.pageSize > kMaxPage || (file.pageSize & (file.pageSize - 1)) != 0) {
    constexpr uint32_t kUsual = 4096;
    warnings.add(entry.path, in.offset() - 4, "pages of a likely size", std::to_string(file.pageSize) + " bytes");
    file.pageSize = kUsual;
  }
  return true;
}

// Finds out the codec if the name in the file cannot be one.
void mendCodec(const FileEntry& entry, TraceFile& file, WarningLog& warnings) {
  if (file.codec != Codec::Unknown && !file.codecName.empty()) return;
  const Codec found = codecByContent(*entry.source, file.endian, file.pageSize);
  const bool plain =
      std::all_of(file.codecName.begin(), file.codecName.end(), [](char c) { return c > ' ' && c < 0x7f; });
  if (found == Codec::None && !file.codecName.empty() && plain) return;
  warnings.add(entry.path, kMagic.size(), "the name of a compressor", "\"" + file.codecName + "\"");
  file.codec = found;
  file.codecName = found == Codec::Zstd ? "zstd" : found == Codec::Zlib ? "zlib" : "none";
}

}  // namespace

bool isTraceFile(const ByteSource& source, int& version) {
  std::vector<std::byte> head = readAll(source, 0, 16);
  std::string_view text = asText(head);
  version = versionByContent(source);
  if (text.substr(0, kMagic.size()) != kMagic) return version != 0;
  const int said = std::atoi(std::string(text.substr(kMagic.size())).c_str());
  if (version == 0 || said == 6 || said == 7) version = said;
  return true;
}

Result<TraceFile> readTraceFile(const FileEntry& entry, WarningLog& warnings) {
  FileCursor in(*entry.source, Endian::Little);
  TraceFile file;
  isTraceFile(*entry.source, file.version);
  if (file.version != 6 && file.version != 7)
    return Error{entry.path, kMagic.size(),
                 "trace.dat version " + std::to_string(file.version) +
                     "; versions 6 and 7 are read. `trace-cmd convert` makes one of the other"};
  const Error cut{entry.path, entry.source->size(), "the file ends within its header"};
  if (!readFixed(in, entry, file, warnings)) return cut;
  if (file.version == 6) {
    readVersion6(in, entry, file, warnings);
  } else {
    file.codecName = in.cString(64);
    file.codec = codecNamed(file.codecName);
    in.cString(64);
    const uint64_t options = in.u64();
    if (in.failed()) return cut;
    mendCodec(entry, file, warnings);
    if (file.codec == Codec::Unknown)
      return Error{entry.path, kMagic.size(),
                   "compressed by " + file.codecName +
                       ", which is not known here; `trace-cmd convert --compression zstd` helps"};
    readVersion7(in.offset(), options, entry, file, warnings);
  }
  compareBuffers(entry, file, warnings);
  for (const uint16_t id : file.unknownOptions)
    warnings.add(entry.path, kNoOffset, "options that are known",
                 "option " + std::to_string(id) + ", which is skipped");
  if (!file.sync.empty() && !file.sync.sound())
    warnings.add(entry.path, kNoOffset, "a table of how the guest's clock goes on its host's that agrees with itself",
                 "one that does not; all times count by it");
  return file;
}

uint64_t TraceFile::scaled(uint32_t cpu, uint64_t raw) const {
  if (!sync.empty()) raw = sync.toHost(cpu, raw);
  if (hasTsc) {
    // Multiplies 64 by 32 bits in halves, to avoid an overflow.
    uint64_t high = (raw >> 32) * tscMult;
    uint64_t low = (raw & 0xffffffffu) * tscMult;
    raw = (tscShift >= 32 ? high >> (tscShift - 32) : high << (32 - tscShift)) + (low >> tscShift);
  }
  return raw;
}

}  // namespace tp::tracecmd
