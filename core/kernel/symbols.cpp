#include "core/kernel/symbols.h"

#include <algorithm>
#include <charconv>

#include "core/io/cursor.h"

namespace tp::kernel {

void KernelSymbols::load() {
  loaded_ = true;
  LineCursor lines(text_);
  for (std::string_view line; lines.next(line);) {
    // "ffffffff81000000 T name\t[module]"
    size_t space = line.find(' ');
    if (space == std::string_view::npos || line.size() < space + 4) continue;
    uint64_t address = 0;
    std::from_chars(line.data(), line.data() + space, address, 16);
    char type = line[space + 1];
    std::string_view name = line.substr(space + 3);
    name = name.substr(0, name.find_first_of("\t "));
    if (type == 'A' || type == 'a' || name.empty() || name[0] == '$') continue;
    symbols_.push_back({address, name});
  }
  std::stable_sort(symbols_.begin(), symbols_.end(),
                   [](const Symbol& a, const Symbol& b) { return a.address < b.address; });
}

KernelSymbols::Found KernelSymbols::find(uint64_t address) {
  if (!loaded_) load();
  auto after = std::upper_bound(symbols_.begin(), symbols_.end(), address,
                                [](uint64_t value, const Symbol& symbol) { return value < symbol.address; });
  // Where the last symbol ends is not known: only its own address is its.
  if (after == symbols_.begin() || (after == symbols_.end() && (after - 1)->address != address)) return {};
  return {(after - 1)->name, address - (after - 1)->address};
}

std::unordered_map<uint64_t, std::string> parsePrintk(std::string_view text) {
  std::unordered_map<uint64_t, std::string> formats;
  LineCursor lines(text);
  for (std::string_view line; lines.next(line);) {
    size_t colon = line.find(" : ");
    if (line.rfind("0x", 0) != 0 || colon == std::string_view::npos) continue;
    uint64_t address = 0;
    std::from_chars(line.data() + 2, line.data() + colon, address, 16);
    std::string_view quoted = line.substr(colon + 3);
    if (quoted.size() >= 2 && quoted.front() == '"' && quoted.back() == '"')
      quoted = quoted.substr(1, quoted.size() - 2);
    std::string plain;
    for (size_t i = 0; i < quoted.size(); ++i) {
      bool escape = quoted[i] == '\\' && i + 1 < quoted.size();
      if (escape) ++i;
      plain += escape && quoted[i] == 'n' ? '\n' : escape && quoted[i] == 't' ? '\t' : quoted[i];
    }
    formats[address] = plain;
  }
  return formats;
}

}  // namespace tp::kernel
