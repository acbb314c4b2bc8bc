// A row of the event table as a worker sends it to a view: all its texts, and its place on the timeline.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/decode/event_row.h"
#include "core/decode/record.h"
#include "core/io/wire.h"
#include "core/session/row_key.h"

namespace tp {

struct TableRow {
  TableRow() = default;
  TableRow(TableRow&&) = default;
  TableRow& operator=(TableRow&&) = default;

  RowKey key;
  Time time = 0;  // of the record; key.time may be later
  TrackId track = kNoTrack;
  uint16_t depth = 0;
  RecordKind kind = RecordKind::Event;
  std::optional<Time> lasted;  // of the call that it is listed for or, if a filter looked, of what it ends
  EventRow row;                // its views are into `text`
  // Its fields as eachGiven() has them, with their values as text, in their order. Its text may have others.
  std::vector<std::pair<std::string, std::string>> fields;

 private:
  friend TableRow readTableRow(WireReader& in);
  std::vector<char> text;
};

void writeTableRow(const RowKey& key, const Record& record, const EventRow& row, WireWriter& out);
// The row's track is the worker's id.
TableRow readTableRow(WireReader& in);

}  // namespace tp
