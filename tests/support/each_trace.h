// Tests that look at every recorded trace, each trace as a test of its own.
#pragma once

#include <gtest/gtest.h>

#include <cctype>
#include <string>
#include <vector>

#include "tests/support/samples.h"
#include "tests/support/slow_build.h"

namespace tp::test {

// Returns everyTrace(), or in a slow build some of them: of four the sanitizers get one, WebAssembly half of another
// one. Tests with another `turn` get others.
inline std::vector<std::string> eachTrace(size_t turn) {
  std::vector<std::string> all = everyTrace();
  if (!kSlowBuild) return all;
  std::vector<std::string> some;
  constexpr size_t kFirst = kWebAssembly ? 1 : 0, kStep = kWebAssembly ? 8 : 4;
  for (size_t i = (turn + kFirst) % 4; i < all.size(); i += kStep) some.push_back(all[i]);
  return some;
}

// Names a test by the last three parts of its trace's path: "samples_uftrace_killed".
inline std::string traceTestName(const testing::TestParamInfo<std::string>& info) {
  const std::string& path = info.param;
  size_t at = path.size();
  for (int parts = 0; parts < 3 && at != std::string::npos && at > 0; ++parts) at = path.rfind('/', at - 1);
  std::string name = path.substr(at == std::string::npos ? 0 : at + 1);
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}

}  // namespace tp::test
