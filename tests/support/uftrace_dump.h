// The calls that `uftrace dump` tells of: entries and exits paired by task and depth, for tests that compare with it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace tp::test {

struct DumpedCall {
  std::string name;
  std::string caller;              // of the entry that was open one level above; empty: none
  std::vector<std::string> above;  // names of all callers, outermost first
  int64_t begin = 0, end = -1;     // ns; -1: no exit of this function
  std::vector<int64_t> args;       // those that are numbers in hex
};

// In the order of their entries. `text`: of the whole dump.
inline std::vector<DumpedCall> dumpedCalls(const std::string& text) {
  std::vector<DumpedCall> calls;
  std::map<int64_t, std::vector<size_t>> open;  // by task, by depth
  std::istringstream lines(text);
  size_t last = 0;
  bool entry = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("  args[", 0) == 0 && entry && !calls.empty()) {
      const size_t hex = line.find("0x");
      if (hex != std::string::npos) calls[last].args.push_back(std::strtoll(line.c_str() + hex, nullptr, 16));
    }
    long long seconds = 0, ns = 0, task = 0, depth = 0;
    char kind[8] = {};
    if (std::sscanf(line.c_str(), "%lld.%lld %lld: [%5c]", &seconds, &ns, &task, kind) != 4) continue;
    const std::string what = kind;
    const size_t from = line.find("] "), at = line.find(" depth: ");
    if ((what != "entry" && what != "exit ") || at == std::string::npos) continue;
    depth = std::strtoll(line.c_str() + at + 8, nullptr, 10);
    const std::string name = line.substr(from + 2, line.rfind('(', at) - from - 2);
    std::vector<size_t>& stack = open[task];
    entry = what == "entry";
    if (entry) {
      stack.resize(std::min<size_t>(stack.size(), static_cast<size_t>(depth)));
      DumpedCall call;
      call.name = name;
      call.begin = seconds * 1'000'000'000 + ns;
      for (size_t one : stack) call.above.push_back(calls[one].name);
      if (!call.above.empty()) call.caller = call.above.back();
      last = calls.size();
      calls.push_back(std::move(call));
      stack.push_back(last);
    } else if (static_cast<size_t>(depth) < stack.size()) {
      DumpedCall& call = calls[stack[static_cast<size_t>(depth)]];
      if (call.name == name) call.end = seconds * 1'000'000'000 + ns;
      stack.resize(static_cast<size_t>(depth));
    }
  }
  return calls;
}

}  // namespace tp::test
