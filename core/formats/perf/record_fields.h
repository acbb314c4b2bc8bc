// The fields of records that are no samples.
// Source: include/uapi/linux/perf_event.h and tools/perf/util/event.h of Linux 6.1.
#pragma once

#include <string_view>
#include <vector>

#include "core/formats/perf/sample.h"

namespace tp::perf {

struct RecordField {
  std::string_view name;
  enum class Kind : uint8_t { Signed, Unsigned, Address, Text, Hex } kind = Kind::Unsigned;
  uint64_t number = 0;
  std::string_view text = {};  // of Text
  Bytes bytes = {};            // of Hex: a build id
};

// Sets `out` to the fields of a record, always the same ones for records of a type; those that a record lacks are 0 or
// empty. `trailer` is what ends it. Texts view the record.
void readRecordFields(Bytes record, const RecordHeader& header, size_t trailer, Endian endian,
                      std::vector<RecordField>& out);

// Appends the text that tells what the record says, much as `perf script` prints it.
void printRecord(const RecordHeader& header, const std::vector<RecordField>& fields, std::string& out);

}  // namespace tp::perf
