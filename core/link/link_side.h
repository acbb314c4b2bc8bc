// A side of a comparison in a link.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/link/link_text.h"

namespace tp {

struct LinkSide {
  uint32_t trace = 0;             // number of the only one that counts, if several are joined; 0: all
  std::vector<uint32_t> others;   // numbers of further recordings, if it is the mean of several
  std::optional<LinkSpan> range;  // times as those of ViewLink; nullopt: all of its time
  std::vector<LinkTrack> on;      // empty: all tracks

  bool operator==(const LinkSide&) const = default;
};

// The numbers, separated by ".", the range and the tracks, separated by "~". Of the others and of the tracks,
// kMaxLinked are kept.
std::string sideText(const LinkSide& side);
// Returns nullopt if the text is malformed. The input is untrusted.
std::optional<LinkSide> readSide(std::string_view text);

}  // namespace tp
