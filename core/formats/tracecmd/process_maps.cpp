#include "core/formats/tracecmd/process_maps.h"

#include <algorithm>
#include <charconv>

#include "core/io/cursor.h"

namespace tp::tracecmd {
namespace {

bool hexWord(std::string_view& rest, uint64_t& out) {
  size_t end = std::min(rest.find(' '), rest.size());
  bool ok = end > 0 && std::from_chars(rest.data(), rest.data() + end, out, 16).ec == std::errc();
  rest = rest.substr(std::min(end + 1, rest.size()));
  return ok;
}

}  // namespace

ProcessMaps::ProcessMaps(const std::vector<std::string>& options) {
  for (const std::string& text : options) {
    LineCursor lines(text);
    std::string_view line;
    uint64_t process = 0;
    if (!lines.next(line) || !hexWord(line, process)) continue;
    std::vector<Mapping>& mappings = processes_[static_cast<int64_t>(process)];
    while (lines.next(line)) {
      Mapping mapping;
      if (!hexWord(line, mapping.begin) || !hexWord(line, mapping.end)) continue;
      mapping.path = line.substr(0, line.find('\0'));
      mapping.fileBegin = mapping.begin;
      for (const Mapping& other : mappings)
        if (other.path == mapping.path) mapping.fileBegin = std::min(mapping.fileBegin, other.begin);
      mappings.push_back(std::move(mapping));
    }
  }
}

std::string ProcessMaps::find(int64_t process, uint64_t address) const {
  auto found = processes_.find(process);
  if (found == processes_.end()) return {};
  for (const Mapping& mapping : found->second) {
    if (address < mapping.begin || address >= mapping.end) continue;
    char offset[24];
    auto end = std::to_chars(offset, offset + sizeof offset, address - mapping.fileBegin, 16).ptr;
    return mapping.path.substr(mapping.path.rfind('/') + 1) + "+0x" + std::string(offset, end);
  }
  return {};
}

std::vector<int64_t> ProcessMaps::processes() const {
  std::vector<int64_t> all;
  for (const auto& [process, mappings] : processes_) all.push_back(process);
  return all;
}

}  // namespace tp::tracecmd
