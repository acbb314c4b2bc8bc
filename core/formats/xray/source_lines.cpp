#include "core/formats/xray/source_lines.h"

#include <algorithm>

namespace tp::xray {

SourceLines::SourceLines(std::shared_ptr<ByteSource> program, const std::vector<uint64_t>& functions)
    : program_(std::move(program)), functions_(functions) {
  std::sort(functions_.begin(), functions_.end());
  functions_.erase(std::unique(functions_.begin(), functions_.end()), functions_.end());
}

const SourceLines::Place& SourceLines::of(uint64_t function) {
  if (!dwarf_) open();
  auto known = places_.find(function);
  if (known != places_.end()) return known->second;
  std::string problem = search(function);
  if (problem.empty()) problem = dwarf_->problem();
  // Also kept if nothing was found, so that it is not searched for again.
  return places_.try_emplace(function, Place{problem.empty() ? problem : "not read: " + problem, nullptr})
      .first->second;
}

void SourceLines::open() {
  dwarf_ = std::make_unique<DwarfFile>(program_);
  ranges_ = dwarf_->ranges();
}

// If ranges overlap, the one that begins closest before the function is tried first. Returns what prevented the search,
// or empty.
std::string SourceLines::search(uint64_t function) {
  constexpr int kMaxTried = 16;
  std::string problem;
  auto after = std::upper_bound(ranges_.begin(), ranges_.end(), function,
                                [](uint64_t address, const DwarfFile::Range& range) { return address < range.begin; });
  for (int tried = 0; tried < kMaxTried && after != ranges_.begin(); ++tried) {
    const DwarfFile::Range& range = *--after;
    if (function >= range.end) continue;
    auto [unit, unread] = unitsRead_.try_emplace(range.unit);
    if (unread) read(range.unit, unit->second);
    if (places_.count(function) > 0) return {};
    if (problem.empty()) problem = unit->second;
  }
  return problem;
}

void SourceLines::read(uint64_t unit, std::string& problem) {
  std::string folder;
  std::vector<DwarfFile::Line> lines = dwarf_->lines(unit, functions_, problem, folder);
  const auto shared = folder.empty() ? nullptr : std::make_shared<const std::string>(std::move(folder));
  for (DwarfFile::Line& line : lines) places_.try_emplace(line.address, Place{std::move(line.place), shared});
}

}  // namespace tp::xray
