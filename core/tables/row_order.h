// RowOrder puts rows of a table in an order in which their columns take few bytes in a file: those of one track side by
// side, by their ids, and those of near parents apart from those of far ones. From one to the next of these, times, ids
// and ids of parents grow by little, and the track is the same.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/tables/coded_rows.h"

namespace tp {

class RowOrder {
 public:
  // `columns`: of the table. Rows of a table without tracks and threads stay as they are.
  explicit RowOrder(std::span<const TableColumn> columns);

  // Puts the numbers of rows of the batch in order.
  void sort(const CodedBatch& batch, std::vector<uint32_t>& rows);

 private:
  static constexpr uint32_t kNoColumn = ~uint32_t{0};
  struct Place {
    uint64_t round = 0;  // of sort() that has set it
    int64_t track = 0;
    uint32_t distance = 0, lane = 0;
  };

  void sortById(const CodedBatch& batch, std::vector<uint32_t>& rows);
  uint32_t laneOf(int64_t track, uint32_t distance);

  uint32_t id_ = kNoColumn, track_ = kNoColumn, parent_ = kNoColumn;
  uint64_t round_ = 0;
  std::vector<Place> places_;     // by hash; more than there are rows, and a power of two
  std::vector<uint32_t> counts_;  // by lane: how many rows, and then where the next one goes
  std::vector<uint32_t> lanes_;   // by place in `rows`
  std::vector<uint32_t> sorted_;
  std::vector<int64_t> ids_;
  std::vector<uint32_t> byId_;                        // by distance from an id: 1 + the row
  std::vector<std::pair<int64_t, uint32_t>> others_;  // rows that have no place there, by id
};

}  // namespace tp
