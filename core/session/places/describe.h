// Finds the records behind a mark again and puts them into words.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/index/chunk_replay.h"
#include "core/session/messages.h"

namespace tp {

struct DescribedMark {
  bool found = false;
  std::vector<std::pair<std::string, std::string>> rows;  // label and text
  struct Field {
    std::string event, field, text;
    bool end = false;  // of the record that ends it, else of the one that begins it
  };
  std::vector<Field> fields;  // that are numbers
  struct Link {
    std::string label;
    TrackId track = kNoTrack;
    int64_t tid = -1;  // where the track is not told: that of the thread of this id, where there is one
    Time time = 0;
    bool flow = false;      // one led to the other; false: is only mentioned
    bool outgoing = false;  // as EventRow::Link has it
    uint16_t depth = 0;     // of what is there
    std::string name = {};  // of what is there; empty: the track says
  };
  std::vector<Link> links;
};

DescribedMark describeMark(TraceReader& reader, const FileSet& files, const StreamIndexer& indexer,
                           const DescribeRequest& request);
// As Session::receive() takes it.
void writeDescribed(const DescribedMark& described, WireWriter& out);

}  // namespace tp
