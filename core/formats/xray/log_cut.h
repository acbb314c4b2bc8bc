// Writes the records of a log that belong to a cut.
#pragma once

#include <set>

#include "core/decode/cut.h"
#include "core/formats/xray/shared.h"

namespace tp::xray {

struct LogCut {
  const Shared& log;
  const CutRequest& request;
  CutSink& sink;
  std::set<uint64_t> around;  // offsets of records outside of the range that are kept (CutRequest::around)

  // Whether a record at a time and an offset belongs to the cut, as far as these tell.
  bool keeps(uint64_t tsc, uint64_t offset) const {
    return request.hasTime(clampTime(static_cast<int64_t>(tsc))) || around.contains(offset);
  }
};

// Each returns the records that were written. The header was written before.
CutSummary cutFdr(const LogCut& cut);
CutSummary cutBasic(const LogCut& cut);

}  // namespace tp::xray
