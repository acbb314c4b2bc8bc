// Reconstructs the damaged header of a log from its records.
#pragma once

#include "core/formats/xray/log_header.h"
#include "core/io/byte_source.h"

namespace tp::xray {

// The last version whose custom events have a TSC of their own.
inline constexpr uint16_t kLastWithOwnTime = 4;

// Returns whether these bytes may be a function's record in a basic log.
bool isBasicRecord(Bytes record, Endian endian);

// Returns whether `records` begin with three records of a basic log, or as many as the file has, near each other in
// time. `size` is that of the file, which is larger than the header.
bool areBasicRecords(Bytes records, uint64_t size, Endian endian);

// `head` and `size` are those of readLogHeader(). Returns false if the records are not those of a log either.
bool guessHeader(Bytes head, uint64_t size, LogHeader& out);

// For a flight data recorder log from version 3 on: returns the version, judged by the first custom event, because the
// buffers of these versions begin alike. Without such an event, returns the header's version, or at least 4 if there
// are typed events.
uint16_t versionByEvents(const ByteSource& source, const LogHeader& header);

}  // namespace tp::xray
