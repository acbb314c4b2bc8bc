// The fields of a kind of record, by name and type, as the trace itself describes them. A field is read from the
// record's bytes when it is asked for.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/decode/row_value.h"
#include "core/io/cursor.h"
#include "core/trace/trace_info.h"

namespace tp {

// The bytes of a record; some of its fields may be in its header.
struct RowBytes {
  Bytes payload;
  uint64_t inHeader = 0;
  // On the trace's own clock: the name of a number may depend on it.
  Time time = 0;
};

// Valid as long as the reader whose decoders return it.
class RowSchema {
 public:
  static constexpr size_t kNone = ~size_t{0};

  struct Entry {
    std::string name;
    bool common = false;  // all kinds of records have it, so it says nothing about this one
  };

  // `system` is what its events are grouped under, "sched" for example, or empty.
  RowSchema(std::string system, std::vector<Entry> fields) : system_(std::move(system)), fields_(std::move(fields)) {}
  virtual ~RowSchema() = default;
  RowSchema(const RowSchema&) = delete;
  RowSchema& operator=(const RowSchema&) = delete;

  std::string_view system() const { return system_; }
  const std::vector<Entry>& fields() const { return fields_; }
  // Returns kNone if there is no field of this name.
  size_t find(std::string_view name) const {
    for (size_t i = 0; i < fields_.size(); ++i)
      if (fields_[i].name == name) return i;
    return kNone;
  }

  // Reads a field; `field` must be below fields().size(). `room` stores the text of values that are not stored as such
  // in the record, and must outlive the result.
  virtual RowValue read(size_t field, const RowBytes& of, std::string& room) const = 0;
  // Reads an element of a field that is a list of numbers; returns kind None if the field is no list, or is shorter.
  virtual RowValue element(size_t field, uint64_t number, const RowBytes& of) const = 0;
  // Returns the symbol of a number by the trace's own tables: the function at an address. Empty if there is none.
  virtual std::string symbol(uint64_t number) const {
    (void)number;
    return {};
  }
  // Whether these are all fields that the record has: what else looks like one in its text is none.
  virtual bool isWhole() const { return false; }
  // Appends the text of the record.
  virtual void print(const RowBytes& of, std::string& out) const = 0;

 private:
  const std::string system_;
  const std::vector<Entry> fields_;
};

}  // namespace tp
