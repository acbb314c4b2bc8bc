// Parses and writes the parts of a link's text. The input is untrusted.
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

namespace tp {

// Identifies a track by its key instead of its id, which depends on the order in which workers find tracks.
struct LinkTrack {
  TrackKind kind = TrackKind::Group;
  int64_t pid = -1, tid = -1;
  int32_t cpu = -1;
  uint32_t label = 0;  // labelHash() of the key's label
  uint32_t trace = 0;  // number of the trace if several are joined, else 0

  bool isOf(const TrackKey& key) const;
  bool operator==(const LinkTrack&) const = default;
};

using LinkSpan = std::pair<Time, Time>;

// FNV-1a hash; 0 only for an empty label.
uint32_t labelHash(std::string_view label);
LinkTrack linkTrack(const TrackKey& key);

// Returns false unless all of `text` is a number in `base`; `value` may have changed then.
template <typename Number>
bool readNumber(std::string_view text, Number& value, int base = 10) {
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  return error == std::errc() && end == text.data() + text.size();
}

// Splits `text` at each `between`; an empty text has one empty part.
std::vector<std::string_view> linkParts(std::string_view text, char between);
// Percent-encodes all but letters, digits and "-_.~"; unescaped() reverses it and keeps invalid sequences.
std::string escaped(std::string_view text);
std::string unescaped(std::string_view text);
// Returns whether the text can stand in an input field: UTF-8 of code points up to U+FFFF without control characters.
bool isText(std::string_view text);

// Times of a link are less than this either way: sums of such times can't overflow. In clock units.
inline constexpr Time kFarthest = Time{1} << 60;
// Returns false unless the text is such a time.
bool readTime(std::string_view text, Time& value);
// A span as "begin,end". Returns nullopt if the text is malformed or the span is empty.
std::optional<LinkSpan> readSpan(std::string_view text);
std::string spanText(const LinkSpan& span);
// A track as five fields: kind, followed by "@" and the number of the trace if there are several; pid, tid, CPU, and
// the hash of its label in hexadecimal. Fields without a value are empty. `fields` points to five of them; readTrack()
// returns false if one is malformed.
bool readTrack(const std::string_view* fields, LinkTrack& track);
std::string trackText(const LinkTrack& track);

}  // namespace tp
