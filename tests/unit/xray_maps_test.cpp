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

// As YAML 1.2 has it in double quotes: numbers are those of letters, not of bytes.
TEST(XrayYaml, WhatIsEscapedIsALetter) {
  std::vector<YamlSled> sleds;
  size_t stopped = 0;
  ASSERT_TRUE(
      readYamlMap("- { id: 1, function-name: \"\\e[2J\\x07\\r\\xE9\\u202E\\U0001F600\\_\\\\\\/\" }\n", sleds, stopped));
  ASSERT_EQ(sleds.size(), 1u);
  EXPECT_EQ(sleds[0].name, "\x1b[2J\x07\r\u00e9\u202e\U0001f600\u00a0\\/");
  for (const char* wrong : {"\\x1", "\\u12", "\\xzz", "\\U00110000"}) {
    sleds.clear();
    EXPECT_FALSE(readYamlMap("- { id: 1, function-name: \"" + std::string(wrong) + "\" }\n", sleds, stopped)) << wrong;
  }
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

// A library has functions of its own numbers, and may have one of a name that the program has, too.
TEST(XrayNames, OfTheProgramAndOfALibraryAreTwo) {
  NameTable names;
  names.keepFunctions(FunctionIdentity::Apart);
  WarningLog warnings;
  xray::FunctionNames functions(names, warnings);
  constexpr uint32_t kOfLibrary = 1 << 24 | 1;
  const NameId ours = functions.of(1), theirs = functions.of(kOfLibrary);
  EXPECT_EQ(names.exact(ours), "function 1");
  EXPECT_EQ(names.exact(theirs), "object 1, function 1");
  std::vector<NameId> renamed;
  for (uint32_t object : {0, 1}) {
    xray::FunctionMap map;
    map.object = object;
    map.file = object == 0 ? "program" : "libs/libshapes.so";
    map.names = {"init()"};
    functions.adopt(std::move(map), renamed);
  }
  EXPECT_EQ(renamed, (std::vector<NameId>{ours, theirs}));
  EXPECT_EQ(names.exact(ours), "init()");
  EXPECT_EQ(names.exact(theirs), "init() [libshapes.so]");
  EXPECT_EQ(names.view(theirs), "init()");
  EXPECT_EQ(functions.of(1 << 24 | 2), functions.of(1 << 24 | 2));
  EXPECT_EQ(warnings.total(), 1u) << "the library has no second function";
}

TEST(XrayMaps, LibrariesAreObjectsByTheirNamesOrInTheirOrder) {
  const std::string library = test::readFile(test::dataPath("xray/objects/libshapes.so"));
  FileSet files;
  for (const char* name : {"a.so", "b.object2.so", "c.so", "object1-but-a-map.yaml"})
    files.add(name, std::make_shared<MemorySource>(std::string_view(name).ends_with("yaml")
                                                       ? "- { id: 1, function: 1, function-name: f }\n"
                                                       : library));
  files.add("d.yaml", std::make_shared<MemorySource>(
                          std::string("- { id: 1, function: 1, function-name: f }\n"
                                      "- { id: 83886081, function: 1, function-name: g }\n")));  // 5 << 24 | 1
  WarningLog warnings;
  std::vector<std::pair<uint32_t, std::string>> found;
  for (const FunctionMap& map : findFunctionMaps(files, {3}, warnings))
    found.emplace_back(map.object, map.file + (map.assumed ? "?" : ""));
  EXPECT_EQ(found, (std::vector<std::pair<uint32_t, std::string>>{{0, "d.yaml"},
                                                                  {1, "object1-but-a-map.yaml"},
                                                                  {2, "b.object2.so"},
                                                                  {4, "a.so?"},
                                                                  {5, "d.yaml"},
                                                                  {6, "c.so?"}}));
  EXPECT_EQ(warnings.total(), 0u);
}

TEST(XrayElf, BothSizesAndByteOrders) {
  for (const char* bits : {"32", "64"}) {
    for (const char* order : {"-le", "-be"}) {
      for (const char* kind : {"", "-relocated"}) {
        std::string name = std::string(bits) + order + kind;
        std::string path = test::sourcePath("tests/fuzz/corpus/xray_elf/" + name);
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
  const std::string good = test::readFile(test::sourcePath("tests/fuzz/corpus/xray_elf/64-le"));
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

void put(std::string& bytes, uint64_t value, int size) {
  for (int i = 0; i < size; ++i) bytes += static_cast<char>(i < 8 ? value >> (8 * i) : 0);
}

// So many functions of one name of so many bytes.
std::string programOfOneName(uint64_t functions, size_t nameLength) {
  const std::string text = '\0' + std::string(nameLength, 'n') + '\0', sections = std::string("\0xray_instr_map\0", 16);
  std::string sleds, symbols, headers;
  for (uint64_t i = 0; i < functions; ++i) {
    put(sleds, 0, 8);
    put(sleds, 0x1000 + i * 16, 8);
    put(sleds, 0, 16);
    put(symbols, 1, 4);
    put(symbols, 2, 4);
    put(symbols, 0x1000 + i * 16, 8);
    put(symbols, 16, 8);
  }
  std::string bytes =
      "\x7f"
      "ELF\x02\x01\x01";
  bytes.resize(16);
  std::string body = sleds + symbols + text + sections;
  put(bytes, 3, 2);
  put(bytes, 62, 2);
  put(bytes, 1, 4);
  put(bytes, 0, 16);
  put(bytes, 64 + body.size(), 8);
  put(bytes, 0, 6);
  put(bytes, 0, 4);
  put(bytes, 64, 2);
  put(bytes, 5, 2);
  put(bytes, 4, 2);
  bytes += body;
  uint64_t at = 64;
  auto header = [&](uint32_t name, uint32_t type, uint64_t size, uint32_t link) {
    put(bytes, name, 4);
    put(bytes, type, 4);
    put(bytes, 0, 16);
    put(bytes, at, 8);
    put(bytes, size, 8);
    put(bytes, link, 4);
    put(bytes, 0, 20);
    at += size;
  };
  header(0, 0, 0, 0);
  header(1, 1, sleds.size(), 0);
  header(0, 2, symbols.size(), 3);
  header(0, 3, text.size(), 0);
  header(0, 3, sections.size(), 0);
  return bytes;
}

TEST(XrayElf, NamesThatManyFunctionsShareAreBounded) {
  WarningLog warnings;
  FunctionMap few = findFunctionMap(test::fileInMemory("program", programOfOneName(3, 40)), warnings);
  EXPECT_EQ(few.names, std::vector<std::string>(3, std::string(40, 'n')));
  EXPECT_EQ(warnings.total(), 0u);
  const std::string program = programOfOneName(1000, 1 << 20);
  FunctionMap many = findFunctionMap(test::fileInMemory("program", program), warnings);
  ASSERT_EQ(many.names.size(), 1000u);
  uint64_t sum = 0;
  for (const std::string& name : many.names) sum += name.size();
  EXPECT_LT(sum, 2 * program.size());
  EXPECT_EQ(many.names.back(),
            "@("
            "4e70)");
  EXPECT_EQ(warnings.total(), 1u);
}

}  // namespace
}  // namespace tp::xray
