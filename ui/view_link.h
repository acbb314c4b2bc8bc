// A view as the fragment of a URL, so that it can be sent to somebody who has the same trace. Nothing of the trace is
// in it but numbers: times count from its beginning, and a track's label is a hash.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/trace/trace_info.h"
#include "core/trace/tracks.h"

namespace tp::ui {

// A track by what it is, not by its number, which depends on the order in which workers find tracks; and a place on it.
struct LinkPlace {
  TrackKind kind = TrackKind::Group;
  int64_t pid = -1, tid = -1;
  int32_t cpu = -1;
  uint32_t label = 0;  // labelHash()
  uint16_t depth = 0;
  Time time = 0;
  uint32_t trace = 0;  // of several

  static LinkPlace of(const TrackKey& key, uint16_t depth, Time time);
  bool isOf(const TrackKey& key) const;
};

struct ViewLink {
  std::optional<std::pair<Time, Time>> visible;  // none: all
  std::optional<std::pair<Time, Time>> range;
  std::optional<LinkPlace> selection;
  std::string tab;  // as "tab" takes it; empty: the one that is open anyway
  std::string search;
};

uint32_t labelHash(std::string_view label);

std::string writeViewLink(const ViewLink& link);
// Of what anybody may have written: whatever makes no sense is left out. A leading "#" is.
ViewLink readViewLink(std::string_view text);

}  // namespace tp::ui
