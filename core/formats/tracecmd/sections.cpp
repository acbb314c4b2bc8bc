#include "core/formats/tracecmd/sections.h"

#include <algorithm>

#include "core/formats/tracecmd/codec.h"
#include "core/formats/tracecmd/file_cursor.h"
#include "core/formats/tracecmd/metadata.h"

namespace tp::tracecmd {
namespace {

// Larger than any known id, because newer versions may add some.
constexpr uint16_t kMaxId = 63;
constexpr uint64_t kMaxSection = uint64_t{256} << 20;
// Bytes within which a header is searched for.
constexpr uint64_t kMaxSearched = uint64_t{64} << 20;
constexpr uint64_t kSearchStep = uint64_t{64} << 10;
// This many sections in a row are no coincidence.
constexpr int kChain = 3;
constexpr uint64_t kDoneOption = 14;

// Reads the header that is at `offset` of the file from its bytes. Returns false if there are not enough of them.
bool readHeader(Bytes head, Endian endian, uint64_t offset, Section& out) {
  Cursor in(head, endian);
  out.offset = offset;
  out.id = in.u16();
  out.flags = in.u16();
  in.skip(4);
  out.size = in.u64();
  out.at = offset + kSectionHeader;
  return !in.failed();
}

}  // namespace

bool readSection(const ByteSource& source, Endian endian, uint64_t offset, Section& out) {
  return readHeader(readAll(source, offset, kSectionHeader), endian, offset, out);
}

bool readContents(const FileEntry& entry, const TraceFile& file, const Section& section, WarningLog& warnings,
                  std::vector<std::byte>& out) {
  FileCursor in(*entry.source, file.endian, section.at);
  const uint64_t size = std::min({section.size, in.remaining(), kMaxSection});
  if (size < section.size)
    warnings.add(entry.path, section.at,
                 std::to_string(section.size) + " bytes of section " + std::to_string(section.id),
                 std::to_string(size));
  if ((section.flags & kCompressed) == 0) {
    out = in.bytes(size);
    return true;
  }
  const uint32_t compressed = in.u32();
  const uint32_t plain = in.u32();
  const std::vector<std::byte> bytes = in.bytes(std::min<uint64_t>(compressed, in.remaining()));
  if (!in.failed() && decompress(file.codec, bytes, plain, out)) return true;
  warnings.add(entry.path, section.at, "section " + std::to_string(section.id) + " compressed by " + file.codecName,
               "something else");
  return false;
}

SectionMap::SectionMap(const FileEntry& entry, const TraceFile& file, std::map<uint64_t, uint16_t> told,
                       WarningLog& warnings)
    : entry_(entry), file_(file), end_(entry.source->size()), told_(std::move(told)), warnings_(warnings) {}

bool SectionMap::likely(const Section& section) const {
  if (section.id > kMaxId || (section.flags & ~kCompressed) != 0) return false;
  // The size of a buffer is written last of all, so it may be missing.
  if (section.size == 0) return section.id == kBuffer;
  auto told = told_.find(section.offset);
  if (told != told_.end() && told->second != section.id) return false;
  const uint64_t left = end_ - section.at;
  if (section.id == kDone) {
    // The last of the options holds the offset of the next ones.
    if (section.size < kDoneOption || section.size > left) return false;
    uint64_t at = section.at + section.size - kDoneOption;
    std::vector<std::byte> bytes = readAll(*entry_.source, at, kDoneOption);
    Cursor in(bytes, file_.endian);
    return (section.flags & kCompressed) != 0 || (in.u16() == kDone && in.u32() == 8);
  }
  if ((section.flags & kCompressed) != 0 && section.id != kBuffer && section.id != kBufferText) {
    std::vector<std::byte> bytes = readAll(*entry_.source, section.at, 4);
    return bytes.size() == 4 && uint64_t{8} + loadUnchecked<uint32_t>(bytes.data(), file_.endian) == section.size;
  }
  return true;
}

// Returns whether the section is followed by another one, and that by `steps` more, or by the end of the file.
bool SectionMap::leads(const Section& section, int steps) const {
  if (section.size > end_ - section.at) return false;
  uint64_t at = section.at + section.size;
  if (at == end_) return true;
  Section next;
  if (!readSection(*entry_.source, file_.endian, at, next)) return false;
  if (told_.count(at) != 0) return true;
  return likely(next) && (steps == 0 || leads(next, steps - 1));
}

uint64_t SectionMap::nextAfter(uint64_t at) const {
  auto told = told_.upper_bound(at);
  const uint64_t limit = std::min(told != told_.end() ? told->first : end_, at + kMaxSearched);
  Section found;
  for (uint64_t from = at + 1; from < limit; from += kSearchStep) {
    std::vector<std::byte> block = readAll(*entry_.source, from, kSearchStep + kSectionHeader);
    for (size_t i = 0; i + kSectionHeader <= block.size() && i < kSearchStep && from + i < limit; ++i) {
      // What is asked of the bytes at hand comes first: most places are none, and a file may be full of zeros.
      if (readHeader(Bytes(block).subspan(i), file_.endian, from + i, found) && found.size > 0 && likely(found) &&
          leads(found, kChain))
        return from + i;
    }
  }
  return told != told_.end() ? told->first : end_;
}

// Restores a damaged header from what surrounds it. `next` is the offset of the next section.
void SectionMap::repair(Section& section, uint64_t next) {
  auto told = told_.find(section.offset);
  if (told != told_.end()) section.id = told->second;
  section.size = next - section.at;
  std::vector<std::byte> head = readAll(*entry_.source, section.at, 4);
  bool sized = head.size() == 4 && uint64_t{8} + loadUnchecked<uint32_t>(head.data(), file_.endian) == section.size;
  if (section.id == kBuffer || section.id == kBufferText) {
    section.flags = file_.codec != Codec::None ? kCompressed : 0;
  } else {
    section.flags = sized && file_.codec != Codec::None ? kCompressed : 0;
  }
}

void SectionMap::walk(uint64_t begin) {
  for (uint64_t at = begin; at < end_ && end_ - at >= kSectionHeader;) {
    Section here;
    if (!readSection(*entry_.source, file_.endian, at, here)) return;
    bool good = likely(here);
    if (!good || !leads(here, 0)) {
      // If this is the last section of a file that was cut, there is nothing to search for.
      bool lastBuffer = good && here.id == kBuffer && told_.upper_bound(at) == told_.end();
      uint64_t next = lastBuffer ? end_ : nextAfter(at);
      // A file that was cut ends within its last section, whose size may not have been written.
      bool cut = good && next == end_;
      if (cut) {
        if (here.id == kBuffer && here.size == 0) here.size = end_ - here.at;
      } else {
        warnings_.add(entry_.path, at, "a section's header",
                      "something else; the next is " + std::to_string(next - at) + " bytes on");
        if (next < here.at) {
          at = next;
          continue;
        }
        if (!good && told_.count(at) == 0 && here.id != kBuffer) here.id = 0xffff;
        repair(here, next);
      }
    }
    all_[at] = here;
    if (here.size > end_ - here.at) return;
    at = here.at + here.size;
  }
}

}  // namespace tp::tracecmd
