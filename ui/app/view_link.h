// A view as the fragment of a URL, so that it can be sent to somebody who has the same trace. Nothing of the trace is
// in it but numbers: times count from its beginning; labels of tracks, names of functions and the trace itself are
// hashes. What a person has typed is in it as it was typed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ui/base/link_text.h"

namespace tp::ui {

// A place on a track.
struct LinkPlace : LinkTrack {
  uint16_t depth = 0;
  Time time = 0;

  static LinkPlace of(const TrackKey& key, uint16_t depth, Time time);
};

// The flame graph's options, as letters.
struct LinkFlame {
  std::string letters;   // "s": self time, "c": calls; "i": inverted, "o": in order of time, "u": upwards, "t": by
                         // thread, "r": recursion collapsed
  uint32_t counter = 0;  // labelHash() of its label; 0: none
  uint32_t focus = 0;    // of the function's name; 0: none

  bool operator==(const LinkFlame&) const = default;
};

struct ViewLink {
  std::optional<LinkSpan> visible;  // none: all
  std::optional<LinkSpan> range;
  std::vector<LinkTrack> on;  // the tracks of the range; none: all
  std::optional<LinkPlace> selection;
  std::vector<LinkTrack> pinned, hidden;
  std::vector<Time> markers;
  std::vector<LinkSpan> spans;  // ranges that were kept
  std::string tab;              // as "tab" takes it; empty: the one that is open anyway
  std::string colour;           // as "colour-by" takes it; empty: by name
  LinkFlame flame;
  std::string search;
  std::string tracks;  // what tracks are filtered by
  std::string filter;  // what events are filtered by
  std::string rows;    // which events, as "events-span" takes it; empty: all
  uint32_t trace = 0;  // traceMark() of the trace that it is a view of; 0: not known
};

std::string writeViewLink(const ViewLink& link);
// Of what anybody may have written: whatever makes no sense is left out, as what is not known. A leading "#" is.
ViewLink readViewLink(std::string_view text);

}  // namespace tp::ui
