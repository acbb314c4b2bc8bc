// The event table as a view reads it: any number of rows, of which those that are looked at are asked of the workers,
// one question after the other, and the last of them are kept. Never waits: what is not there yet is null.
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
  // `session` outlives the table.
  explicit RowTable(Session& session) : session_(session) {}

  // Which rows it has: all of the trace, or those that were found; null: all.
  void show(std::shared_ptr<const SearchQuestion> found);
  const SearchQuestion* found() const { return found_.get(); }
  // Only what is within these times, both included; none: whatever the time.
  void limit(std::optional<std::pair<Time, Time>> range);

  uint64_t size() const { return to_ - from_; }
  // Number of the table's first row among all of the trace, or among all found.
  uint64_t offset() const { return from_; }
  // Null where it is not there: update() brings those of its window.
  const TableRow* row(uint64_t number);
  // Looks for answers, and asks for what is missing of the window and, where it is not empty, beside it. Once a frame;
  // `seconds`: a monotonic clock. True where something has come since the last time.
  bool update(uint64_t first, uint64_t count, double seconds);
  static constexpr uint64_t kMaxWanted = 4096;
  // Rows that somebody else wants as well, until they are there: no more than kMaxWanted. True when they are.
  bool want(uint64_t first, uint64_t count);
  // size() and offset() are what they should be.
  bool settled() const { return opening_ == session_.opening() && rangeKnown_; }

  // Looks for the row with this key, or the next after it; where `track` is one, of those of equal time the one there.
  void find(const RowKey& key, TrackId track = kNoTrack, uint16_t depth = 0);
  bool finding() const { return sought_.has_value(); }
  // The number that find() has come to, once.
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
  uint64_t opening_ = 0;  // of the trace that everything here is of
  std::shared_ptr<const SearchQuestion> found_;
  std::optional<std::pair<Time, Time>> range_;
  bool rangeKnown_ = true;
  uint64_t from_ = 0, to_ = 0;  // of all rows, or all found
  uint64_t records_ = 0;        // of the index, when rows were asked for
  double refreshed_ = -1;
  double seconds_ = 0;  // of the last update()

  std::unordered_map<uint64_t, TableRow> rows_;  // by number among all, or by stream and position of those found
  Window window_, wanted_;
  std::array<uint64_t, 4> complete_{};  // what there was when nothing was missing
  std::vector<RowKey> keys_;            // of those found that are in the window
  Window keysOf_;
  uint64_t keysSize_ = 0;

  std::shared_ptr<RowsQuestion> asked_;
  enum class For : uint8_t { Rows, Range, Sought, Locator } askedFor_ = For::Rows;
  bool came_ = false;        // an answer, since the last update()
  bool refreshing_ = false;  // what comes next replaces all that is there
  std::optional<RowLocator> locator_;
  std::optional<Sought> sought_;
  std::optional<uint64_t> foundAt_;
  uint64_t stuckAt_ = ~uint64_t{0};  // a row that does not come
  uint64_t missing_ = ~uint64_t{0};  // that was asked for last
};

}  // namespace tp
