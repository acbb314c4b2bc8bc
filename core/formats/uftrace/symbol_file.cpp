#include "core/formats/uftrace/symbol_file.h"

#include <algorithm>

#include "core/io/cursor.h"

namespace tp::uftrace {
namespace {

bool hex(std::string_view text, uint64_t& value) {
  return wholeNumber(text, 16, value);
}

constexpr std::string_view kTypes = "?TtwPKDdvuWV";

// Returns whether the line only marks the end of the symbol before it.
bool onlyBounds(char type, std::string_view name) {
  return type == '?' || name == "__sym_end" || name == "__dynsym_end" || name == "__func_end";
}

}  // namespace

const Symbol* SymbolFile::find(uint64_t relative) const {
  auto after = std::upper_bound(symbols.begin(), symbols.end(), relative,
                                [](uint64_t address, const Symbol& symbol) { return address < symbol.address; });
  if (after == symbols.begin()) return nullptr;
  const Symbol& symbol = *(after - 1);
  if (relative - symbol.address >= std::max<uint64_t>(1, symbol.size) || symbol.nameLength == 0) return nullptr;
  return &symbol;
}

SymbolFile parseSymbols(std::string text, const TextLog& log) {
  SymbolFile file;
  file.text = std::move(text);
  std::string_view all = file.text;
  TextLines lines(all, log);
  uint64_t count = 0, counted = 0;
  for (std::string_view line; lines.next(line);) {
    if (line.rfind("# path name: ", 0) == 0) file.path = line.substr(13);
    if (line.rfind("# build-id: ", 0) == 0) file.buildId = line.substr(12);
    if (line.rfind("# symbols: ", 0) == 0 && !wholeNumber(line.substr(11), 10, count)) lines.warn("a number");
    if (!line.empty() && line[0] == '#') continue;
    Symbol symbol;
    if (line.size() < 20 || line[16] != ' ' || !hex(line.substr(0, 16), symbol.address)) {
      lines.warn("a symbol");
      continue;
    }
    size_t at = 17;
    // The size always has eight digits, the type one letter.
    if (line.size() > 28 && line[25] == ' ' && hex(line.substr(17, 8), symbol.size)) at = 26;
    char type = line[at];
    if (kTypes.find(type) == std::string_view::npos || line.size() < at + 3 || line[at + 1] != ' ') {
      lines.warn("a symbol");
      continue;
    }
    if (!file.symbols.empty() && symbol.address < file.symbols.back().address)
      lines.warn("symbols by their addresses", "one before the last");
    ++counted;
    std::string_view name = line.substr(at + 2);
    name = name.substr(0, name.find('\t'));
    symbol.nameAt = static_cast<uint32_t>(name.data() - all.data());
    symbol.nameLength = onlyBounds(type, name) ? 0 : static_cast<uint32_t>(name.size());
    symbol.linked = type == 'P';
    file.symbols.push_back(symbol);
  }
  // Older recorders did not count the lines that only mark an end.
  if (counted < count)
    lines.warnFile(std::to_string(count) + " symbols, as its first line says", std::to_string(counted));
  std::stable_sort(file.symbols.begin(), file.symbols.end(),
                   [](const Symbol& a, const Symbol& b) { return a.address < b.address; });
  // Of several symbols at one address, the first counts.
  auto same = [](const Symbol& a, const Symbol& b) { return a.address == b.address; };
  file.symbols.erase(std::unique(file.symbols.begin(), file.symbols.end(), same), file.symbols.end());
  for (size_t i = 0; i < file.symbols.size(); ++i) {
    Symbol& symbol = file.symbols[i];
    if (symbol.size != 0) continue;
    // A symbol without a size extends to the next one; the last one gets 4096 bytes.
    symbol.size = i + 1 < file.symbols.size() ? file.symbols[i + 1].address - symbol.address : 0x1000;
  }
  return file;
}

DebugFile parseDebug(std::string_view text, const TextLog& log) {
  DebugFile file;
  TextLines lines(text, log);
  DebugFile::Function* current = nullptr;
  for (std::string_view line; lines.next(line);) {
    if (!line.empty() && line[0] == '#') continue;
    if (line.size() < 4 || line[1] != ':' || line[2] != ' ') {
      lines.warn("what is known of a function");
      continue;
    }
    std::string_view rest = line.substr(3);
    uint64_t address = 0;
    switch (line[0]) {
      case 'F':
        current = hex(rest.substr(0, rest.find(' ')), address) ? &file.functions[address] : nullptr;
        if (current == nullptr) lines.warn("the address of a function");
        break;
      case 'A':
        if (rest[0] != '@') lines.warn("arguments");
        if (current != nullptr && rest[0] == '@') current->arguments = rest.substr(1);
        break;
      case 'R':
        if (rest[0] != '@') lines.warn("a result");
        if (current != nullptr && rest[0] == '@') current->result = rest.substr(1);
        break;
      case 'L':
        // The rest is "12 file.c".
        if (size_t space = rest.find(' '); current != nullptr && space != std::string_view::npos)
          current->source = std::string(rest.substr(space + 1)) + ":" + std::string(rest.substr(0, space));
        break;
      case 'E':
        file.enums.emplace_back(rest);
        break;
      default:
        lines.warn("what is known of a function");
    }
  }
  return file;
}

}  // namespace tp::uftrace
