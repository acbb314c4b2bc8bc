// Which of the traces among the files to open, and how to place them on the time axis.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/trace/names.h"
#include "core/trace/trace_info.h"

namespace tp {

struct JoinOptions {
  std::string only;  // of several traces, the one in this folder (TraceInfo::siblings); empty: see below
  // Opens all traces of one format that were dropped together; otherwise one of them.
  bool together = false;
  // The last drop must be a trace, or several; files that only belong to another trace are an error.
  bool lastIsTrace = false;
  std::vector<uint32_t> keep;                             // TracePart::number of the traces to open; empty: all
  std::string machine;                                    // TraceReader::assumeMachine(); empty: as the traces tell
  std::vector<std::pair<uint32_t, Time>> shifts;          // number and TracePart::shift of traces shifted by hand
  FunctionIdentity functions = FunctionIdentity::Merged;  // not in text(): set when the traces are opened

  // Returns 0 for a trace that is not shifted.
  Time shiftOf(uint32_t number) const;
  void setShift(uint32_t number, Time shift);

  // Convert the options to and from a line of text that a front end can carry.
  std::string text() const;
  static JoinOptions of(std::string_view text);
};

}  // namespace tp
