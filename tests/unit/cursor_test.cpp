#include "core/io/cursor.h"

#include <gtest/gtest.h>

#include <vector>

namespace tp {
namespace {

std::vector<std::byte> bytesOf(std::initializer_list<int> values) {
  std::vector<std::byte> bytes;
  for (int value : values) bytes.push_back(static_cast<std::byte>(value));
  return bytes;
}

TEST(Cursor, ReadsInBothByteOrders) {
  auto bytes = bytesOf({1, 2, 3, 4, 5, 6, 7, 8});
  EXPECT_EQ(Cursor(bytes).u16(), 0x0201);
  EXPECT_EQ(Cursor(bytes, Endian::Big).u16(), 0x0102);
  EXPECT_EQ(Cursor(bytes).u64(), 0x0807060504030201u);
  EXPECT_EQ(Cursor(bytes, Endian::Big).u64(), 0x0102030405060708u);
}

TEST(Cursor, SignedValuesExtend) {
  auto bytes = bytesOf({0xff, 0xfe, 0xff, 0xff});
  Cursor cursor(bytes);
  EXPECT_EQ(cursor.i8(), -1);
  EXPECT_EQ(cursor.i16(), -2);
  cursor.seek(0);
  EXPECT_EQ(cursor.signedOf(4), -257);
}

TEST(Cursor, FailsOnceAndStays) {
  auto bytes = bytesOf({1, 2, 3});
  Cursor cursor(bytes);
  EXPECT_EQ(cursor.u32(), 0u);
  EXPECT_TRUE(cursor.failed());
  EXPECT_EQ(cursor.u8(), 0);
  EXPECT_TRUE(cursor.bytes(1).empty());
}

TEST(Cursor, HugeSizesDoNotWrap) {
  auto bytes = bytesOf({1, 2, 3});
  Cursor cursor(bytes);
  cursor.u8();
  EXPECT_TRUE(cursor.bytes(~uint64_t{0}).empty());
  EXPECT_TRUE(cursor.failed());
  Cursor other(bytes);
  other.skip(~uint64_t{0});
  EXPECT_TRUE(other.failed());
}

TEST(Cursor, StringsEndAtANul) {
  auto bytes = bytesOf({'a', 'b', 0, 'c'});
  Cursor cursor(bytes);
  EXPECT_EQ(cursor.cString(), "ab");
  EXPECT_EQ(cursor.cString(), "");
  EXPECT_TRUE(cursor.failed());
}

TEST(Cursor, SizesThatAreNone) {
  auto bytes = bytesOf({1, 2, 3, 4});
  Cursor cursor(bytes);
  cursor.unsignedOf(3);
  EXPECT_TRUE(cursor.failed());
}

TEST(LineCursor, LastLineNeedsNoNewline) {
  LineCursor lines("one\r\n\ntwo");
  std::string_view line;
  ASSERT_TRUE(lines.next(line));
  EXPECT_EQ(line, "one");
  ASSERT_TRUE(lines.next(line));
  EXPECT_EQ(line, "");
  ASSERT_TRUE(lines.next(line));
  EXPECT_EQ(line, "two");
  EXPECT_EQ(lines.offset(), 6u);
  EXPECT_FALSE(lines.next(line));
}

}  // namespace
}  // namespace tp
