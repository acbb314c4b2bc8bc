// Queries to begin with.
#pragma once

#include <vector>

#include "core/trace/trace_info.h"

namespace tp::ui {

struct QueryExample {
  const char* title;
  const char* text;
};

// Those that find something in a trace that has this. The first one is what the editor begins with.
std::vector<QueryExample> queryExamples(const FormatTraits& traits);

}  // namespace tp::ui
