// Which pages of a CPU are believed, by their times.
#include <gtest/gtest.h>

#include <cstring>

#include "core/formats/tracecmd/page_order.h"

namespace tp::tracecmd {
namespace {

constexpr uint32_t kPage = 4096;
constexpr uint64_t kStart = uint64_t{1000000} * 1000000000;

// Full of records of 8 bytes, one a nanosecond.
void addPage(std::vector<std::byte>& out, uint64_t time) {
  const size_t at = out.size();
  out.resize(at + kPage);
  const uint64_t used = kPage - 16;
  std::memcpy(out.data() + at, &time, sizeof time);
  std::memcpy(out.data() + at + 8, &used, sizeof used);
  for (size_t record = 16; record < kPage; record += 8) {
    const uint32_t head = 1 | (record == 16 ? 0u : 1u) << 5;
    std::memcpy(out.data() + at + record, &head, sizeof head);
  }
}

PageSpan judge(const std::vector<uint64_t>& times, const PageBefore& before, bool fresh = false) {
  std::vector<std::byte> bytes;
  for (uint64_t time : times) addPage(bytes, time);
  kernel::PageHeader header;
  EXPECT_TRUE(kernel::readPageHeader(Bytes(bytes).first(kPage), Endian::Little, 8, header));
  return judgePage({bytes, kPage, Endian::Little, 8, fresh}, header, before);
}

TEST(TracecmdOrder, AClockMayStepBackALittle) {
  for (uint64_t back : {uint64_t{1}, kJitter}) {
    EXPECT_EQ(judge({kStart - back, kStart + 5000, kStart + 10000}, {true, kStart}).damage, "");
    EXPECT_EQ(judge({kStart - back}, {true, kStart}).damage, "") << "the last page";
    const PageSpan span = judge({kStart, kStart - back, kStart + 5000}, {true, kStart - 5000});
    EXPECT_EQ(span.damage, "");
    EXPECT_GE(span.latest, kStart) << "its own records are not later than the next page";
  }
  EXPECT_FALSE(judge({kStart - 1, kStart + 5000, kStart + 10000}, {true, kStart}).wentBack);
  EXPECT_NE(judge({kStart - kJitter - 1, kStart + 5000, kStart + 10000}, {true, kStart}).damage, "");
  EXPECT_NE(judge({kStart + 90000, kStart, kStart + 5000}, {true, kStart - 5000}).damage, "");
  // The last records of a page may be a little later than the next page begins.
  EXPECT_EQ(judge({kStart, kStart + 500, kStart + 5000}, {true, kStart - 5000}).latest, kStart + 500 + kJitter);
  EXPECT_EQ(judge({kStart, ~uint64_t{0} - 9, ~uint64_t{0} - 5}, {true, kStart - 5000}).latest, ~uint64_t{0});
}

TEST(TracecmdOrder, AnIdleCpuIsBelieved) {
  const uint64_t later = kStart + kLongPause + 1;
  PageSpan last = judge({later}, {true, kStart});
  EXPECT_EQ(last.damage, "");
  EXPECT_NE(last.pause, "");
  PageSpan first = judge({kStart, later, later + 500}, {});
  EXPECT_EQ(first.damage, "");
  EXPECT_NE(first.pause, "");
  // Where other pages bear it out, nothing is told.
  EXPECT_EQ(judge({later, later + 5000, later + 10000}, {true, kStart}).pause, "");
  EXPECT_EQ(judge({kStart + kLongPause}, {true, kStart}).pause, "");
  EXPECT_EQ(judge({kStart - 1}, {true, kStart}).pause, "");
}

}  // namespace
}  // namespace tp::tracecmd
