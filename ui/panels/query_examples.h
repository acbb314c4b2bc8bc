// Queries to begin with.
#pragma once

#include <string_view>
#include <vector>

namespace tp::ui {

struct QueryExample {
  const char* title;
  const char* text;
};

// Those that find something in traces of this format, as TraceInfo::format names it; of several, "a + b". The first one
// is what the editor begins with.
std::vector<QueryExample> queryExamples(std::string_view format);

}  // namespace tp::ui
