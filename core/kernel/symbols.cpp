#include "core/kernel/symbols.h"

#include <algorithm>
#include <charconv>

#include "core/io/cursor.h"

namespace tp::kernel {

void KernelSymbols::load() {
  loaded_ = true;
  uint64_t last = 0;
  LineCursor lines(text_);
  for (std::string_view line; lines.next(line);) {
    // "ffffffff81000000 T name\t[module]"
    size_t space = line.find(' ');
    if (space == std::string_view::npos || line.size() < space + 4) continue;
    uint64_t address = 0;
    std::from_chars(line.data(), line.data() + space, address, 16);
    char type = line[space + 1];
    std::string_view name = line.substr(space + 3);
    const size_t end = name.find_first_of("\t ");
    const bool isModules = end != std::string_view::npos && name.find('[', end) != std::string_view::npos;
    name = name.substr(0, end);
    if (type == 'A' || type == 'a' || name.empty() || name[0] == '$') continue;
    symbols_.push_back({address, name});
    if (isModules) continue;
    if (name == "_text") imageBegin_ = address;
    last = std::max(last, address);
    if (name == "_end") imageEnd_ = address;
  }
  if (imageEnd_ == 0) imageEnd_ = last;
  std::stable_sort(symbols_.begin(), symbols_.end(),
                   [](const Symbol& a, const Symbol& b) { return a.address < b.address; });
}

std::optional<uint64_t> KernelSymbols::shift() {
  if (!boot_ || boot_->current) return 0;
  if (!loaded_) load();
  if (boot_->delta) return static_cast<uint64_t>(*boot_->delta);
  if (!boot_->text || imageBegin_ == 0) return std::nullopt;
  return imageBegin_ - *boot_->text;
}

// Makes an address of the records one of the symbols. Returns false if it has no name; `found` then has the module, if
// that is known.
bool KernelSymbols::toNow(uint64_t& address, Found& found) {
  if (!boot_ || boot_->current) return true;
  const std::optional<uint64_t> kernel = shift();
  if (kernel && address + *kernel >= imageBegin_ && address + *kernel <= imageEnd_) {
    address += *kernel;
    return true;
  }
  const Module* then = boot_->modules.at(address);
  const Module* now = then != nullptr ? modules_.named(then->name) : nullptr;
  // Only the module of now tells how large it is.
  if (now == nullptr || address - then->address >= now->size) return false;
  found.module = now->name;
  address = address - then->address + now->address;
  return true;
}

KernelSymbols::Found KernelSymbols::nearest(uint64_t address) const {
  auto after = std::upper_bound(symbols_.begin(), symbols_.end(), address,
                                [](uint64_t value, const Symbol& symbol) { return value < symbol.address; });
  // Where the last symbol ends is not known: only its own address is its.
  if (after == symbols_.begin() || (after == symbols_.end() && (after - 1)->address != address)) return {};
  return {(after - 1)->name, address - (after - 1)->address, {}};
}

KernelSymbols::Found KernelSymbols::find(uint64_t address) {
  if (!loaded_) load();
  Found out;
  if (!toNow(address, out)) return out;
  const Module* module = modules_.at(address);
  out = nearest(address);
  if (module == nullptr) return out;
  // A symbol below the module is none of the module's.
  if (address - module->address < out.offset) out = {};
  out.module = module->name;
  return out;
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
