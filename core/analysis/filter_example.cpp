#include "core/analysis/filter_example.h"

#include <algorithm>

namespace tp {

std::string filterExample(const EventRow& row) {
  constexpr size_t kLongest = 48;
  if (row.kind == "lost" || row.name.empty() || row.name.size() > kLongest) return {};
  auto isPlain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == ':' ||
           c == '.';
  };
  const bool plain = std::all_of(row.name.begin(), row.name.end(), isPlain);
  if (!plain && row.name.find_first_of("\"\\") != std::string_view::npos) return {};
  std::string out;
  if (row.present & EventRow::kTid) {
    out = "tid == " + std::to_string(row.tid);
  } else if (row.present & EventRow::kCpu) {
    out = "cpu == " + std::to_string(row.cpu);
  } else {
    return {};
  }
  out += " && name == ";
  out += plain ? std::string(row.name) : '"' + std::string(row.name) + '"';
  return out;
}

}  // namespace tp
