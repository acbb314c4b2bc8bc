// The parts of the LTTng reader one by one.
#include <gtest/gtest.h>

#include "core/formats/lttng/clock.h"
#include "core/formats/lttng/marker_format.h"
#include "core/formats/registry.h"
#include "core/io/local_files.h"
#include "tests/support/samples.h"

namespace tp::lttng {
namespace {

std::vector<Field> parsed(std::string_view text, const TypeSizes& sizes = {}) {
  std::vector<Field> fields;
  EXPECT_TRUE(parseFormat(text, sizes, 1000, fields)) << text;
  return fields;
}

TEST(LttngFormat, SizesAndKinds) {
  TypeSizes sizes{4, 8, 8, 8};
  std::vector<Field> fields =
      parsed("a %hd b %lu c %llx d %p e %s f %zu g #1u%d h #p%ld i #n4u%lu j #8u%llu k %c", sizes);
  ASSERT_EQ(fields.size(), 11u);
  const uint8_t bytes[] = {2, 8, 8, 8, 0, 8, 1, 8, 4, 8, 1};
  for (size_t i = 0; i < fields.size(); ++i) EXPECT_EQ(fields[i].size, bytes[i]) << i;
  EXPECT_EQ(fields[0].kind, FieldKind::Signed);
  EXPECT_EQ(fields[4].kind, FieldKind::String);
  EXPECT_EQ(fields[6].kind, FieldKind::Unsigned);
  EXPECT_EQ(fields[6].conversion, 'd');
  EXPECT_EQ(fields[7].kind, FieldKind::Pointer);
  EXPECT_TRUE(fields[8].network);
}

TEST(LttngFormat, NamesAndText) {
  std::vector<Field> fields = parsed("ip 0x%lX first second %d %u rw(A,B) %lX 50%%%d");
  ASSERT_EQ(fields.size(), 5u);
  EXPECT_EQ(fields[0].name, "ip");
  EXPECT_EQ(fields[0].before, "0x");
  EXPECT_EQ(fields[1].name, "first");
  EXPECT_EQ(fields[1].before, "");
  EXPECT_EQ(fields[2].name, "field 3");
  EXPECT_EQ(fields[3].name, "rw(A,B)");
  EXPECT_EQ(fields[4].before, "50%");
  EXPECT_EQ(parsed(" name %d")[0].name, "");
  EXPECT_TRUE(parsed(" ").empty());
  // A trace type that is not complete takes the sign of the field with it.
  EXPECT_TRUE(parsed("irqstate #1%d").empty());
}

TEST(LttngFormat, HostileFormats) {
  std::vector<Field> fields;
  for (const char* text : {"%", "a %y", "a %l", "a %5d"}) EXPECT_FALSE(parseFormat(text, {}, 1000, fields)) << text;
  EXPECT_FALSE(parseFormat("a %d", {3, 3, 3, 3}, 1000, fields));
  EXPECT_FALSE(parseFormat("a %d b %d", {}, 1, fields));
  for (const char* text : {"#", "a #", "a #n", "a #1", "##", "%%"}) parseFormat(text, {}, 1000, fields);
}

TEST(LttngClock, BothMeaningsOfTheScale) {
  SubBuffer header;
  header.layout.major = 2;
  header.layout.minor = 6;
  header.frequency = 3000000000;
  header.scale = 2;
  EXPECT_EQ(Clock(header).at(3000), 2000);
  header.layout.minor = 1;
  EXPECT_EQ(Clock(header).at(3000), 500);
  header.layout.minor = 2;
  header.startSec = 1226000000;
  EXPECT_EQ(Clock(header).at(3000), 500);
  header.startSec = 1227000000;
  EXPECT_EQ(Clock(header).at(3000), 2000);
  header.frequency = 0;
  EXPECT_EQ(Clock(header).at(~uint64_t{0}), clampTime(int64_t{1} << 62));
}

void put(std::string& out, uint64_t value, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i) out += static_cast<char>(value >> 8 * i);
}

std::string headerOf(uint8_t minor, uint8_t pointer, uint32_t data, uint32_t size) {
  std::string out;
  put(out, 1000, 8);
  put(out, 2000, 8);
  put(out, kMagic, 4);
  for (uint8_t byte : {uint8_t{2}, minor, pointer, uint8_t{0}}) put(out, byte, 1);
  put(out, 1260000000, 8);
  put(out, 5, 8);
  put(out, 1000000000, 8);
  put(out, 1, 4);
  put(out, data, 4);
  put(out, size, 4);
  put(out, 0, 8);
  out.resize(size);
  return out;
}

TEST(LttngSubBuffer, Versions) {
  struct Case {
    uint8_t minor, pointer;
    uint16_t header;
  };
  for (Case c : {Case{0, 4, 60}, Case{0, 8, 64}, Case{1, 8, 60}, Case{2, 8, 68}, Case{4, 4, 68}, Case{5, 4, 68}}) {
    std::string text = headerOf(c.minor, c.pointer, c.minor < 5 ? 96 : 4000, 4096);
    SubBuffer header;
    Bytes bytes = std::as_bytes(std::span(text.data(), kHeadBytes));
    ASSERT_EQ(readSubBuffer(bytes, header), HeaderState::Good) << int{c.minor};
    EXPECT_EQ(header.layout.headerSize, c.header);
    EXPECT_EQ(header.dataSize, 4000u);
    EXPECT_EQ(header.size, 4096u);
  }
  SubBuffer header;
  std::string text = headerOf(7, 4, 4000, 4096);
  EXPECT_EQ(readSubBuffer(std::as_bytes(std::span(text.data(), kHeadBytes)), header), HeaderState::OtherVersion);
  text = headerOf(6, 4, 5000, 4096);
  EXPECT_EQ(readSubBuffer(std::as_bytes(std::span(text.data(), kHeadBytes)), header), HeaderState::Damaged);
}

TEST(LttngProbe, SaysWhatIsMissing) {
  FileSet files;
  std::string bytes = test::readFile(test::dataPath("lttng/2.6-le/data/kernel_0"));
  files.add("kernel_0", std::make_shared<MemorySource>(std::string_view(bytes)));
  auto alone = openTrace(files);
  ASSERT_FALSE(alone);
  EXPECT_NE(alone.error().message.find("whole folder"), std::string::npos);
  FileSet newer;
  newer.add("kernel_0", std::make_shared<MemorySource>(std::string_view(headerOf(9, 4, 4000, 4096))));
  auto refused = openTrace(newer);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("version 2.9"), std::string::npos);
}

}  // namespace
}  // namespace tp::lttng
