#include "ui/view_link.h"

#include <algorithm>
#include <charconv>
#include <vector>

namespace tp::ui {
namespace {

constexpr size_t kLongest = 4096;       // bytes of a fragment
constexpr size_t kLongestSearch = 256;  // bytes
// Far from where sums of times would overflow.
constexpr Time kFarthest = Time{1} << 60;

// By TrackKind.
constexpr std::string_view kKinds[] = {"group", "process", "thread", "state", "cpu", "counter", "events", "async"};

bool plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
         c == '.' || c == '~';
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

template <typename Number>
bool number(std::string_view text, Number& value, int base = 10) {
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  return error == std::errc() && end == text.data() + text.size();
}

std::string unescaped(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    uint8_t byte = 0;
    if (text[i] == '%' && i + 2 < text.size() && number(text.substr(i + 1, 2), byte, 16)) {
      out += static_cast<char>(byte);
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

// A field of text has no room for what is not text.
bool isText(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    auto first = static_cast<unsigned char>(text[i]);
    size_t more = first < 0x80 ? 0 : first >= 0xc2 && first < 0xe0 ? 1 : first >= 0xe0 && first < 0xf0 ? 2 : 9;
    if (first < 32 || first == 127 || more == 9 || i + more >= text.size()) return false;
    for (size_t k = 1; k <= more; ++k)
      if ((static_cast<unsigned char>(text[i + k]) & 0xc0) != 0x80) return false;
    i += more + 1;
  }
  return true;
}

std::vector<std::string_view> parts(std::string_view text, char between) {
  std::vector<std::string_view> list;
  for (size_t at = 0; at <= text.size();) {
    size_t end = std::min(text.find(between, at), text.size());
    list.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return list;
}

bool time(std::string_view text, Time& value) {
  return number(text, value) && value > -kFarthest && value < kFarthest;
}

std::optional<std::pair<Time, Time>> readSpan(std::string_view text) {
  std::vector<std::string_view> ends = parts(text, ',');
  std::pair<Time, Time> span;
  if (ends.size() != 2 || !time(ends[0], span.first) || !time(ends[1], span.second)) return std::nullopt;
  if (span.first >= span.second) return std::nullopt;
  return span;
}

std::string spanText(const std::pair<Time, Time>& span) {
  return std::to_string(span.first) + "," + std::to_string(span.second);
}

// Kind, process, thread, CPU, label, depth, time, and which of several traces; what there is none of stays empty.
std::optional<LinkPlace> readPlace(std::string_view text) {
  std::vector<std::string_view> fields = parts(text, ',');
  LinkPlace place;
  if (fields.size() != 7 && fields.size() != 8) return std::nullopt;
  size_t kind = 0;
  while (kind < std::size(kKinds) && kKinds[kind] != fields[0]) ++kind;
  if (kind == std::size(kKinds)) return std::nullopt;
  place.kind = static_cast<TrackKind>(kind);
  auto maybe = [](std::string_view field, auto& value, int base = 10) {
    return field.empty() || number(field, value, base);
  };
  if (!maybe(fields[1], place.pid) || !maybe(fields[2], place.tid) || !maybe(fields[3], place.cpu) ||
      !maybe(fields[4], place.label, 16) || !number(fields[5], place.depth) || !time(fields[6], place.time) ||
      (fields.size() == 8 && !number(fields[7], place.trace)))
    return std::nullopt;
  return place;
}

std::string placeText(const LinkPlace& place) {
  auto maybe = [](int64_t value) { return value < 0 ? std::string() : std::to_string(value); };
  std::string text(kKinds[static_cast<size_t>(place.kind)]);
  text += "," + maybe(place.pid) + "," + maybe(place.tid) + "," + maybe(place.cpu) + ",";
  char label[16];
  if (place.label != 0) text.append(label, std::to_chars(label, label + sizeof label, place.label, 16).ptr);
  text += "," + std::to_string(place.depth) + "," + std::to_string(place.time);
  return place.trace == 0 ? text : text + "," + std::to_string(place.trace);
}

}  // namespace

uint32_t labelHash(std::string_view label) {
  if (label.empty()) return 0;
  uint32_t hash = 2166136261u;
  for (char c : label) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  return hash == 0 ? 1 : hash;
}

LinkPlace LinkPlace::of(const TrackKey& key, uint16_t depth, Time time) {
  return {key.kind, key.pid, key.tid, key.cpu, labelHash(key.label), depth, time, key.trace};
}

bool LinkPlace::isOf(const TrackKey& key) const {
  return kind == key.kind && pid == key.pid && tid == key.tid && cpu == key.cpu && label == labelHash(key.label) &&
         trace == key.trace;
}

std::string writeViewLink(const ViewLink& link) {
  std::string text;
  auto add = [&text](std::string_view key, const std::string& value) {
    text += (text.empty() ? "" : "&") + std::string(key) + "=" + value;
  };
  if (link.visible) add("view", spanText(*link.visible));
  if (link.range) add("range", spanText(*link.range));
  if (link.selection) add("at", placeText(*link.selection));
  if (!link.tab.empty()) add("tab", escaped(link.tab));
  if (!link.search.empty()) add("find", escaped(link.search.substr(0, kLongestSearch)));
  return text;
}

ViewLink readViewLink(std::string_view text) {
  ViewLink link;
  if (!text.empty() && text.front() == '#') text.remove_prefix(1);
  for (std::string_view part : parts(text.substr(0, kLongest), '&')) {
    size_t split = part.find('=');
    if (split == std::string_view::npos) continue;
    std::string_view key = part.substr(0, split);
    std::string value = unescaped(part.substr(split + 1));
    if (!isText(value)) continue;
    if (key == "view") link.visible = readSpan(value);
    if (key == "range") link.range = readSpan(value);
    if (key == "at") link.selection = readPlace(value);
    if (key == "tab" && value.size() <= 32) link.tab = value;
    if (key == "find" && value.size() <= kLongestSearch) link.search = value;
  }
  return link;
}

}  // namespace tp::ui
