// The pieces of a link's text. What is read is what anybody may have written.
#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text/number_text.h"
#include "core/trace/trace_info.h"
#include "core/trace/tracks.h"

namespace tp::ui {

// A track by what it is, not by its number, which depends on the order in which workers find tracks.
struct LinkTrack {
  TrackKind kind = TrackKind::Group;
  int64_t pid = -1, tid = -1;
  int32_t cpu = -1;
  uint32_t label = 0;  // labelHash()
  uint32_t trace = 0;  // of several

  bool isOf(const TrackKey& key) const;
  bool operator==(const LinkTrack&) const = default;
};

using LinkSpan = std::pair<Time, Time>;

// 0 for an empty one only.
uint32_t labelHash(std::string_view label);
LinkTrack linkTrack(const TrackKey& key);

// All of it; false for anything else.
template <typename Number>
bool readNumber(std::string_view text, Number& value, int base = 10) {
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  return error == std::errc() && end == text.data() + text.size();
}

std::vector<std::string_view> linkParts(std::string_view text, char between);
std::string escaped(std::string_view text);
std::string unescaped(std::string_view text);
// Whether it is what a field of text has room for.
bool isText(std::string_view text);

// Times are far from where sums of them would overflow.
bool readTime(std::string_view text, Time& value);
std::optional<LinkSpan> readSpan(std::string_view text);
std::string spanText(const LinkSpan& span);
// Kind, and @ and which of several traces; process, thread, CPU, label; what there is none of stays empty. `fields` are
// five.
bool readTrack(const std::string_view* fields, LinkTrack& track);
std::string trackText(const LinkTrack& track);

}  // namespace tp::ui
