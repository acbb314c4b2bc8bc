// How a trace is looked at, beyond its being opened anew beside other traces, or elsewhere in time: tracks by what they
// are, not by their numbers, which depend on the order in which workers find them.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "ui/app/view_link.h"
#include "ui/view/context.h"

namespace tp::ui {

struct KeptView {
  Time begin = 0, end = 0;  // visible
  bool moved = false;       // somebody has chosen what is
  std::optional<MarkedRange> range;
  std::vector<TrackId> rangeTracks;    // positions in `tracks`
  std::optional<LinkPlace> selection;  // its time counts from zero
  TrackChoice choice;                  // tracks are positions in `tracks`
  std::vector<TrackId> collapsed;      // likewise
  std::vector<TrackKey> tracks;
  Markers markers;
  std::string search;
  float scroll = 0;
  std::vector<std::pair<uint32_t, Time>> shifts;  // TracePart::shift by number
};

KeptView keepView(const Context& c);
// Once the whole trace is there. Its selection is still to be looked for: the time counts as it does here.
std::optional<LinkPlace> showKept(Context& c, const KeptView& kept);

}  // namespace tp::ui
