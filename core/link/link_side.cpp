#include "core/link/link_side.h"

#include "core/link/link_limits.h"

namespace tp {

std::string namesText(const LinkNames& names) {
  std::string text;
  auto add = [&](const std::string& part) { text += (text.empty() ? "" : ";") + part; };
  for (size_t i = 0; i < names.same.size() && i < kMaxLinked; ++i)
    add(hexText(names.same[i].first) + "," + hexText(names.same[i].second));
  for (size_t i = 0; i < names.apart.size() && i < kMaxLinked; ++i) add(hexText(names.apart[i]));
  return text;
}

LinkNames readNames(std::string_view text) {
  LinkNames names;
  for (const std::string_view part : linkParts(text, ';')) {
    const std::vector<std::string_view> fields = linkParts(part, ',');
    uint32_t first = 0, second = 0;
    if (fields.size() > 2 || !readNumber(fields[0], first, 16)) continue;
    if (fields.size() == 1) {
      if (names.apart.size() < kMaxLinked) names.apart.push_back(first);
    } else if (readNumber(fields[1], second, 16) && names.same.size() < kMaxLinked) {
      names.same.emplace_back(first, second);
    }
  }
  return names;
}

std::string sideText(const LinkSide& side) {
  std::string text = side.trace != 0 ? std::to_string(side.trace) : std::string();
  for (size_t i = 0; i < side.others.size() && i < kMaxLinked; ++i) text += "." + std::to_string(side.others[i]);
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
  const std::vector<std::string_view> traces = linkParts(fields[0], '.');
  if (!traces[0].empty() && !readNumber(traces[0], side.trace)) return std::nullopt;
  for (size_t i = 1; i < traces.size(); ++i) {
    uint32_t other = 0;
    if (side.trace == 0 || !readNumber(traces[i], other) || other == 0) return std::nullopt;
    if (side.others.size() < kMaxLinked) side.others.push_back(other);
  }
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

std::string shiftsText(const LinkShifts& shifts) {
  if (shifts.traces.empty()) return {};
  std::string text = hexText(shifts.of);
  for (size_t i = 0; i < shifts.traces.size() && i < kMaxLinked; ++i)
    text += ";" + std::to_string(shifts.traces[i].first) + "," + std::to_string(shifts.traces[i].second);
  return text;
}

LinkShifts readShifts(std::string_view text) {
  const std::vector<std::string_view> parts = linkParts(text, ';');
  LinkShifts shifts;
  if (!readNumber(parts.front(), shifts.of, 16)) return {};
  for (size_t i = 1; i < parts.size() && shifts.traces.size() < kMaxLinked; ++i) {
    const std::vector<std::string_view> fields = linkParts(parts[i], ',');
    std::pair<uint32_t, Time> one;
    if (fields.size() != 2 || !readNumber(fields[0], one.first) || !readNumber(fields[1], one.second)) continue;
    if (one.second == clampTime(one.second)) shifts.traces.push_back(one);
  }
  return shifts;
}

std::string stretchesText(const LinkStretches& stretches) {
  if (stretches.traces.empty()) return {};
  std::string text = hexText(stretches.of);
  for (size_t i = 0; i < stretches.traces.size() && i < kMaxLinked; ++i) {
    const Stretch& one = stretches.traces[i];
    text += ";" + std::to_string(one.trace);
    for (const Time time : {one.own.begin, one.own.end, one.over.begin, one.over.end})
      text += "," + std::to_string(time);
  }
  return text;
}

LinkStretches readStretches(std::string_view text) {
  const std::vector<std::string_view> parts = linkParts(text, ';');
  LinkStretches stretches;
  if (!readNumber(parts.front(), stretches.of, 16)) return {};
  for (size_t i = 1; i < parts.size() && stretches.traces.size() < kMaxLinked; ++i) {
    const std::vector<std::string_view> fields = linkParts(parts[i], ',');
    Stretch one;
    if (fields.size() == 5 && readNumber(fields[0], one.trace) && readTime(fields[1], one.own.begin) &&
        readTime(fields[2], one.own.end) && readTime(fields[3], one.over.begin) && readTime(fields[4], one.over.end) &&
        isStretch(one))
      stretches.traces.push_back(one);
  }
  return stretches;
}

}  // namespace tp
