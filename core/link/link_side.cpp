#include "core/link/link_side.h"

#include "core/link/link_limits.h"

namespace tp {

std::string sideText(const LinkSide& side) {
  std::string text = side.trace != 0 ? std::to_string(side.trace) : std::string();
  text += '~';
  if (side.range) text += spanText(*side.range);
  text += '~';
  for (size_t i = 0; i < side.on.size() && i < kMaxLinked; ++i) text += (i > 0 ? ";" : "") + trackText(side.on[i]);
  return text;
}

std::optional<LinkSide> readSide(std::string_view text) {
  const std::vector<std::string_view> fields = linkParts(text, '~');
  LinkSide side;
  if (fields.size() != 3) return std::nullopt;
  if (!fields[0].empty() && !readNumber(fields[0], side.trace)) return std::nullopt;
  if (!fields[1].empty() && !(side.range = readSpan(fields[1]))) return std::nullopt;
  if (fields[2].empty()) return side;
  for (const std::string_view part : linkParts(fields[2], ';')) {
    const std::vector<std::string_view> parts = linkParts(part, ',');
    LinkTrack track;
    if (parts.size() != 5 || !readTrack(parts.data(), track)) return std::nullopt;
    if (side.on.size() < kMaxLinked) side.on.push_back(track);
  }
  return side;
}

}  // namespace tp
