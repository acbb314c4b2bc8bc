#include "core/kernel/last_boot.h"

#include <algorithm>
#include <charconv>

#include "core/io/cursor.h"

namespace tp::kernel {
namespace {

// Returns the next word of a line, and takes it off.
std::string_view nextWord(std::string_view& line) {
  constexpr std::string_view kBetween = " \t";
  line.remove_prefix(std::min(line.find_first_not_of(kBetween), line.size()));
  const std::string_view word = line.substr(0, line.find_first_of(kBetween));
  line.remove_prefix(word.size());
  return word;
}

template <class T>
std::optional<T> number(std::string_view word, int base) {
  T out = 0;
  if (base == 16 && word.starts_with("0x")) word.remove_prefix(2);
  const char* end = word.data() + word.size();
  const auto [stopped, problem] = std::from_chars(word.data(), end, out, base);
  if (word.empty() || problem != std::errc() || stopped != end) return std::nullopt;
  return out;
}

}  // namespace

Modules::Modules(std::vector<Module> modules) : modules_(std::move(modules)) {
  modules_.erase(
      std::remove_if(modules_.begin(), modules_.end(), [](const Module& module) { return module.address == 0; }),
      modules_.end());
  std::stable_sort(modules_.begin(), modules_.end(),
                   [](const Module& a, const Module& b) { return a.address < b.address; });
}

const Module* Modules::at(uint64_t address) const {
  auto after = std::upper_bound(modules_.begin(), modules_.end(), address,
                                [](uint64_t value, const Module& module) { return value < module.address; });
  if (after == modules_.begin()) return nullptr;
  const Module& module = *(after - 1);
  return module.size == 0 || address - module.address < module.size ? &module : nullptr;
}

const Module* Modules::named(std::string_view name) const {
  for (const Module& module : modules_)
    if (module.name == name) return &module;
  return nullptr;
}

Modules parseModules(std::string_view text) {
  std::vector<Module> out;
  LineCursor lines(text);
  for (std::string_view line; lines.next(line);) {
    Module module;
    module.name = nextWord(line);
    const auto size = number<uint64_t>(nextWord(line), 10);
    for (int i = 0; i < 3; ++i) nextWord(line);
    const auto address = number<uint64_t>(nextWord(line), 16);
    if (!size || !address || *size == 0) continue;
    module.size = *size;
    module.address = *address;
    out.push_back(std::move(module));
  }
  return Modules(std::move(out));
}

LastBoot parseLastBoot(std::string_view text) {
  LastBoot out;
  std::vector<Module> modules;
  LineCursor lines(text);
  for (std::string_view line; lines.next(line);) {
    constexpr std::string_view kDelta = "text delta:";
    if (line.starts_with("# Current")) out.current = true;
    if (line.starts_with(kDelta)) {
      line.remove_prefix(kDelta.size());
      out.delta = number<int64_t>(nextWord(line), 10);
      continue;
    }
    const auto address = number<uint64_t>(nextWord(line), 16);
    const std::string_view name = nextWord(line);
    if (!address || name.empty()) continue;
    if (name == "[kernel]") {
      out.text = address;
    } else {
      modules.push_back({std::string(name), *address, 0});
    }
  }
  out.modules = Modules(std::move(modules));
  return out;
}

}  // namespace tp::kernel
