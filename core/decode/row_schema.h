// The fields that a trace's own description gives to a kind of record, by name and type, read out of its bytes when
// somebody asks for one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/decode/row_value.h"
#include "core/io/cursor.h"
#include "core/trace/trace_info.h"

namespace tp {

// Where the bytes of a record are, beside which some of a field may be in its header.
struct RowBytes {
  Bytes payload;
  uint64_t inHeader = 0;
  Time time = 0;  // on the trace's own axis: what a number is called may depend on it
};

// Lives as long as the reader that describes records by it.
class RowSchema {
 public:
  static constexpr size_t kNone = ~size_t{0};

  struct Entry {
    std::string name;
    bool common = false;  // all kinds of records have it: it says nothing about this one
  };

  // `system`: what its events are listed under, as "sched"; empty: nothing.
  RowSchema(std::string system, std::vector<Entry> fields) : system_(std::move(system)), fields_(std::move(fields)) {}
  virtual ~RowSchema() = default;
  RowSchema(const RowSchema&) = delete;
  RowSchema& operator=(const RowSchema&) = delete;

  std::string_view system() const { return system_; }
  const std::vector<Entry>& fields() const { return fields_; }
  // kNone where there is none of this name.
  size_t find(std::string_view name) const {
    for (size_t i = 0; i < fields_.size(); ++i)
      if (fields_[i].name == name) return i;
    return kNone;
  }

  // `field`: below fields().size(). `room` keeps what does not lie in the record as it is told.
  virtual RowValue read(size_t field, const RowBytes& of, std::string& room) const = 0;
  // One of a field that is a list of numbers; of kind None where it is none, or shorter.
  virtual RowValue element(size_t field, uint64_t number, const RowBytes& of) const = 0;
  // What a number stands for by the trace's own tables: the function at an address. Empty: nothing.
  virtual std::string symbol(uint64_t number) const {
    (void)number;
    return {};
  }
  // Appends the words that people read of the record.
  virtual void print(const RowBytes& of, std::string& out) const = 0;

 private:
  const std::string system_;
  const std::vector<Entry> fields_;
};

}  // namespace tp
