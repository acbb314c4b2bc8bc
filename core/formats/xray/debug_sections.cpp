#include "core/formats/xray/debug_sections.h"

#include <algorithm>
#include <string_view>

#include "core/io/sources.h"
#include "core/io/unpack.h"

namespace tp::xray {
namespace {

// Limit for all sections together. In the page, each worker that is asked may hold as much.
constexpr uint64_t kMaxBytes = sizeof(size_t) == 4 ? uint64_t{64} << 20 : uint64_t{256} << 20;
constexpr uint32_t kZlib = 1, kZstd = 2;

constexpr std::string_view kNames[] = {".debug_info",        ".debug_abbrev", ".debug_line",
                                       ".debug_line_str",    ".debug_str",    ".debug_addr",
                                       ".debug_str_offsets", ".debug_ranges", ".debug_rnglists"};

std::string megabytes(uint64_t bytes) {
  return std::to_string(bytes >> 20) + " MB";
}

}  // namespace

DebugSections::DebugSections(std::shared_ptr<ByteSource> program) : program_(std::move(program)), elf_(*program_) {
  // The addresses of an object file are not final.
  if (!elf_.open() || elf_.object() || elf_.find(".debug_line") == nullptr) return;
  uint64_t sum = 0;
  for (std::string_view name : kNames) {
    const symbols::ElfFile::Section* section = elf_.find(name);
    if (section == nullptr || !add(*section)) continue;
    sum += std::min(list_.back().size, ~uint64_t{0} - sum);
  }
  if (sum <= kMaxBytes) return;
  problem_ = megabytes(sum) + " of debugging information, of which at most " + megabytes(kMaxBytes) + " are read";
  list_.clear();
  held_.clear();
}

bool DebugSections::add(const symbols::ElfFile::Section& section) {
  uint64_t whole = program_->size();
  if (!section.hasBits() || section.size == 0 || section.offset > whole || section.size > whole - section.offset)
    return false;
  Held held;
  held.section = section;
  uint64_t size = section.size;
  if (section.compressed()) {
    held.header = elf_.is64() ? 24 : 12;
    std::vector<std::byte> bytes = readAll(*program_, section.offset, std::min(section.size, held.header));
    Cursor cursor(bytes, elf_.endian());
    held.packedBy = cursor.u32();
    if (elf_.is64()) cursor.skip(4);
    size = elf_.word(cursor);
    elf_.word(cursor);
    if (cursor.failed() || (held.packedBy != kZlib && held.packedBy != kZstd)) return false;
  }
  list_.push_back({section.name, size});
  held_.push_back(std::move(held));
  return true;
}

void DebugSections::unpack(Held& held, uint64_t size) {
  SliceSource packed(program_, held.section.offset + held.header, held.section.size - held.header);
  MemoryStore memory;
  UnpackedSource unpacked =
      tp::unpack(packed, held.packedBy == kZlib ? Compression::Zlib : Compression::Zstd, size, memory);
  if (unpacked.whole) held.own = readAll(*unpacked.source);
}

Bytes DebugSections::load(size_t number) {
  if (number >= held_.size()) return {};
  Held& held = held_[number];
  if (held.asked) return held.bytes;
  held.asked = true;
  uint64_t size = list_[number].size;
  if (held.packedBy != 0) {
    unpack(held, size);
  } else {
    held.bytes = program_->view(held.section.offset, size);
    if (held.bytes.empty()) held.own = readAll(*program_, held.section.offset, size);
  }
  if (held.bytes.empty()) held.bytes = held.own;
  if (held.bytes.size() != size) held.bytes = {};
  return held.bytes;
}

}  // namespace tp::xray
