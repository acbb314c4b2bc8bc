// A side of a comparison in a link, what was said about names, and how the traces lie on the axis.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/joint/stretch.h"
#include "core/link/link_text.h"

namespace tp {

struct LinkSide {
  uint32_t trace = 0;             // number of the only one that counts, if several are joined; 0: all
  std::vector<uint32_t> others;   // numbers of further recordings, if it is the mean of several
  std::optional<LinkSpan> range;  // times as those of ViewLink; nullopt: all of its time
  std::vector<LinkTrack> on;      // empty: all tracks

  bool operator==(const LinkSide&) const = default;
};

// labelHash() of names of functions: which are the same in A and B, and of which nothing is guessed.
struct LinkNames {
  std::vector<std::pair<uint32_t, uint32_t>> same;
  std::vector<uint32_t> apart;

  bool operator==(const LinkNames&) const = default;
};

// Pairs and single names, of each of which kMaxLinked are kept: "1f,2e;5a". Empty if there is none.
std::string namesText(const LinkNames& names);
// Leaves out what is malformed. The input is untrusted.
LinkNames readNames(std::string_view text);

// The numbers, separated by ".", the range and the tracks, separated by "~". Of the others and of the tracks,
// kMaxLinked are kept.
std::string sideText(const LinkSide& side);
// Returns nullopt if the text is malformed. The input is untrusted.
std::optional<LinkSide> readSide(std::string_view text);

// By how much joined traces were shifted by hand, as JoinOptions::shifts.
struct LinkShifts {
  uint32_t of = 0;                                // recordsMark() of the traces
  std::vector<std::pair<uint32_t, Time>> traces;  // number and shift, in units of the axis; empty: none is shifted

  bool operator==(const LinkShifts&) const = default;
};

// The mark, and a number with a shift for each trace, separated by ";". kMaxLinked are kept. Empty if none is shifted.
std::string shiftsText(const LinkShifts& shifts);
// Leaves out what is malformed. The input is untrusted.
LinkShifts readShifts(std::string_view text);

// How joined traces are stretched.
struct LinkStretches {
  uint32_t of = 0;              // recordsMark() of the traces
  std::vector<Stretch> traces;  // with times as those of ViewLink; empty: none is stretched

  bool operator==(const LinkStretches&) const = default;
};

// The mark, and for each trace its number and the ends of both ranges, separated by ";". kMaxLinked are kept. Empty if
// none is stretched.
std::string stretchesText(const LinkStretches& stretches);
// Leaves out what is malformed, or no stretch. The input is untrusted.
LinkStretches readStretches(std::string_view text);

}  // namespace tp
