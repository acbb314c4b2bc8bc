// The verbs of the command line. Each returns the exit status: 0 fine, 1 warnings (check), 2 failed.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace tp::cli {

struct TimeRange {
  int64_t from = std::numeric_limits<int64_t>::min();
  int64_t to = std::numeric_limits<int64_t>::max();
  bool limited() const {
    return from != std::numeric_limits<int64_t>::min() || to != std::numeric_limits<int64_t>::max();
  }
};

struct EventOptions {
  std::vector<std::string> traces;
  std::string format = "text";
  TimeRange range;
  std::string filter;                // empty: all
  std::vector<std::string> streams;  // names; empty: all
};
int events(const EventOptions& options);

struct InfoOptions {
  std::vector<std::string> traces;
  bool json = false;
};
int info(const InfoOptions& options);

struct FunctionOptions {
  std::vector<std::string> traces;
  std::string format = "text";
  std::string sort = "total";
  TimeRange range;
  std::vector<int64_t> tids;  // empty: all
};
int functions(const FunctionOptions& options);

struct SchedulingOptions {
  std::vector<std::string> traces;
  std::string format = "text";
  TimeRange range;
};
int scheduling(const SchedulingOptions& options);

struct ExportOptions {
  std::vector<std::string> traces;
  std::string to;
  std::string file;    // "-": standard output
  std::string filter;  // empty: all
  TimeRange range;
};
int exportTrace(const ExportOptions& options);

struct StackOptions {
  std::vector<std::string> traces;
  TimeRange range;
  std::vector<int64_t> tids;
  std::string value = "self";
  int64_t sampleTime = 1;
  bool perThread = false;
  std::string counter;  // whose growth is printed, in place of time; empty: none
  std::string focus;    // name of a function; empty: of all
  bool collapseRecursion = false;
  bool inverted = false;
};
int stacks(const StackOptions& options);

int check(const std::vector<std::string>& traces);

}  // namespace tp::cli
