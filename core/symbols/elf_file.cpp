#include "core/symbols/elf_file.h"

#include <algorithm>

namespace tp::symbols {
namespace {

constexpr uint64_t kMaxSections = 65536;
constexpr uint64_t kMaxTable = uint64_t{512} << 20;
// A program has one table of each kind; each is held in memory with its text.
constexpr size_t kMaxSymbolTables = 4;
constexpr uint32_t kSymtab = 2, kRela = 4, kDynsym = 11;

// Returns the text that begins at `at`, at most `most` bytes of it, because any number of names may share one long
// text.
std::string_view nameIn(Bytes table, size_t at, size_t most) {
  const std::string_view text = asText(table);
  if (at >= text.size()) return {};
  const std::string_view rest = text.substr(at, most);
  return rest.substr(0, rest.find('\0'));
}

}  // namespace

bool isElf(const ByteSource& source) {
  std::vector<std::byte> head = readAll(source, 0, 4);
  return asText(head) ==
         "\x7f"
         "ELF";
}

bool ElfFile::open() {
  if (!isElf(source_)) return false;
  std::vector<std::byte> head = readAll(source_, 0, 64);
  Cursor cursor(head);
  cursor.seek(4);
  is64_ = cursor.u8() == 2;
  endian_ = cursor.u8() == 2 ? Endian::Big : Endian::Little;
  Cursor fields(head, endian_);
  constexpr uint16_t kRelocatable = 1, kShared = 3;
  fields.seek(16);
  const uint16_t type = fields.u16();
  object_ = type == kRelocatable;
  shared_ = type == kShared;
  fields.seek(is64_ ? 0x28 : 0x20);
  uint64_t table = word(fields);
  fields.seek(is64_ ? 0x3a : 0x2e);
  uint16_t entry = fields.u16();
  uint64_t count = fields.u16();
  uint16_t names = fields.u16();
  if (fields.failed() || entry < (is64_ ? 64 : 40)) return false;
  count = std::min(count, kMaxSections);
  std::vector<std::byte> bytes = readAll(source_, table, count * entry);
  for (uint64_t i = 0; (i + 1) * entry <= bytes.size(); ++i) {
    Cursor at(Bytes(bytes).subspan(static_cast<size_t>(i * entry), entry), endian_);
    Section section;
    section.nameAt = at.u32();
    section.type = at.u32();
    section.flags = word(at);
    section.address = word(at);
    section.offset = word(at);
    section.size = word(at);
    section.link = at.u32();
    section.info = at.u32();
    sections_.push_back(section);
  }
  if (names >= sections_.size()) return false;
  std::vector<std::byte> text = contents(sections_[names]);
  constexpr size_t kLongestName = 256;
  for (Section& section : sections_) section.name = nameIn(text, section.nameAt, kLongestName);
  return true;
}

const ElfFile::Section* ElfFile::find(std::string_view name) const {
  for (const Section& section : sections_)
    if (section.name == name) return &section;
  return nullptr;
}

std::vector<std::byte> ElfFile::contents(const Section& section) const {
  return section.hasBits() ? readAll(source_, section.offset, section.size, kMaxTable) : std::vector<std::byte>{};
}

std::string_view ElfFile::Functions::nameOf(const Symbol& symbol) const {
  return nameIn(texts[symbol.table], symbol.nameAt, kLongestName);
}

ElfFile::Functions ElfFile::functions() const {
  Functions out;
  for (const Section& section : sections_) {
    if ((section.type != kSymtab && section.type != kDynsym) || section.link >= sections_.size()) continue;
    if (out.texts.size() >= kMaxSymbolTables) break;
    const std::vector<std::byte> bytes = contents(section);
    out.texts.push_back(contents(sections_[section.link]));
    size_t entry = is64_ ? 24 : 16;
    for (size_t at = 0; bytes.size() - at >= entry; at += entry) {
      Cursor cursor(Bytes(bytes).subspan(at, entry), endian_);
      Symbol symbol;
      symbol.table = out.texts.size() - 1;
      symbol.nameAt = cursor.u32();
      uint8_t info = 0;
      if (is64_) {
        info = cursor.u8();
        cursor.skip(3);
      }
      symbol.address = word(cursor);
      symbol.size = word(cursor);
      if (!is64_) info = cursor.u8();
      constexpr uint8_t kFunction = 2;
      if ((info & 15) != kFunction) continue;
      out.symbols.push_back(symbol);
    }
  }
  std::stable_sort(out.symbols.begin(), out.symbols.end(),
                   [](const Symbol& a, const Symbol& b) { return a.address < b.address; });
  return out;
}

std::map<uint64_t, uint64_t> ElfFile::relocations(const Section& within) const {
  std::map<uint64_t, uint64_t> out;
  for (const Section& section : sections_) {
    if (section.type != kRela) continue;
    if (object_ && (section.info >= sections_.size() || &sections_[section.info] != &within)) continue;
    std::vector<std::byte> bytes = contents(section);
    std::vector<std::byte> symbols =
        object_ && section.link < sections_.size() ? contents(sections_[section.link]) : std::vector<std::byte>{};
    size_t entry = is64_ ? 24 : 12;
    for (size_t at = 0; bytes.size() - at >= entry; at += entry) {
      Cursor cursor(Bytes(bytes).subspan(at, entry), endian_);
      uint64_t place = word(cursor);
      uint64_t info = word(cursor);
      uint64_t addend = word(cursor);
      if (place < within.address || place - within.address >= within.size) continue;
      out[place] = addend + (object_ ? symbolValue(symbols, is64_ ? info >> 32 : info >> 8) : 0);
    }
  }
  return out;
}

uint64_t ElfFile::symbolValue(Bytes symbols, uint64_t number) const {
  uint64_t entry = is64_ ? 24 : 16;
  if (number >= symbols.size() / entry) return 0;
  Cursor cursor(symbols.subspan(static_cast<size_t>(number * entry)), endian_);
  cursor.skip(is64_ ? 8 : 4);
  return word(cursor);
}

}  // namespace tp::symbols
