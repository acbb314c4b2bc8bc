// The figures beside the lines of a file of sources: those of the functions that were written there.
#pragma once

#include <string>
#include <vector>

#include "core/index/trace_index.h"
#include "core/session/calls/calls_question.h"
#include "core/session/sources/sources_question.h"

namespace tp::ui {

struct LineFigures {
  uint32_t line = 0;  // from 1 on
  std::vector<NameId> functions;
  // Empty: not known, or without meaning for several functions.
  std::string calls, total, self;
};

// Returns the lines of a file at which functions begin, in order. Functions that share their name with one that was
// written elsewhere have no figures: whose calls they are is not known. `file`: position in SourcesQuestion::files().
std::vector<LineFigures> lineFigures(const TraceIndex& index, const SourcesQuestion& known, uint32_t file,
                                     const Calls* calls);

}  // namespace tp::ui
