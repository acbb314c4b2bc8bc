#include "core/link/link_text.h"

#include <algorithm>
#include <iterator>

#include "core/text/visible_text.h"

namespace tp {
namespace {

// By TrackKind.
constexpr std::string_view kKinds[] = {"group", "process", "thread", "state", "cpu", "counter", "events", "async"};

bool plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
         c == '.' || c == '~';
}

}  // namespace

uint32_t labelHash(std::string_view label) {
  if (label.empty()) return 0;
  uint32_t hash = 2166136261u;
  for (char c : label) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  return hash == 0 ? 1 : hash;
}

LinkTrack linkTrack(const TrackKey& key) {
  return {key.kind, key.pid, key.tid, key.cpu, labelHash(key.label), key.trace};
}

bool LinkTrack::isOf(const TrackKey& key) const {
  return kind == key.kind && pid == key.pid && tid == key.tid && cpu == key.cpu && label == labelHash(key.label) &&
         trace == key.trace;
}

std::vector<std::string_view> linkParts(std::string_view text, char between) {
  std::vector<std::string_view> list;
  for (size_t at = 0; at <= text.size();) {
    size_t end = std::min(text.find(between, at), text.size());
    list.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return list;
}

std::string escaped(std::string_view text) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string out;
  for (char c : text) {
    if (plain(c)) {
      out += c;
    } else {
      auto byte = static_cast<unsigned char>(c);
      out += {'%', kDigits[byte >> 4], kDigits[byte & 15]};
    }
  }
  return out;
}

std::string unescaped(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    uint8_t byte = 0;
    if (text[i] == '%' && i + 2 < text.size() && readNumber(text.substr(i + 1, 2), byte, 16)) {
      out += static_cast<char>(byte);
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

bool isText(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    const auto first = static_cast<unsigned char>(text[i]);
    size_t bad = 0;
    const size_t length = first < 0x80 ? 1 : utf8Length(text, i, bad);
    if (first < 32 || first == 127 || length == 0) return false;
    i += length;
  }
  return true;
}

bool readTime(std::string_view text, Time& value) {
  return readNumber(text, value) && value > -kFarthest && value < kFarthest;
}

std::optional<LinkSpan> readSpan(std::string_view text) {
  std::vector<std::string_view> ends = linkParts(text, ',');
  LinkSpan span;
  if (ends.size() != 2 || !readTime(ends[0], span.first) || !readTime(ends[1], span.second)) return std::nullopt;
  if (span.first >= span.second) return std::nullopt;
  return span;
}

std::string spanText(const LinkSpan& span) {
  return std::to_string(span.first) + "," + std::to_string(span.second);
}

bool readTrack(const std::string_view* fields, LinkTrack& track) {
  std::string_view name = fields[0].substr(0, fields[0].find('@'));
  if (name.size() < fields[0].size() && !readNumber(fields[0].substr(name.size() + 1), track.trace)) return false;
  size_t kind = 0;
  while (kind < std::size(kKinds) && kKinds[kind] != name) ++kind;
  if (kind == std::size(kKinds)) return false;
  track.kind = static_cast<TrackKind>(kind);
  auto maybe = [](std::string_view field, auto& value, int base = 10) {
    return field.empty() || readNumber(field, value, base);
  };
  return maybe(fields[1], track.pid) && maybe(fields[2], track.tid) && maybe(fields[3], track.cpu) &&
         maybe(fields[4], track.label, 16);
}

std::string trackText(const LinkTrack& track) {
  auto maybe = [](int64_t value) { return value < 0 ? std::string() : std::to_string(value); };
  std::string trace = track.trace != 0 ? "@" + std::to_string(track.trace) : std::string();
  return std::string(kKinds[static_cast<size_t>(track.kind)]) + trace + "," + maybe(track.pid) + "," +
         maybe(track.tid) + "," + maybe(track.cpu) + "," + (track.label != 0 ? hexText(track.label) : std::string());
}

}  // namespace tp
