// What is held of a batch while streams are merged.
#include <gtest/gtest.h>

#include "core/decode/held_batch.h"

namespace tp {
namespace {

TEST(HeldBatch, KeepsFewRecordsAndMany) {
  BatchPool pool;
  HeldBatch few, many;
  for (HeldBatch* held : {&few, &many}) {
    RecordBatch& room = held->room(pool);
    const uint32_t count = held == &few ? 3 : RecordBatch::kCapacity;
    for (uint32_t i = 0; i < count; ++i) room.push().ref = i;
    held->hold(pool);
    ASSERT_EQ(held->records().size(), count);
    EXPECT_EQ(held->records().back().ref, count - 1);
  }
  // What the few do not need is used again, and leaves them as they are.
  HeldBatch other;
  other.room(pool).push().ref = 99;
  EXPECT_EQ(few.records().front().ref, 0u);
  many.letGo(pool);
  EXPECT_TRUE(many.records().empty());
}

}  // namespace
}  // namespace tp
