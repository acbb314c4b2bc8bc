// A place to go to whose mark is not decoded yet. It is looked for in each frame while details arrive.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/session/find/find_question.h"

namespace tp::ui {

struct Seek {
  enum class What : uint8_t {
    Begins,  // the mark that begins at `begin`, at `depth`
    Alone,   // the mark that begins at `begin`, at whatever depth, unless several do
    Ends,    // the mark that ends at `begin`, at `depth`
    Covers,  // the mark that covers `begin`, at `depth`
    Longest  // the longest mark at `depth` between `begin` and `end`
  };
  What what = What::Begins;
  TrackId track = kNoTrack;
  uint16_t depth = 0;
  Time begin = 0;
  Time end = 0;
  bool keepView = false;    // if no mark is found, neither move the view nor say so
  bool keepScroll = false;  // what has been clicked stays in view, though the mark is on another track
  std::string notice = {};  // what is said of the mark when it has been found; empty: nothing
  uint64_t askedAt = 0;     // Context::frame of the first look, which asked for missing details; 0: not yet
};

// A search for the next slice of a name, and the place that is being looked for.
struct Seeking {
  std::shared_ptr<FindQuestion> finding;
  std::optional<Seek> seek;
};

}  // namespace tp::ui
