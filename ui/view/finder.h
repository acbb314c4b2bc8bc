// What the search field looks for in the whole trace: the hits, and which of them is at hand.
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
  // Once a frame: asks for what Context::search holds, once it has been left alone for a moment.
  void update(Context& c);
  // To the next hit or the one before; from none to the first that the view shows or that follows. Where they are still
  // being looked for, once they are there. False where nothing is looked for.
  bool step(Context& c, int direction);

  // Null while nothing is looked for.
  const std::shared_ptr<SearchQuestion>& question() const { return question_; }
  // Its number among those found so far, in the order of the event table.
  std::optional<uint64_t> current() const;
  const std::optional<RowKey>& currentKey() const { return current_; }
  // A hit that was chosen elsewhere.
  void setCurrent(const RowKey& hit) { current_ = hit; }
  // What a highlight has to match where an expression is looked for: null for a plain text.
  const RowTest* expression() const { return expression_ ? &*expression_ : nullptr; }

 private:
  void take(Context& c, int direction);

  std::string text_;  // as it was seen last
  double changed_ = 0;
  bool waiting_ = false;  // text_ has not been asked for yet
  std::shared_ptr<SearchQuestion> question_;
  std::optional<RowTest> expression_;
  std::optional<RowKey> current_;
  int steps_ = 0;  // to be taken when the question is done
  uint64_t opening_ = 0;
};

// The field in the header, with "17 of 2 345" and what is under way.
void drawSearchField(Context& c, const Rect& box);
// Where the hits are, on the overview.
void drawHitTicks(Context& c, const Rect& strip);

}  // namespace tp::ui
