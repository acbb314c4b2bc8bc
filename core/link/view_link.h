// A view as the fragment of a URL, to be sent to others who have the same trace. It reveals only numbers of the trace:
// times count from its beginning, unless the link says from when; labels of tracks, names of functions and the trace
// itself are hashes. What the user has typed is included as it is.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/link/duration_wish.h"
#include "core/link/link_side.h"
#include "core/link/link_text.h"
#include "core/link/plot_wish.h"
#include "core/link/query_wish.h"

namespace tp {

// A place on a track; `time` counts as those of ViewLink.
struct LinkPlace : LinkTrack {
  uint16_t depth = 0;
  Time time = 0;

  static LinkPlace of(const TrackKey& key, uint16_t depth, Time time);
};

// The options of the flame graph.
struct LinkFlame {
  // "s": self time, "c": calls, "i": inverted, "o": in order of time, "u": upwards, "t": by thread, "r": recursion
  // collapsed; and the letter of a StateWeight
  std::string letters;
  uint32_t counter = 0;  // labelHash() of the counter's label; 0: none
  uint32_t focus = 0;    // labelHash() of the function's name; 0: none

  bool operator==(const LinkFlame&) const = default;
};

// All times but `since` count from the beginning of the trace or, if it is there, from `since`.
struct ViewLink {
  // In units of the trace's clock. A cut of a trace begins later than the trace, so a link that comes with it says from
  // when its times count.
  std::optional<Time> since;
  std::optional<LinkSpan> visible;  // nullopt: all
  std::optional<LinkSpan> range;
  std::vector<LinkTrack> on;  // tracks of the range; empty: all
  std::optional<LinkPlace> selection;
  std::vector<LinkTrack> pinned, hidden;
  bool idle = false;  // the idle threads are not folded
  std::vector<Time> markers;
  std::vector<LinkSpan> spans;                      // kept ranges
  std::vector<std::string> markerNotes, spanNotes;  // theirs, without the empty ones at the end
  std::string tab;                                  // as "tab" takes it; empty: the one that is open anyway
  std::string colour;                               // as "colour-by" takes it; empty: by name
  std::string times;  // on the axis, as "times" takes it; empty: from the trace's beginning
  LinkFlame flame;
  std::string search;
  std::string tracks;  // filter of tracks
  std::string filter;  // filter of events
  // What the panel of slices lists, each empty as it is at first: filter, kind as "slices-kind" takes it, order as
  // "slices-sort" takes it, groups.
  std::string slices, sliceKind, sliceSort, sliceBy;
  // What is compared, A and B: nullopt as they are at first; and "functions", "threads" or
  // "stacks", empty as it is at first.
  std::array<std::optional<LinkSide>, 2> compared;
  std::string comparedBy;
  std::string difference;               // how stacks are drawn, as "difference" takes it; empty: as at first
  LinkShifts shifts;                    // of joined traces
  LinkStretches stretches;              // the same
  bool perSecond = false;               // figures of functions are for each second
  uint32_t slowestOf = 0;               // labelHash() of the function whose slowest calls are compared; 0: none
  uint32_t slowestShare = 0;            // as SlowestShare::share
  std::optional<uint8_t> slowestSide;   // of which side, 0 or 1, these are; nullopt: as without being said
  LinkNames comparedNames;              // what was said about names of functions
  std::string rows;                     // events that are listed, as "events-span" takes it; empty: all
  std::vector<QueryTrackWish> queries;  // tracks that queries make, kMaxQueries of them at most
  std::vector<DurationWish> durations;  // that are plotted, kMaxDurations of them at most
  std::vector<PlotSpec> plots;          // of fields, kMaxPlots of them at most
  std::vector<LaidPlot> laid;
  // Whose system calls the numbers are of a trace that does not tell it, as JoinOptions::machine; empty: not chosen.
  std::string machine;
  uint32_t trace = 0;  // traceMark() of the trace; 0: not known
};

std::string writeViewLink(const ViewLink& link);
// The number of plots that the text of a link does not hold: there are too many, or their names, filters or lists of
// tracks are too long.
size_t plotsLeftOut(const ViewLink& link);
// The input is untrusted: unknown and malformed parts are ignored, and so is a leading "#".
ViewLink readViewLink(std::string_view text);

}  // namespace tp
