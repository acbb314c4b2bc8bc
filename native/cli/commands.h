// The verbs of the command line. Each returns the exit status: 0 fine, 1 warnings (check), 2 failed.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace tp::cli {

struct EventOptions {
  std::vector<std::string> traces;
  std::string format = "text";
  int64_t from = std::numeric_limits<int64_t>::min();
  int64_t to = std::numeric_limits<int64_t>::max();
  std::vector<std::string> streams;  // names; empty: all
};

int events(const EventOptions& options);

}  // namespace tp::cli
