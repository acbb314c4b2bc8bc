#include "core/formats/xray/elf_image.h"

#include <algorithm>
#include <map>

#include "core/symbols/elf_file.h"

namespace tp::xray {
namespace {

constexpr uint64_t kMaxNames = uint64_t{1} << 20;

// Returns the function addresses of the sleds in their order, once for each run of sleds of the same function.
std::vector<uint64_t> sledFunctions(const symbols::ElfFile& image, const symbols::ElfFile::Section& map, Bytes bytes) {
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
      // An object file's relocation gives the whole address, whether the word is relative or not.
      function = found->second;
    } else if (version >= 2) {
      function += place;
      if (!image.is64()) function &= 0xffffffffu;
    }
    // LLVM takes the address 0 as "no function yet", so it does not get an id of its own.
    if (!functions.empty() && functions.back() == 0) functions.pop_back();
    if (functions.empty() || functions.back() != function) functions.push_back(function);
  }
  return functions;
}

}  // namespace

std::vector<ElfFunction> instrumentedFunctions(const ByteSource& source, std::string& problem) {
  symbols::ElfFile image(source);
  if (!image.open()) {
    problem = "an ELF file whose sections can't be read";
    return {};
  }
  const symbols::ElfFile::Section* map = image.find("xray_instr_map");
  if (map == nullptr) {
    problem = "no section xray_instr_map";
    return {};
  }
  std::vector<std::byte> bytes = image.contents(*map);
  if (bytes.empty() || bytes.size() % (image.is64() ? 32 : 16) != 0) {
    problem = "a section xray_instr_map of " + std::to_string(bytes.size()) + " bytes, which are no whole sleds";
    return {};
  }
  const symbols::ElfFile::Functions functions = image.functions();
  const std::vector<symbols::ElfFile::Symbol>& symbols = functions.symbols;
  std::vector<ElfFunction> out;
  // Many functions may share one long name, so the size of all names together is limited.
  uint64_t left = std::max<uint64_t>(kMaxNames, source.size());
  for (uint64_t address : sledFunctions(image, *map, bytes)) {
    auto after =
        std::upper_bound(symbols.begin(), symbols.end(), address,
                         [](uint64_t value, const symbols::ElfFile::Symbol& symbol) { return value < symbol.address; });
    bool known = after != symbols.begin() && address - (after - 1)->address < std::max<uint64_t>(1, (after - 1)->size);
    std::string_view name = known ? functions.nameOf(*(after - 1)) : std::string_view{};
    if (name.size() > left) {
      problem = "functions whose names take more than the whole file; further ones have none";
      name = {};
    }
    left -= name.size();
    out.push_back({address, std::string(name)});
  }
  return out;
}

// Both are of one type; a program names its loader, or says that it is one.
bool isLibrary(const ByteSource& source) {
  constexpr uint64_t kFlags1 = 0x6ffffffb, kProgram = 0x08000000;
  symbols::ElfFile image(source);
  if (!image.open() || !image.shared() || image.find(".interp") != nullptr) return false;
  const symbols::ElfFile::Section* dynamic = image.find(".dynamic");
  if (dynamic == nullptr) return false;
  const std::vector<std::byte> bytes = image.contents(*dynamic);
  const size_t entry = image.is64() ? 16 : 8;
  for (size_t at = 0; bytes.size() - at >= entry; at += entry) {
    Cursor cursor(Bytes(bytes).subspan(at, entry), image.endian());
    if (image.word(cursor) == kFlags1) return (image.word(cursor) & kProgram) == 0;
  }
  return true;
}

}  // namespace tp::xray
