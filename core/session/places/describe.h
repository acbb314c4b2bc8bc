// Finds the records behind a mark again, and describes them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/decode/detail_row.h"
#include "core/index/chunk_replay.h"
#include "core/session/messages.h"

namespace tp {

struct DescribedMark {
  bool found = false;
  std::vector<DetailRow> rows;
  struct Field {
    std::string event, field, text;
    bool end = false;  // of the record that ends it, else of the one that begins it
  };
  std::vector<Field> fields;  // those whose values are numbers
  struct Link {
    std::string label;
    TrackId track = kNoTrack;
    int64_t tid = -1;  // if `track` is not known: id of the thread, if there is one
    Time time = 0;
    bool flow = false;      // one led to the other; false: it is only mentioned
    bool outgoing = false;  // as in EventRow::Link
    uint16_t depth = 0;     // of the slice there
    std::string name = {};  // of the slice there; empty: the track tells
  };
  std::vector<Link> links;
};

// `found` is false in the result if neither record can be found again.
DescribedMark describeMark(TraceReader& reader, const FileSet& files, const StreamIndexer& indexer,
                           const DescribeRequest& request);
// Writes the description as Session::receive() takes it.
void writeDescribed(const DescribedMark& described, WireWriter& out);

}  // namespace tp
