// Pages of the kernel's ring buffer with some of their records left out.
#include "core/kernel/page_cut.h"

#include <gtest/gtest.h>

#include <cstring>

namespace tp::kernel {
namespace {

constexpr uint32_t kPage = 256;

struct Event {
  uint64_t time;
  uint32_t id;
};

bool operator==(const Event& a, const Event& b) {
  return a.time == b.time && a.id == b.id;
}

void PrintTo(const Event& event, std::ostream* out) {
  *out << event.id << " at " << event.time;
}

// A page with records of 8 bytes of data, of which the first 4 are the id.
class PageMaker {
 public:
  explicit PageMaker(uint64_t time, Endian endian = Endian::Little) : endian_(endian), bytes_(16), time_(time) {
    std::vector<std::byte> stamp;
    put(time, 8, stamp);
    std::copy(stamp.begin(), stamp.end(), bytes_.begin());
  }
  PageMaker& add(uint64_t time, uint32_t id, uint32_t size = 8) {
    uint64_t delta = time - time_;
    if (delta >> 27 != 0) {
      head(30, delta & 0x7ffffff);
      put(delta >> 27, 4, bytes_);
      delta = 0;
    }
    time_ = time;
    if (size <= 112) {
      head(size / 4, delta);
    } else {
      head(0, delta);
      put(size + 4, 4, bytes_);
    }
    put(id, 4, bytes_);
    bytes_.resize(bytes_.size() + size - 4, std::byte{0x55});
    return *this;
  }
  std::vector<std::byte> page(uint64_t flags = 0, int64_t lost = -1) const {
    std::vector<std::byte> out = bytes_, commit;
    put((bytes_.size() - 16) | flags, 8, commit);
    std::copy(commit.begin(), commit.end(), out.begin() + 8);
    if (lost >= 0) put(static_cast<uint64_t>(lost), 8, out);
    out.resize(kPage, std::byte{0x77});
    return out;
  }

 private:
  void put(uint64_t value, int size, std::vector<std::byte>& to) const {
    for (int i = 0; i < size; ++i)
      to.push_back(static_cast<std::byte>(value >> 8 * (endian_ == Endian::Little ? i : size - 1 - i)));
  }
  void head(uint32_t type, uint64_t delta) {
    put(endian_ == Endian::Little ? type | delta << 5 : uint64_t{type} << 27 | delta, 4, bytes_);
  }

  Endian endian_;
  std::vector<std::byte> bytes_;
  uint64_t time_;
};

std::vector<Event> eventsOf(Bytes page, PageHeader& header, Endian endian = Endian::Little) {
  std::vector<Event> out;
  EXPECT_TRUE(readPageHeader(page, endian, 8, header));
  RingWalk walk(page, endian, header);
  for (RingRecord raw; walk.next(raw);)
    out.push_back({walk.time(), loadUnchecked<uint32_t>(page.data() + raw.at, endian)});
  EXPECT_FALSE(walk.damaged());
  return out;
}

PageCut::Rules within(uint64_t from, uint64_t to) {
  PageCut::Rules rules;
  rules.pageSize = kPage;
  rules.inRange = [=](uint64_t time) { return time >= from && time <= to; };
  return rules;
}

TEST(PageCut, KeepsTheRecordsOfARangeAtTheirTimes) {
  const uint64_t far = uint64_t{1} << 40;
  const auto page = PageMaker(100).add(100, 1).add(110, 2).add(110 + far, 3).add(120 + far, 4).page();
  PageHeader header;
  PageCut all(within(0, ~uint64_t{0}));
  EXPECT_EQ(eventsOf(all.next(page), header), (std::vector<Event>{{100, 1}, {110, 2}, {110 + far, 3}, {120 + far, 4}}));
  EXPECT_EQ(header.time, 100u);
  PageCut last(within(120 + far, ~uint64_t{0}));
  EXPECT_EQ(eventsOf(last.next(page), header), (std::vector<Event>{{120 + far, 4}}));
  PageCut middle(within(105, 110 + far));
  EXPECT_EQ(eventsOf(middle.next(page), header), (std::vector<Event>{{110, 2}, {110 + far, 3}}));
  EXPECT_EQ(middle.records(), 2u);
  PageCut none(within(1, 2));
  EXPECT_TRUE(none.next(page).empty());
}

TEST(PageCut, KeepsBigEndianAndLongRecords) {
  const auto page = PageMaker(5, Endian::Big).add(6, 1, 120).add(7, 2).page();
  PageCut::Rules rules = within(6, 6);
  rules.endian = Endian::Big;
  PageCut cut(rules);
  PageHeader header;
  const Bytes kept = cut.next(page);
  EXPECT_EQ(eventsOf(kept, header, Endian::Big), (std::vector<Event>{{6, 1}}));
  EXPECT_EQ(header.dataEnd, 16u + 8 + 120);
}

TEST(PageCut, LeavesNothingOfOtherRecordsBehind) {
  const auto page = PageMaker(1).add(1, 0x41414141, 100).add(2, 2).page();
  PageCut cut(within(2, 2));
  const Bytes kept = cut.next(page);
  EXPECT_EQ(asText(kept).find("AAAA"), std::string_view::npos);
  EXPECT_EQ(kept.back(), std::byte{0});
}

TEST(PageCut, TellsLossesOfTheRangeOnly) {
  constexpr uint64_t kMissed = 1u << 31, kCounted = 1u << 30;
  const auto before = PageMaker(1).add(1, 1).page(kMissed | kCounted, 5);
  const auto inside = PageMaker(10).add(10, 2).page(kMissed | kCounted, 7);
  const auto again = PageMaker(20).add(20, 3).add(21, 4).page(kMissed | kCounted, 2);
  PageHeader header;
  PageCut range(within(10, 20));
  EXPECT_TRUE(range.next(before).empty());
  EXPECT_EQ(eventsOf(range.next(inside), header), (std::vector<Event>{{10, 2}}));
  EXPECT_TRUE(header.lost);
  EXPECT_EQ(header.lostCount, 7);
  // A page whose records nobody wants passes its loss on.
  PageCut::Rules rules = within(10, 21);
  rules.wanted = [](Bytes record) { return loadUnchecked<uint32_t>(record.data(), Endian::Little) == 4; };
  PageCut wanted(rules);
  EXPECT_TRUE(wanted.next(inside).empty());
  EXPECT_EQ(eventsOf(wanted.next(again), header), (std::vector<Event>{{21, 4}}));
  EXPECT_EQ(header.lostCount, 9);
  // What is behind the beginning of a page that was lost before the range is no loss of the range.
  PageCut late(within(21, 30));
  EXPECT_EQ(eventsOf(late.next(again), header), (std::vector<Event>{{21, 4}}));
  EXPECT_FALSE(header.lost);
}

TEST(PageCut, TellsDamageAsALossBeforeTheNextPage) {
  auto damaged = PageMaker(1).add(1, 1).add(2, 2).page();
  damaged[28] = std::byte{29};  // padding of an impossible size
  const auto next = PageMaker(5).add(5, 3).page();
  PageCut cut(within(0, 100));
  PageHeader header;
  cut.next(damaged);
  EXPECT_TRUE(cut.damaged());
  EXPECT_EQ(eventsOf(cut.next(next), header), (std::vector<Event>{{5, 3}}));
  EXPECT_FALSE(cut.damaged());
  EXPECT_TRUE(header.lost);
  EXPECT_EQ(header.lostCount, -1);
  EXPECT_TRUE(cut.next(Bytes(next).first(10)).empty());
  EXPECT_TRUE(cut.damaged());
}

TEST(PageCut, ChangesRecordsInPlace) {
  PageCut::Rules rules = within(0, 100);
  rules.change = [](std::span<std::byte> record) { std::memset(record.data(), 0, record.size()); };
  PageCut cut(rules);
  PageHeader header;
  EXPECT_EQ(eventsOf(cut.next(PageMaker(1).add(1, 9).page()), header), (std::vector<Event>{{1, 0}}));
}

}  // namespace
}  // namespace tp::kernel
