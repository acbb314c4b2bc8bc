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
  std::vector<EventRow::Link> links;                      // labels live as long as the program
};

DescribedMark describeMark(TraceReader& reader, const FileSet& files, const StreamIndexer& indexer,
                           const DescribeRequest& request);

}  // namespace tp
