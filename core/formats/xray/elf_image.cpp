#include "core/formats/xray/elf_image.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "core/io/cursor.h"

namespace tp::xray {
namespace {

constexpr uint64_t kMostSections = 65536;
constexpr uint64_t kMostTable = uint64_t{512} << 20;
constexpr uint32_t kSymtab = 2, kRela = 4, kDynsym = 11;

struct Section {
  std::string name;
  uint32_t nameAt = 0;
  uint32_t type = 0;
  uint64_t address = 0;
  uint64_t offset = 0;
  uint64_t size = 0;
  uint32_t link = 0;
  uint32_t info = 0;
};

struct Symbol {
  uint64_t address = 0;
  uint64_t size = 0;
  std::string name;
};

class Image {
 public:
  explicit Image(const ByteSource& source) : source_(source) {}

  bool open() {
    std::vector<std::byte> head = readAll(source_, 0, 64);
    Cursor cursor(head);
    cursor.seek(4);
    is64_ = cursor.u8() == 2;
    endian_ = cursor.u8() == 2 ? Endian::Big : Endian::Little;
    Cursor fields(head, endian_);
    constexpr uint16_t kRelocatable = 1;
    fields.seek(16);
    object_ = fields.u16() == kRelocatable;
    fields.seek(is64_ ? 0x28 : 0x20);
    uint64_t table = word(fields);
    fields.seek(is64_ ? 0x3a : 0x2e);
    uint16_t entry = fields.u16();
    uint64_t count = fields.u16();
    uint16_t names = fields.u16();
    if (fields.failed() || entry < (is64_ ? 64 : 40)) return false;
    count = std::min(count, kMostSections);
    std::vector<std::byte> bytes = readAll(source_, table, count * entry);
    for (uint64_t i = 0; (i + 1) * entry <= bytes.size(); ++i) {
      Cursor at(Bytes(bytes).subspan(static_cast<size_t>(i * entry), entry), endian_);
      Section section;
      section.nameAt = at.u32();
      section.type = at.u32();
      word(at);
      section.address = word(at);
      section.offset = word(at);
      section.size = word(at);
      section.link = at.u32();
      section.info = at.u32();
      sections_.push_back(section);
    }
    if (names >= sections_.size()) return false;
    std::vector<std::byte> text = contents(sections_[names]);
    for (Section& section : sections_) {
      Cursor at(text);
      at.seek(section.nameAt);
      section.name = at.cString();
    }
    return true;
  }

  const Section* find(std::string_view name) const {
    for (const Section& section : sections_)
      if (section.name == name) return &section;
    return nullptr;
  }

  std::vector<std::byte> contents(const Section& section) const {
    constexpr uint32_t kNoBits = 8;
    return section.type == kNoBits ? std::vector<std::byte>{}
                                   : readAll(source_, section.offset, section.size, kMostTable);
  }

  std::vector<Symbol> symbols() const {
    std::vector<Symbol> out;
    for (const Section& section : sections_) {
      if ((section.type != kSymtab && section.type != kDynsym) || section.link >= sections_.size()) continue;
      std::vector<std::byte> bytes = contents(section), text = contents(sections_[section.link]);
      size_t entry = is64_ ? 24 : 16;
      for (size_t at = 0; bytes.size() - at >= entry; at += entry) {
        Cursor cursor(Bytes(bytes).subspan(at, entry), endian_);
        uint32_t name = cursor.u32();
        Symbol symbol;
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
        Cursor names(text);
        names.seek(name);
        symbol.name = names.cString();
        out.push_back(std::move(symbol));
      }
    }
    std::stable_sort(out.begin(), out.end(), [](const Symbol& a, const Symbol& b) { return a.address < b.address; });
    return out;
  }

  // Words that the file leaves to the loader (or, of an object file, to the linker): where they are, and what is put
  // there. `map` is the section whose words they are.
  std::map<uint64_t, uint64_t> relocations(const Section& map) const {
    std::map<uint64_t, uint64_t> out;
    for (const Section& section : sections_) {
      if (section.type != kRela) continue;
      if (object_ && (section.info >= sections_.size() || &sections_[section.info] != &map)) continue;
      std::vector<std::byte> bytes = contents(section);
      std::vector<std::byte> symbols =
          object_ && section.link < sections_.size() ? contents(sections_[section.link]) : std::vector<std::byte>{};
      size_t entry = is64_ ? 24 : 12;
      for (size_t at = 0; bytes.size() - at >= entry; at += entry) {
        Cursor cursor(Bytes(bytes).subspan(at, entry), endian_);
        uint64_t place = word(cursor);
        uint64_t info = word(cursor);
        uint64_t addend = word(cursor);
        if (place < map.address || place - map.address >= map.size) continue;
        out[place] = addend + (object_ ? symbolValue(symbols, is64_ ? info >> 32 : info >> 8) : 0);
      }
    }
    return out;
  }

  uint64_t word(Cursor& cursor) const { return is64_ ? cursor.u64() : cursor.u32(); }
  bool is64() const { return is64_; }
  bool object() const { return object_; }
  Endian endian() const { return endian_; }

 private:
  uint64_t symbolValue(Bytes symbols, uint64_t number) const {
    uint64_t entry = is64_ ? 24 : 16;
    if (number >= symbols.size() / entry) return 0;
    Cursor cursor(symbols.subspan(static_cast<size_t>(number * entry)), endian_);
    cursor.skip(is64_ ? 8 : 4);
    return word(cursor);
  }

  const ByteSource& source_;
  bool is64_ = true;
  bool object_ = false;
  Endian endian_ = Endian::Little;
  std::vector<Section> sections_;
};

// Function addresses of the sleds in their order, each once for a run of sleds of the same function.
std::vector<uint64_t> sledFunctions(const Image& image, const Section& map, Bytes bytes) {
  std::map<uint64_t, uint64_t> relocated;
  bool asked = false;
  std::vector<uint64_t> functions;
  size_t entry = image.is64() ? 32 : 16, wordSize = image.is64() ? 8 : 4;
  for (size_t at = 0; bytes.size() - at >= entry; at += entry) {
    Cursor cursor(bytes.subspan(at, entry), image.endian());
    image.word(cursor);
    uint64_t function = image.word(cursor);
    cursor.skip(2);
    uint8_t version = cursor.u8();
    uint64_t place = map.address + at + wordSize;
    if (function == 0) {
      if (!asked) relocated = image.relocations(map);
      asked = true;
    }
    auto found = relocated.find(place);
    if (function == 0 && found != relocated.end()) {
      // An object's relocation says all there is to say, be the word relative or not.
      function = found->second;
    } else if (version >= 2) {
      function += place;
      if (!image.is64()) function &= 0xffffffffu;
    }
    // LLVM takes the address 0 for no function yet, so that it gets no id of its own.
    if (!functions.empty() && functions.back() == 0) functions.pop_back();
    if (functions.empty() || functions.back() != function) functions.push_back(function);
  }
  return functions;
}

}  // namespace

bool isElf(const ByteSource& source) {
  std::vector<std::byte> head = readAll(source, 0, 4);
  return asText(head) ==
         "\x7f"
         "ELF";
}

std::vector<ElfFunction> instrumentedFunctions(const ByteSource& source, std::string& problem) {
  Image image(source);
  if (!isElf(source) || !image.open()) {
    problem = "an ELF file whose sections can't be read";
    return {};
  }
  const Section* map = image.find("xray_instr_map");
  if (map == nullptr) {
    problem = "no section xray_instr_map";
    return {};
  }
  std::vector<std::byte> bytes = image.contents(*map);
  if (bytes.empty() || bytes.size() % (image.is64() ? 32 : 16) != 0) {
    problem = "a section xray_instr_map of " + std::to_string(bytes.size()) + " bytes, which are no whole sleds";
    return {};
  }
  std::vector<Symbol> symbols = image.symbols();
  std::vector<ElfFunction> out;
  for (uint64_t address : sledFunctions(image, *map, bytes)) {
    auto after = std::upper_bound(symbols.begin(), symbols.end(), address,
                                  [](uint64_t value, const Symbol& symbol) { return value < symbol.address; });
    bool known = after != symbols.begin() && address - (after - 1)->address < std::max<uint64_t>(1, (after - 1)->size);
    out.push_back({address, known ? (after - 1)->name : std::string()});
  }
  return out;
}

}  // namespace tp::xray
