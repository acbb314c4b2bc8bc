// Which of the traces among the files are opened, and how they lie beside each other.
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
  std::string only;  // of several traces, that in this folder (TraceInfo::siblings); empty: see below
  // Several of one format that were dropped together are opened together, too; else one of them is.
  bool together = false;
  // The last drop has to be a trace, or several; it is not merely something that belongs to one.
  bool lastIsTrace = false;
  std::vector<uint32_t> keep;                             // TracePart::number of those to be opened; empty: all
  std::vector<std::pair<uint32_t, Time>> shifts;          // of them, by hand: TracePart::shift
  FunctionIdentity functions = FunctionIdentity::Merged;  // no part of text(): whoever opens the traces knows

  Time shiftOf(uint32_t number) const;
  void setShift(uint32_t number, Time shift);

  // As a line of text that a front end can carry.
  std::string text() const;
  static JoinOptions of(std::string_view text);
};

}  // namespace tp
