// The state of a window's event table: which rows it lists, the cursor, and what it waits for. Draws nothing.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/session/rows/row_table.h"
#include "ui/base/row_move.h"

namespace tp::ui {

struct Context;
struct Canvas;
struct WindowState;
struct Selection;

class EventsView {
 public:
  enum class Span : uint8_t { Whole, View, Marked };

  // `session` must outlive the view.
  explicit EventsView(Session& session) : session_(&session), table_(std::make_unique<RowTable>(session)) {}

  // Call once in each frame, whether the table is shown or not, between Session::beginFrame() and endFrame(). When a
  // chosen row is there, sets c.seeking to its place on the timeline.
  void update(Context& c);

  RowTable& table() { return *table_; }
  const RowTable& table() const { return *table_; }

  // The text of the filter field. It takes effect when it has not changed for 0.3 seconds.
  std::string filter;
  const std::optional<FilterError>& error() const { return error_; }
  // The search for the rows of the filter, or of showCalls(); null without either.
  const std::shared_ptr<SearchQuestion>& filtered() const { return filtered_; }
  // Lets the filter take effect at the next update().
  void applyFilter() { applyAt_ = 0; }
  // Lists the rows of these calls instead of what a filter finds, until a filter is entered or clearCalls(). `title`
  // names them in the head of the table.
  void showCalls(CallPick pick, std::string title);
  void clearCalls();
  // Empty unless it lists calls.
  const std::string& callsTitle() const { return callsTitle_; }
  // Returns whether no change waits to be applied, and the rows are those of the open trace.
  bool settled() const { return filter == seenFilter_ && applyAt_ < 0 && !turned_ && table_->settled(); }

  Span span = Span::Whole;
  // The times of `span`, both inclusive; nullopt: all times.
  std::optional<std::pair<Time, Time>> times(const WindowState& c) const;
  // Lists the hits of the search in the header instead of the other rows.
  void showHits(bool hits);
  bool hits() const { return hits_; }

  // Numbers of rows count from 0 among all rows of the trace, or among all that a search has found.
  uint64_t cursor() const { return cursor_; }
  // Returns whether the row is selected: it lies between the cursor and the other end of the selection.
  bool chosen(uint64_t row) const { return row >= std::min(cursor_, anchor_) && row <= std::max(cursor_, anchor_); }
  // Returns whether the cursor is on a row.
  bool any() const { return any_; }
  // Moves the cursor within the list. `extend`: the other end of the selection stays.
  void move(RowMove move, bool extend);
  void goToRow(uint64_t row);
  // Moves the cursor to a hit of the search, and shows it on the timeline.
  void goToHit(const RowKey& hit);
  void moveTo(uint64_t row, bool extend);
  // Shows the row at the cursor on the timeline as soon as it is loaded.
  void choose() { choosing_ = true; }
  // Moves the cursor to the first row at or after a time, when it is found.
  void goToTime(Time time) { table_->find({time, 0, 0}); }

  // The first visible row and the number of visible rows, with fractions.
  double top() const { return top_; }
  void scrollTo(double top);
  void setVisible(double rows) { visible_ = rows; }
  double visible() const { return visible_; }

  // Copies the selected rows to the clipboard, separated by tabs, as soon as all are loaded: RowTable::kMaxWanted at
  // most.
  void copy() { copying_ = true; }

  bool focused = false;  // has the arrow keys
  bool opened = false;   // by its key, and nothing was typed into the filter since
  bool leftKey = false;  // the filter has left a key of this frame to the actions and the table
  bool relative = true;  // times count from the beginning of the trace
  uint32_t columns = 0;  // shown columns, as bits by EventColumn; 0 until the table is drawn

 private:
  void apply(Canvas& c);
  void follow(const Context& c);
  void copyNow(Context& c);
  void keepInView();
  void holdRow();

  Session* session_;
  std::unique_ptr<RowTable> table_;
  uint64_t opening_ = 0;

  std::string seenFilter_;
  double applyAt_ = -1;  // Context::seconds at which the filter takes effect; negative: it has
  std::optional<FilterError> error_;
  std::shared_ptr<SearchQuestion> filtered_;
  std::optional<CallPick> calls_;
  std::string callsTitle_;
  bool hits_ = false;
  bool turned_ = false;  // hits_ has changed, and table_ has not been told
  bool shown_ = false;

  uint64_t cursor_ = 0, anchor_ = 0;
  bool any_ = false;  // the cursor is on a row
  // The row at the cursor while a search is still finding rows, which changes their numbers.
  std::optional<RowKey> key_;
  bool keyed_ = false;  // cursor_ is to be computed from key_
  double top_ = 0, visible_ = 1;
  bool reveal_ = false;  // scroll to the cursor in the next update()
  bool choosing_ = false;
  bool copying_ = false;
  bool leading_ = false;  // the place that is sought on the timeline is that of a row of this table
  // The selection of the timeline that the table has followed.
  TrackId selectedTrack_ = kNoTrack;
  Time selectedBegin_ = 0;
  uint16_t selectedDepth_ = 0;
};

}  // namespace tp::ui
