// Source lines of the functions of an XRay log, against what LLVM says of the same programs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <set>

#include "core/formats/xray/function_map.h"
#include "core/formats/xray/source_lines.h"
#include "tests/support/decode_all.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"

namespace tp::xray {
namespace {

std::string data(const std::string& name) {
  return test::readFile(test::dataPath("xray/lines/" + name));
}

FunctionMap mapOf(std::string program) {
  WarningLog warnings;
  return findFunctionMap(test::fileInMemory("program", std::move(program)), warnings);
}

// As the expectations are written.
std::string linesOf(const std::string& program) {
  FunctionMap map = mapOf(program);
  if (map.empty()) return "no functions";
  SourceLines lines(map.program, map.addresses);
  std::string out;
  for (size_t i = 0; i < map.names.size(); ++i) {
    const std::string& place = lines.of(map.addresses[i]).text;
    out += std::to_string(i + 1) + " " + map.names[i] + " " + (place.empty() ? "-" : place) + "\n";
  }
  return out;
}

TEST(XrayLines, AsLlvmHasThem) {
  for (const char* name : {"dwarf4", "dwarf4-pie", "dwarf5", "dwarf5-pie", "sections4", "sections5", "tables-only",
                           "split", "optimised", "none"})
    EXPECT_EQ(linesOf(data(name)), data(name + std::string(".expected.txt"))) << name;
}

// The row of each slice's details, by name, as the expectations have it.
std::string shownBy(test::LocalSession& local) {
  const TraceIndex& index = local.session.index();
  std::set<std::string> rows;
  for (TrackId track = 0; track < index.tracks().size(); ++track) {
    if (index.tracks()[track].key.kind != TrackKind::Thread) continue;
    std::vector<Mark> marks;
    local.session.query(track, index.begin(), index.end(), 0, marks);
    for (const Mark& mark : marks) {
      local.session.describe(track, mark);
      local.finish();
      std::string id, source = "-";
      for (const auto& [label, text, place] : local.session.description()->rows) {
        if (label == "id") id = text;
        if (label == "source") source = text;
      }
      rows.insert(id + " " + std::string(index.names().view(mark.name)) + " " + source + "\n");
    }
  }
  std::string out;
  for (const std::string& row : rows) out += row;
  return out;
}

FileSet logAlone() {
  return test::fileInMemory("calls.xray", data("calls.xray"));
}

TEST(XrayLines, OfSelectedCalls) {
  FileSet files = logAlone();
  files.add("shop", std::make_shared<MemorySource>(std::string_view(data("dwarf5-pie"))));
  test::LocalSession local;
  local.open(files);
  EXPECT_EQ(shownBy(local), data("dwarf5-pie.expected.txt"));
}

TEST(XrayLines, OfAProgramThatComesLater) {
  test::LocalSession local(2);
  local.open(logAlone());
  EXPECT_EQ(shownBy(local).substr(0, 6), "1 1 -\n");
  ASSERT_TRUE(local.add(test::fileInMemory("shop", data("dwarf4"))));
  EXPECT_EQ(shownBy(local), data("dwarf4.expected.txt"));
}

TEST(XrayLines, AMapHasNone) {
  test::LocalSession local;
  FileSet files = logAlone();
  files.add("map.yaml", std::make_shared<MemorySource>(
                            "- { id: 1, address: 0x10, function: 0x10, kind: function-enter, function-name: 'f' }\n"));
  local.open(files);
  EXPECT_EQ(shownBy(local).substr(0, 6), "1 f -\n");
}

TEST(XrayLines, CompressedSections) {
  for (const char* name : {"zlib", "zstd"}) EXPECT_EQ(linesOf(data(name)), data("dwarf5-pie.expected.txt")) << name;
}

// Where in an ELF file of 64 bits the header of a section is.
size_t headerOf(const std::string& elf, const std::string& name) {
  auto word = [&](size_t at, size_t size) {
    uint64_t value = 0;
    std::memcpy(&value, elf.data() + at, size);
    return static_cast<size_t>(value);
  };
  size_t table = word(0x28, 8), entry = word(0x3a, 2), count = word(0x3c, 2), names = word(0x3e, 2);
  size_t text = word(table + names * entry + 24, 8);
  for (size_t at = table; at < table + count * entry; at += entry)
    if (elf.c_str() + text + word(at, 4) == name) return at;
  return 0;
}

void put(std::string& bytes, size_t at, uint64_t value) {
  std::memcpy(bytes.data() + at, &value, sizeof value);
}

size_t offsetOf(const std::string& elf, const std::string& name) {
  uint64_t value = 0;
  std::memcpy(&value, elf.data() + headerOf(elf, name) + 24, sizeof value);
  return static_cast<size_t>(value);
}

TEST(XrayLines, MoreThanIsReadIsSaid) {
  std::string program = data("zlib");
  put(program, offsetOf(program, ".debug_str") + 8, uint64_t{5000} << 20);
  EXPECT_NE(linesOf(program).find("main not read: 5000 MB of debugging information"), std::string::npos)
      << linesOf(program);
}

// Damage costs lines, and nothing else; names are there all the same.
TEST(XrayLines, DamagedSections) {
  std::string none = data("none.expected.txt");
  for (const char* kind : {"zlib", "zstd"}) {
    std::string larger = data(kind);
    put(larger, offsetOf(larger, ".debug_line") + 8, uint64_t{20} << 20);
    EXPECT_EQ(linesOf(larger), none) << kind;
    std::string broken = data(kind);
    put(broken, offsetOf(broken, ".debug_info") + 30, ~uint64_t{0});
    EXPECT_EQ(linesOf(broken), none) << kind;
    std::string unknown = data(kind);
    put(unknown, offsetOf(unknown, ".debug_abbrev"), 7);
    EXPECT_EQ(linesOf(unknown), none) << kind;
  }
  std::string beyond = data("dwarf5");
  put(beyond, headerOf(beyond, ".debug_line") + 32, uint64_t{1} << 40);
  EXPECT_EQ(linesOf(beyond), none);
  // A table that claims more than there is; that of the other unit knows one of its functions, too.
  std::string table = data("dwarf4");
  table.replace(offsetOf(table, ".debug_line"), 4, "\xff\xff\xff\x7f");
  EXPECT_EQ(linesOf(table),
            "1 dropped(int) -\n2 work(int) -\n3 main -\n4 Counter::Counter() -\n"
            "5 Counter::add(int) -\n6 int twice<int>(int) src/shop.h:3\n7 price(int) src/shop.cpp:3\n");
}

// Wherever it is that the memory ends, that is said, and what comes after begins anew.
TEST(XrayLines, WithLittleMemory) {
  FunctionMap map = mapOf(data("sections5"));
  std::vector<uint64_t> functions = map.addresses;
  std::sort(functions.begin(), functions.end());
  std::vector<DwarfFile::Range> ranges = DwarfFile(map.program).ranges();
  ASSERT_FALSE(ranges.empty());
  size_t cut = 0, whole = 0;
  for (size_t memory = 0; memory < 400000; memory += 97) {
    DwarfFile dwarf(map.program, memory);
    bool enough = dwarf.ranges().size() == ranges.size();
    EXPECT_TRUE(enough || !dwarf.problem().empty()) << memory;
    std::string problem, folder;
    bool known = !dwarf.lines(ranges.back().unit, functions, problem, folder).empty();
    EXPECT_TRUE(known || !problem.empty() || !dwarf.problem().empty()) << memory;
    ++(enough && known ? whole : cut);
  }
  EXPECT_GT(cut, 10u);
  EXPECT_GT(whole, 10u);
}

TEST(XrayLines, EveryByteMayBeWrong) {
  for (const char* name : {"dwarf4", "sections5"}) {
    std::string whole = data(name);
    for (size_t at = offsetOf(whole, ".debug_abbrev") & ~size_t{63}; at < whole.size(); ++at) {
      std::string program = whole;
      program[at] = static_cast<char>(program[at] ^ 0xff);
      linesOf(program);
    }
  }
}

}  // namespace
}  // namespace tp::xray
