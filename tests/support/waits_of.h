// The wait graph of an open trace, and texts of what it says that do not depend on numbers of tracks.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "core/analysis/waits/critical_path.h"
#include "core/session/waits/waits_question.h"
#include "tests/support/local_session.h"

namespace tp::test {

inline std::shared_ptr<const WaitGraph> waitsOf(LocalSession& local) {
  auto question = std::make_shared<WaitsQuestion>();
  local.session.ask(question);
  local.finish();
  EXPECT_TRUE(question->done());
  return question->graph();
}

inline std::string textOf(const WaitEnd& by, const TrackTable& tracks, const NameTable& names) {
  const std::string thread = by.thread == kNoTrack ? "-" : std::to_string(tracks[by.thread].key.tid);
  return " by " + thread + " " + contextKey(by.context) + " " + std::string(names.view(by.handler));
}

inline std::string textOf(const WaitSegment& one, const TrackTable& tracks, const NameTable& names) {
  const SegmentKind& kind = one.kind;
  std::string text = std::to_string(one.begin) + "-" + std::to_string(one.end) + " " + threadStateName(kind.state);
  text += " cpu " + std::to_string(kind.cpu) + " silent " + std::to_string(one.silent);
  if (kind.priority) text += " priority " + std::to_string(*kind.priority);
  if (kind.call != kNoName) text += " in " + std::string(names.view(kind.call));
  if (kind.preempted) text += " preempted";
  if (kind.uncertain) text += " uncertain";
  if (kind.last) text += " last";
  if (kind.woken) text += " woken " + std::to_string(one.wokenAt) + textOf(kind.waker, tracks, names);
  if (one.wokenBy) text += " ended" + textOf(*one.wokenBy, tracks, names);
  return text + "\n";
}

inline std::string textOf(const PathSegment& one, const TrackTable& tracks, const NameTable& names) {
  std::string text = std::to_string(one.begin) + "-" + std::to_string(one.end) + " of " +
                     std::to_string(tracks[one.thread].key.tid) + " " + std::to_string(static_cast<int>(one.kind)) +
                     " " + std::to_string(static_cast<int>(one.stop)) + " " + threadStateName(one.state);
  text += " cpu " + std::to_string(one.cpu) + " depth " + std::to_string(one.depth);
  if (one.call != kNoName) text += " in " + std::string(names.view(one.call));
  if (one.atMost) text += " at most";
  if (one.uncertain) text += " uncertain";
  if (one.by) text += textOf(*one.by, tracks, names);
  return text + "\n";
}

}  // namespace tp::test
