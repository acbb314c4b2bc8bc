// GroupedRows hands the rows of a scan over group by group, so that whoever aggregates need not sort them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/tables/coded_rows.h"
#include "core/tables/packed_rows.h"

namespace tp {

class GroupedRows {
 public:
  using Scan = std::function<std::unique_ptr<RowSource>()>;
  using Key = std::vector<int64_t>;
  // Orders the keys of groups.
  using Less = std::function<bool(const Key& a, const Key& b)>;
  static constexpr size_t kBudget = size_t{128} << 20;

  // Groups rows of `width` cells by the cells `keys`, and keeps the cells `kept` of each row. Groups come in the order
  // of their keys. `scan` starts from the first row each time it is called, and makes the same rows each time. About
  // `budget` bytes of rows are kept: if there are more, the rows are scanned several times, for a part of the groups
  // each time. `oneOfEach`: one row of each group is enough.
  GroupedRows(Scan scan, size_t width, std::vector<uint32_t> keys, std::vector<uint32_t> kept, bool oneOfEach,
              Less less, size_t budget = kBudget);

  // Moves to the next row. Returns false behind the last one.
  bool next();
  // Returns a cell of `keys` or of `kept` of the current row.
  int64_t cell(uint32_t column) const;

  // How often the rows were scanned so far.
  uint32_t scans() const { return scans_; }

 private:
  struct Group {
    enum class Rows : uint8_t {
      Kept,
      Large,  // not kept: they do not fit, and are passed through as they are decoded
      Left,   // of an earlier or a later pass
    };
    uint64_t hash = 0;
    uint64_t count = 0;
    Key key;
    Rows rows = Rows::Kept;
    PackedRows kept;  // the kept cells
  };

  void collect();
  uint64_t hashOf(const int64_t* row) const;
  bool isOf(const Group& group, const int64_t* row) const;
  Group& groupOf(const int64_t* row);
  void place(uint32_t group);
  void keep(Group& group, const int64_t* row);
  void shrink();
  bool nextOf(Group& group);
  bool nextThrough(const Group& group);

  Scan scan_;
  std::vector<uint32_t> keys_, kept_;
  std::vector<int32_t> places_;  // by column: its position in kept_; of a key, -1 - its position in keys_
  bool oneOfEach_;
  Less less_;
  size_t budget_;
  uint32_t scans_ = 0;
  // A pass has the groups behind `done_`, up to `bound_`; nullopt: from the first, to the last one.
  std::optional<Key> done_, bound_;
  bool ended_ = false;
  std::vector<Group> groups_;
  std::vector<uint32_t> slots_;  // a hash table of groups by number, + 1; 0: free
  size_t used_ = 0;              // bytes of rows
  std::vector<uint32_t> order_;  // the groups of the pass, in their order
  CodedBatch batch_;
  // The current row: of a group, or of batch_ if the group is large.
  size_t at_ = 0;  // in order_
  size_t row_ = 0, rowOfBatch_ = 0;
  std::vector<int64_t> cells_;  // that are kept
  std::unique_ptr<RowSource> through_;
};

}  // namespace tp
