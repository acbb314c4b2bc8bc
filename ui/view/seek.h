// Somewhere to go whose mark is not at hand yet: it is looked for from frame to frame, while details arrive.
#pragma once

#include <memory>
#include <optional>

#include "core/session/find/find_question.h"

namespace tp::ui {

struct Seek {
  enum class What : uint8_t {
    Begins,  // what begins at `begin`, at `depth`
    Ends,    // what ends at `begin`, at `depth`
    Covers,  // what there is at `begin`, at `depth`
    Longest  // the longest at `depth` within `begin` and `end`
  };
  What what = What::Begins;
  TrackId track = kNoTrack;
  uint16_t depth = 0;
  Time begin = 0;
  Time end = 0;
  bool keepTab = false;   // whoever leads there is a list that people go through
  bool keepView = false;  // the place is shown, or is not to be where there is nothing
  uint64_t askedAt = 0;   // frame of the first look; what is missing was asked for then
};

// What stepping from name to name waits for.
struct Seeking {
  std::shared_ptr<FindQuestion> finding;
  std::optional<Seek> seek;
};

}  // namespace tp::ui
