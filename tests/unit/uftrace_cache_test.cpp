// The functions that a task called last.
#include <gtest/gtest.h>

#include <random>

#include "core/formats/uftrace/function_cache.h"

namespace tp {
namespace {

TEST(UftraceFunctionCache, NeverTellsOfAnother) {
  std::mt19937_64 random(3);
  uftrace::FunctionCache cache;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < 20000; ++i) {
    const uint64_t address = random() % 3000 * 16;
    const auto function = static_cast<uftrace::FunctionId>(address / 16 + 1);
    bool found = false;
    for (const auto& entry : cache.places().of(address)) {
      if (entry.address != address) continue;
      EXPECT_EQ(entry.function, function);
      found = true;
    }
    kept += found;
    if (!found) {
      EXPECT_EQ(cache.put({address, function, kNoName}).function, function);
    }
  }
  // Once it has grown, most are there.
  EXPECT_GT(kept, 12000u);
  cache.clear();
  for (const auto& entry : cache.places().of(16)) EXPECT_NE(entry.address, 16u);
}

}  // namespace
}  // namespace tp
