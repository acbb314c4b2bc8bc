// Writes the records of a log that belong to a cut.
#pragma once

#include "core/decode/cut.h"
#include "core/formats/xray/shared.h"

namespace tp::xray {

struct LogCut {
  const Shared& log;
  const CutRequest& request;
  CutSink& sink;
};

// Each returns the number of records that were written. The header was written before.
uint64_t cutFdr(const LogCut& cut);
uint64_t cutBasic(const LogCut& cut);

}  // namespace tp::xray
