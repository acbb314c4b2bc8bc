// RowTable is the event table as a view reads it. It may have any number of rows. Those in view are asked of the
// workers, one question after the other, and the latest of them are kept. It never waits: a row that is not there yet
// is null.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <unordered_map>

#include "core/session/rows/row_locator.h"
#include "core/session/rows/rows_question.h"
#include "core/session/search/search_question.h"
#include "core/session/session.h"

namespace tp {

class RowTable {
 public:
  // `session` must outlive the table.
  explicit RowTable(Session& session) : session_(session) {}

  // Shows the rows that were found; null: all rows of the trace.
  void show(std::shared_ptr<const SearchQuestion> found);
  const SearchQuestion* found() const { return found_.get(); }
  // Shows only rows within these times, both included; nullopt: whatever the time.
  void limit(std::optional<std::pair<Time, Time>> range);

  uint64_t size() const { return to_ - from_; }
  // Returns the number of the table's first row among all rows of the trace, or among all found.
  uint64_t offset() const { return from_; }
  // Returns null if the row is not there; update() asks for those of its window. Valid until the next call of update(),
  // want() or show().
  const TableRow* row(uint64_t number);
  // Takes answers, and asks for what is missing in the window of `count` rows from `first` and, if that is not empty,
  // beside it. Must be called once a frame; `seconds` is a monotonic clock. Returns true if something has come since
  // the last call.
  bool update(uint64_t first, uint64_t count, double seconds);
  static constexpr uint64_t kMaxWanted = 4096;
  // Asks for rows for another use than the window, at most kMaxWanted. Returns true when they are there.
  bool want(uint64_t first, uint64_t count);
  // Returns whether size() and offset() are up to date.
  bool settled() const { return opening_ == session_.opening() && rangeKnown_; }

  // Starts to look for the row with this key, or the next one after it. If `track` is given, the row on that track and
  // depth is preferred among those of the same time.
  void find(const RowKey& key, TrackId track = kNoTrack, uint16_t depth = 0);
  // Returns whether find() is still looking.
  bool finding() const { return sought_.has_value(); }
  // Returns the number of the row that find() has found, once.
  std::optional<uint64_t> takeFound();

 private:
  struct Window {
    uint64_t first = 0, count = 0;
  };
  struct Sought {
    RowKey key;
    TrackId track = kNoTrack;
    uint16_t depth = 0;
  };

  void takeAnswer(double seconds);
  void takeRange();
  std::vector<RowKey> rangeKeys() const;
  void ask(RowsRequest request);
  void askNext(double seconds);
  bool askFor(const Window& window);
  bool askHits(const Window& window);
  bool askAll(const Window& window);
  bool has(uint64_t number) const;
  uint64_t idOf(uint64_t number) const;
  const std::vector<RowKey>& keys(const Window& window);
  Window clipped(uint64_t first, uint64_t count) const;
  void keepFew();
  void forget();

  Session& session_;
  uint64_t opening_ = 0;  // Session::opening() of the trace that everything here is of
  std::shared_ptr<const SearchQuestion> found_;
  std::optional<std::pair<Time, Time>> range_;
  bool rangeKnown_ = true;
  uint64_t from_ = 0, to_ = 0;  // the table's rows among all rows, or all found
  uint64_t records_ = 0;        // rows of the index when rows were asked for
  double refreshed_ = -1;
  double seconds_ = 0;  // of the last update()

  std::unordered_map<uint64_t, TableRow> rows_;  // by number among all, or by stream and position of those found
  Window window_, wanted_;
  std::array<uint64_t, 4> complete_{};  // the state in which nothing was missing
  std::vector<RowKey> keys_;            // keys of the hits of `keysOf_`
  Window keysOf_;
  uint64_t keysSize_ = 0;

  std::shared_ptr<RowsQuestion> asked_;
  enum class For : uint8_t { Rows, Range, Sought, Locator } askedFor_ = For::Rows;
  bool came_ = false;        // an answer has come since the last update()
  bool refreshing_ = false;  // the next answer replaces all rows
  std::optional<RowLocator> locator_;
  std::optional<Sought> sought_;
  std::optional<uint64_t> foundAt_;
  uint64_t stuckAt_ = ~uint64_t{0};  // a row that an answer did not bring
  uint64_t missing_ = ~uint64_t{0};  // the row that was asked for last
};

}  // namespace tp
