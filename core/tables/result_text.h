// Writes the result of a query as text: a table for people, CSV, JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/tables/table.h"

namespace tp {

// Table: columns side by side, what can't be seen spelled out. Csv: a line a row, no formulas. Json: a list of objects,
// with a key for each column. Jsonl: an object a line. Tsv: as Csv, with tabs between cells, and without quotes: what
// can't be seen in a text is spelled out.
enum class ResultFormat : uint8_t { Table, Csv, Json, Jsonl, Tsv };

// Returns all digits that reading the number back needs, with a point or an exponent, so that it is seen to be no
// integer.
std::string realText(double value);

// Returns `names` with a number behind those that others before them have, too: "name", "name_2".
std::vector<std::string> distinctNames(std::vector<std::string> names);

// Returns a value for people: NULL is "NULL", what can't be seen in a text is spelled out.
std::string shownText(const Cell& cell);

class ResultText {
 public:
  // A column that has the name of one before it gets a number in JSON: "name", "name_2".
  ResultText(ResultFormat format, const std::vector<std::string>& columns);

  // Appends what a row adds to the output. Rows of a table are held back until their widths are known.
  void row(std::span<const Cell> cells, std::string& out);
  void end(std::string& out);

 private:
  // So many rows decide how wide the columns of a table are.
  static constexpr size_t kMeasured = 1000;

  void begin(std::string& out);
  void separated(std::span<const Cell> cells, std::string& out) const;
  void tableRow(std::span<const Cell> cells, std::string& out);
  void flushTable(std::string& out);
  void line(std::span<const std::string> texts, std::string& out) const;

  ResultFormat format_;
  std::vector<std::string> columns_;
  std::vector<size_t> widths_;
  std::vector<bool> numbers_;  // by column: to the right
  std::vector<std::vector<std::string>> held_;
  bool begun_ = false, flushed_ = false;
};

}  // namespace tp
