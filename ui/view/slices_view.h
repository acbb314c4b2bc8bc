// The state of a window's panel of slices: what it lists, the cursor, and what it waits for. Draws nothing.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/session/slices/slices_question.h"
#include "ui/view/group_order.h"
#include "ui/view/slice_listing.h"
#include "ui/view/view_history.h"

namespace tp::ui {

struct Context;
struct Canvas;
struct WindowState;

// Whether a list that is sorted by a column begins with the least: times come in their order, and names; durations and
// other numbers with the greatest first.
bool ascendsAtFirst(std::string_view sort);

class SlicesView {
 public:
  // So many rows are listed at first, and so many at most.
  static constexpr uint32_t kFirst = 1000, kMax = 64000;

  // Call once in each frame, whether the panel is shown or not, between Session::beginFrame() and endFrame(). When a
  // row was chosen, sets c.seeking to its place on the timeline.
  void update(Context& c);

  // What is listed. Changes take effect at the next update(), those of the filter when it has not changed for 0.3
  // seconds.
  std::string filter;
  SliceKind kind = SliceKind::Calls;
  std::string sort = "dur";
  bool ascending = false;
  std::string by;  // SliceQuery::by
  GroupOrder groupOrder;

  // Lists what a view asks for, at once.
  void list(SliceListing listing);
  // The title that list() was given, until the filter is changed; may be empty.
  const std::string& title() const { return title_; }
  // The same calls for the table of events, as long as the list is the one that list() was given; else none.
  const std::optional<CallPick>& records() const { return records_; }
  // Lets the filter take effect at the next update().
  void applyFilter() { applyAt_ = 0; }
  // Adds a condition to the filter, at once.
  void narrow(const std::string& condition);
  // Sorts by a column; by the one that it is sorted by already, the other way round.
  void sortBy(const std::string& column);

  const std::optional<FilterError>& error() const { return error_; }
  // What is shown: the newest question that has found anything, or the one before; null: nothing was asked for yet.
  const std::shared_ptr<SlicesQuestion>& question() const { return shown_; }
  // Whether a newer answer is awaited.
  bool waits() const { return asked_ != nullptr && !asked_->done(); }
  // Whether a longer list than the one that is shown is awaited.
  bool looksForMore() const { return waits() && asked_ != shown_ && shown_ != nullptr && isLonger(); }
  double progress() const { return asked_ ? asked_->progress() : 1; }
  // Returns whether no change waits to be applied, and all of the answer is there.
  bool settled() const {
    return filter == seenFilter_ && applyAt_ < 0 && asked_ != nullptr && asked_ == shown_ && asked_->done() &&
           isAsked(asked_->query());
  }

  size_t size() const { return shown_ ? shown_->slices().size() : 0; }
  size_t cursor() const { return cursor_; }
  bool any() const { return any_ && cursor_ < size(); }
  bool chosen(size_t row) const {
    return any() && row >= std::min(cursor_, anchor_) && row <= std::max(cursor_, anchor_);
  }
  // Moves the cursor within the list. `extend`: the other end of the selection stays.
  void moveTo(size_t row, bool extend);
  // Shows the row at the cursor on the timeline.
  void choose() { choosing_ = true; }
  // Copies the chosen rows to the clipboard, separated by tabs. Returns their number.
  size_t copy(const WindowState& c, const TraceIndex& index) const;

  // The first visible row and the number of visible rows, with fractions.
  double top() const { return top_; }
  void scrollTo(double top);
  void setVisible(double rows) { visible_ = rows; }
  double visible() const { return visible_; }

  bool focused = false;     // has the arrow keys
  bool menuWanted = false;  // opens the menu of the row at the cursor

 private:
  // Whether it is a question for what is to be listed, in any range.
  bool isAsked(const SliceQuery& query) const {
    return query.kind == kind && query.filter == applied_ && query.sort == sort && query.ascending == ascending &&
           query.by == by;
  }
  // Whether what was asked for last is the list that is shown, with further rows.
  bool isLonger() const {
    SliceQuery same = asked_->query();
    same.most = shown_->query().most;
    return same == shown_->query() && asked_->query().most > same.most;
  }
  SliceQuery wanted(const WindowState& c) const;
  void followFilter(Canvas& c, const ClockInfo& clock);
  void ask(Context& c);
  void take(Context& c);
  void chooseNow(Context& c);

  uint64_t opening_ = 0;
  std::string seenFilter_, applied_;
  double applyAt_ = -1;  // Context::seconds at which the filter takes effect; negative: it has
  std::optional<FilterError> error_;
  std::string title_;
  std::optional<CallPick> records_;
  std::shared_ptr<SlicesQuestion> asked_, shown_;
  uint32_t most_ = kFirst;
  bool wasShown_ = false;
  size_t cursor_ = 0, anchor_ = 0;
  bool any_ = false;
  bool choosing_ = false;
  bool leading_ = false;               // the place that is sought on the timeline is that of a row
  std::optional<Selection> selected_;  // on the timeline, in the frame before
  bool chooseFirst_ = false;
  bool reveal_ = false;
  double top_ = 0, visible_ = 1;
};

}  // namespace tp::ui
