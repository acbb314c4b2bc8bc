#include "ui/view/finder.h"

#include <utility>

#include "ui/view/context.h"

namespace tp::ui {

void Finder::update(Context& c) {
  constexpr double kQuiet = 0.25;
  if (opening_ != c.session.opening()) {
    reset();
    opening_ = c.session.opening();
  }
  if (c.search != text_) {
    text_ = c.search;
    changed_ = c.seconds;
    waiting_ = !text_.empty();
    current_.reset();
    steps_ = 0;
    expression_.reset();
    if (question_) c.session.giveUp(JobKind::Search);
    question_.reset();
    c.events.showHits(false);
    RowQuery query = queryFor(text_, c.clock());
    FilterError error;
    const bool regular = regexIn(text_).has_value();
    if (query.kind == RowQuery::Kind::Filter || regular) expression_ = RowTest::compile(query, c.clock(), error);
    problem_ = regular && !expression_ ? error.message : std::string();
    waiting_ = waiting_ && problem_.empty();
  }
  if (steps_ != 0 && question_ && question_->done()) take(c, std::exchange(steps_, 0));
  if (!waiting_ || c.session.phase() != Phase::Ready) return;
  if (steps_ == 0 && c.seconds - changed_ < kQuiet && c.seconds >= changed_) {
    c.moreToCome = true;
    return;
  }
  waiting_ = false;
  question_ = std::make_shared<SearchQuestion>(JobKind::Search, queryFor(text_, c.clock()));
  c.session.ask(question_);
}

std::optional<uint64_t> Finder::current() const {
  if (!current_ || !question_) return std::nullopt;
  return question_->hits().before(*current_);
}

bool Finder::step(Context& c, int direction) {
  if (c.search.empty() || (c.search == text_ && !problem_.empty())) return false;
  c.moreToCome = true;
  // update() does not know of a text that has just been typed.
  bool there = question_ && c.search == text_ && question_->hits().size() > 0;
  if (there) {
    take(c, direction);
  } else {
    if (c.search != text_) update(c);
    steps_ = direction;
  }
  return true;
}

void Finder::take(Context& c, int direction) {
  const HitList& hits = question_->hits();
  uint64_t size = hits.size();
  if (size == 0) return;
  uint64_t at = 0;
  if (std::optional<uint64_t> now = current()) {
    at = direction > 0 ? (*now + 1) % size : (*now + size - 1) % size;
  } else {
    uint64_t before = hits.before({c.selection ? c.selection->mark.begin : c.view.beginTime(), 0, 0});
    at = direction > 0 ? before % size : (before + size - 1) % size;
  }
  current_ = hits.slice(at, 1)[0];
  c.events.showHits(true);
  c.events.goToHit(*current_);
}

}  // namespace tp::ui
