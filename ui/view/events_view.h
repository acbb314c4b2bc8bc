// The event table of a window: which rows it shows, which one is at hand, and what it waits for. Draws nothing.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/session/rows/row_table.h"

namespace tp::ui {

struct Context;
struct Selection;

class EventsView {
 public:
  enum class Span : uint8_t { Whole, View, Marked };

  // `session` outlives the view.
  explicit EventsView(Session& session) : session_(&session), table_(std::make_unique<RowTable>(session)) {}

  // Once a frame, whatever is on the screen, between Session::beginFrame() and endFrame(). What a chosen row turned out
  // to be on the timeline, where that is known now.
  void update(Context& c);

  RowTable& table() { return *table_; }
  const RowTable& table() const { return *table_; }

  // As it stands in the field; what it means follows when it has been left alone for a moment.
  std::string filter;
  const std::optional<FilterError>& error() const { return error_; }
  // Null while there is no filter.
  const std::shared_ptr<SearchQuestion>& filtered() const { return filtered_; }
  void applyFilter() { applyAt_ = 0; }
  // In place of what a filter finds: the rows of these calls, until one is entered or clearCalls(). `title` says which.
  void showCalls(CallPick pick, std::string title);
  void clearCalls();
  // Empty while it does not show calls.
  const std::string& callsTitle() const { return callsTitle_; }
  // Nothing of it waits to be applied, and the rows are those of the trace as it is.
  bool settled() const { return filter == seenFilter_ && applyAt_ < 0 && !turned_ && table_->settled(); }

  Span span = Span::Whole;
  // What that comes to, both times included; none: whatever the time.
  std::optional<std::pair<Time, Time>> times(const Context& c) const;
  // The rows that the search in the header has found, in place of all.
  void showHits(bool hits);
  bool hits() const { return hits_; }

  // Rows are numbered among all of the trace, or all that were found.
  uint64_t cursor() const { return cursor_; }
  bool chosen(uint64_t row) const { return row >= std::min(cursor_, anchor_) && row <= std::max(cursor_, anchor_); }
  bool any() const { return any_; }
  void move(int64_t by, bool extend);
  void goToRow(uint64_t row);
  // Of those that the search has found; shows it on the timeline.
  void goToHit(const RowKey& hit);
  void moveTo(uint64_t row, bool extend);
  // Shows the row at hand on the timeline.
  void choose() { choosing_ = true; }
  // To the first row from a time on.
  void goToTime(Time time) { table_->find({time, 0, 0}); }

  // The rows on the screen: the first, and how many, parts of rows included.
  double top() const { return top_; }
  void scrollTo(double top);
  void setVisible(double rows) { visible_ = rows; }
  double visible() const { return visible_; }

  // Tab-separated text of the chosen rows, once all of them are there.
  void copy() { copying_ = true; }

  bool focused = false;  // has the arrow keys
  bool relative = true;  // times count from the trace's beginning
  uint32_t columns = 0;  // those that are shown, as bits by EventColumn

 private:
  void apply(Context& c);
  void follow(const Context& c);
  void copyNow(Context& c);
  void keepInView();
  void holdRow();

  Session* session_;
  std::unique_ptr<RowTable> table_;
  uint64_t opening_ = 0;

  std::string seenFilter_;
  double applyAt_ = -1;  // < 0: what stands there is applied
  std::optional<FilterError> error_;
  std::shared_ptr<SearchQuestion> filtered_;
  std::optional<CallPick> calls_;
  std::string callsTitle_;
  bool hits_ = false;
  bool turned_ = false;  // the table has not been told of it
  bool shown_ = false;

  uint64_t cursor_ = 0, anchor_ = 0;
  bool any_ = false;  // a row is at hand
  // The row at hand, where rows are still being found and numbers change.
  std::optional<RowKey> key_;
  bool keyed_ = false;  // the cursor follows from key_
  double top_ = 0, visible_ = 1;
  bool reveal_ = false;  // brings the cursor into view when the table has it
  bool choosing_ = false;
  bool copying_ = false;
  bool leading_ = false;  // what is sought on the timeline is a row of ours
  // The selection of the timeline that the table knows of.
  TrackId selectedTrack_ = kNoTrack;
  Time selectedBegin_ = 0;
  uint16_t selectedDepth_ = 0;
};

}  // namespace tp::ui
