// The search over the whole trace: its hits, and which of them is the current one.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/session/search/search_question.h"

namespace tp::ui {

struct Context;
struct Rect;

class Finder {
 public:
  void reset() { *this = Finder(); }
  // Call once in each frame: asks for the hits of Context::search when it has not changed for 0.25 seconds.
  void update(Context& c);
  // Goes to the next hit (`direction` 1) or the previous one (-1). Without a current hit, it counts from the beginning
  // of the selection or else of the view. If there are no hits yet, goes there when the search is done. Returns false
  // if the search is empty.
  bool step(Context& c, int direction);

  // Null until the search is asked for, and without a search.
  const std::shared_ptr<SearchQuestion>& question() const { return question_; }
  // The position of the current hit among those found so far, in the order of the event table; nullopt without one.
  std::optional<uint64_t> current() const;
  const std::optional<RowKey>& currentKey() const { return current_; }
  // Makes a hit the current one that was chosen elsewhere.
  void setCurrent(const RowKey& hit) { current_ = hit; }
  // The expression, a filter or a regular one, that names have to match to be highlighted; null if the search is a
  // plain text. Owned by the finder.
  const RowTest* expression() const { return expression_ ? &*expression_ : nullptr; }

  // Why the search is no regular expression, though slashes stand around it; empty: it is, or it is none.
  const std::string& problem() const { return problem_; }

 private:
  void take(Context& c, int direction);

  std::string text_;  // as of the last update()
  double changed_ = 0;
  bool waiting_ = false;  // text_ has not been asked for yet
  std::shared_ptr<SearchQuestion> question_;
  std::optional<RowTest> expression_;
  std::string problem_;
  std::optional<RowKey> current_;
  int steps_ = 0;  // direction to step in when the question is done; 0: none
  uint64_t opening_ = 0;
};

// Draws the field in the header with its state: "17 of 2 345", or the progress of the search.
void drawSearchField(Context& c, const Rect& box);
// Draws a tick for each part of the overview with hits, and a larger one for the current hit.
void drawHitTicks(Context& c, const Rect& strip);

}  // namespace tp::ui
