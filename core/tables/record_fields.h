// The fields that a record has of its format's own, as cells of a table.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/decode/event_row.h"
#include "core/decode/row_value.h"
#include "core/tables/table.h"

namespace tp {

// Returns a number as a cell. Columns have no type that holds all numbers of 64 bits without a sign: the largest are
// texts, which `room` keeps.
Cell numberCell(const RowValue& value, std::string& room);
// Returns a number for row `part` of the parts that record `of` has; two of them are equal as seldom as two hashes.
int64_t partId(int64_t of, int64_t part);

class RecordFields {
 public:
  // Replaces what is kept by the fields of a record; with `key`, by that one.
  void take(const EventRow& row, const std::optional<std::string>& key);
  size_t size() const { return count_; }
  // Of a field. Texts are valid until the next call of take() or, of value(), of value().
  std::string_view key(size_t at) const { return fields_[at].key; }
  Cell value(size_t at);
  std::string_view shown(size_t at) const { return fields_[at].shown; }
  // Its position among all fields of the record.
  int64_t position(size_t at) const { return fields_[at].position; }

 private:
  struct Field {
    std::string key, shown;
    RowValue value;  // its text is `shown`
    int64_t position = 0;
  };

  std::vector<Field> fields_;  // the first count_ are those of the record
  size_t count_ = 0;
  std::string room_;
};

}  // namespace tp
