// What the header of a log should say, by its records, where it is damaged.
#pragma once

#include "core/formats/xray/log_header.h"
#include "core/io/byte_source.h"

namespace tp::xray {

// The last version whose custom events have a TSC of their own.
inline constexpr uint16_t kLastWithOwnTime = 4;

// Whether these bytes may be a function's record in a basic log.
bool isBasicRecord(Bytes record, Endian endian);

// Three records of a basic log in a row, or as many as there are, near each other in time. `size`: of the file, which
// is longer than its header.
bool areBasicRecords(Bytes records, uint64_t size, Endian endian);

// `head` and `size` as readLogHeader() has them. False where the records are none of a log either.
bool guessHeader(Bytes head, uint64_t size, LogHeader& out);

// Of a flight data recorder log from version 3 on, whose buffers all begin alike: the version by the first event that
// the program wrote itself; the header's where there is none.
uint16_t versionByEvents(const ByteSource& source, const LogHeader& header);

}  // namespace tp::xray
