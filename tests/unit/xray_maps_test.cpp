// Where the names of an XRay log's functions come from: programs, and maps as YAML.
#include <gtest/gtest.h>

#include <cstring>

#include "core/formats/registry.h"
#include "core/formats/xray/function_map.h"
#include "core/formats/xray/function_names.h"
#include "core/formats/xray/yaml_map.h"
#include "tests/support/decode_all.h"
#include "tests/support/samples.h"

namespace tp::xray {
namespace {

TEST(XrayYaml, WhatExtractWrites) {
  std::vector<YamlSled> sleds;
  size_t stoppedAt = 0;
  EXPECT_TRUE(
      readYamlMap("# a comment\n---\n"
                  "- { id: 1, address: 0x10, function: 0x10, kind: function-enter, always-instrument: true, "
                  "function-name: 'op''s(int, char)', version: 2 }\r\n"
                  "- { id: 2, address: 32, function: 0x0000000000000020, kind: tail-exit,\n    function-name: main }\n"
                  "- {id: 3, function: 3, function-name: \"a\\x41\\\"\"}\n...\n",
                  sleds, stoppedAt));
  ASSERT_EQ(sleds.size(), 3u);
  EXPECT_EQ(sleds[0].name, "op's(int, char)");
  EXPECT_EQ(sleds[1].name, "main");
  EXPECT_EQ(sleds[1].function, 32u);
  EXPECT_EQ(sleds[2].name, "aA\"");
}

TEST(XrayYaml, StopsAtAnythingElse) {
  for (const char* text :
       {"- { id: 1, function: 0x1 }\n- [ 1 ]", "- { id: 1, function: 0x1 }\n- { id: x }",
        "- { id: 1, function: 0x1 }\n- { id: 2, function-name: 'open", "- { id: 1 }\n- { function: 1 }",
        "- { id: 1 }\n- { id: 5000000000 }", "- { id: 1 }\n- {", "- { id: 1 }\nheader:"}) {
    std::vector<YamlSled> sleds;
    size_t stoppedAt = 0;
    EXPECT_FALSE(readYamlMap(text, sleds, stoppedAt)) << text;
    EXPECT_EQ(sleds.size(), 1u) << text;
    EXPECT_GT(stoppedAt, 5u) << text;
  }
  EXPECT_FALSE(looksLikeYamlMap("---\nheader:\n  version: 1\n"));
  EXPECT_TRUE(looksLikeYamlMap("# map\n---\n- { id: 1, "));
}

// Programs that tests/fuzz/make_corpus.py makes: of both word sizes and byte orders, position independent or relocated.
// One id of a log, which damage may have made: a table up to it would be sixteen megabytes.
TEST(XrayNames, AnIdFarBeyondTheOthersTakesNoTable) {
  NameTable names;
  WarningLog warnings;
  xray::FunctionNames functions(names, warnings);
  constexpr uint32_t kFar = 3000000;
  const NameId far = functions.of(kFar), near = functions.of(7);
  EXPECT_EQ(functions.of(kFar), far);
  EXPECT_LT(functions.given().size(), 10000u);
  // And is one of the program's when that comes.
  xray::FunctionMap map;
  map.names.resize(kFar);
  map.names[7 - 1] = "near";
  map.names[kFar - 1] = "far";
  std::vector<NameId> renamed;
  functions.adopt(std::move(map), renamed);
  EXPECT_EQ(renamed, (std::vector<NameId>{near, far}));
  EXPECT_EQ(names.view(far), "far");
  EXPECT_EQ(names.view(functions.of(kFar)), "far");
  EXPECT_EQ(warnings.total(), 0u);
}

TEST(XrayElf, BothSizesAndByteOrders) {
  for (const char* bits : {"32", "64"}) {
    for (const char* order : {"-le", "-be"}) {
      for (const char* kind : {"", "-relocated"}) {
        std::string name = std::string(bits) + order + kind;
        std::string path = std::string(TP_SOURCE_DIR) + "/tests/fuzz/corpus/xray_elf/" + name;
        WarningLog warnings;
        FunctionMap map = findFunctionMap(test::fileInMemory("program", test::readFile(path)), warnings);
        EXPECT_EQ(map.names, (std::vector<std::string>{"foo()", "bar"})) << name;
        EXPECT_EQ(warnings.total(), 0u) << name;
      }
    }
  }
}

// The header of the section with the sleds in a program of 64 bits, little endian: where its size stands.
size_t sizeOfMapAt(std::string_view program) {
  auto number = [&](size_t at, auto value) {
    std::memcpy(&value, program.data() + at, sizeof value);
    return value;
  };
  auto header = [&](size_t section) { return number(0x28, uint64_t{}) + section * number(0x3a, uint16_t{}); };
  uint64_t names = number(header(number(0x3e, uint16_t{})) + 0x18, uint64_t{});
  for (size_t section = 0; section < number(0x3c, uint16_t{}); ++section)
    if (program.substr(names + number(header(section), uint32_t{})).starts_with("xray_instr_map"))
      return header(section) + 0x20;
  return 0;
}

TEST(XrayElf, ProgramsWithoutAMap) {
  const std::string good = test::readFile(std::string(TP_SOURCE_DIR) + "/tests/fuzz/corpus/xray_elf/64-le");
  std::string nameless = good, cut = good;
  nameless[nameless.find("xray_instr_map")] = 'y';
  ASSERT_GT(sizeOfMapAt(good), 0u);
  ++cut[sizeOfMapAt(good)];
  const std::pair<std::string, const char*> cases[] = {{nameless, "no section xray_instr_map"},
                                                       {cut, "no whole sleds"},
                                                       {"\xcf\xfa\xed\xfe" + std::string(100, '\0'), "Mach-O"}};
  for (const auto& [bytes, problem] : cases) {
    FileSet files = test::fileInMemory("program", bytes);
    EXPECT_TRUE(mayHoldMap(*files.files().front().source)) << problem;
    WarningLog warnings;
    EXPECT_TRUE(findFunctionMap(files, warnings).names.empty()) << problem;
    ASSERT_EQ(warnings.total(), 1u) << problem;
    EXPECT_NE(warnings.kept().front().found.find(problem), std::string::npos) << warnings.kept().front().found;
    // Alone it is no trace, and says what to drop.
    auto opened = openTrace(files);
    ASSERT_FALSE(opened);
    EXPECT_NE(opened.error().message.find("XRay log is what to drop"), std::string::npos) << problem;
  }
}

}  // namespace
}  // namespace tp::xray
