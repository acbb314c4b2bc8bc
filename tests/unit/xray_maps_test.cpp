// Where the names of an XRay log's functions come from: programs, and maps as YAML.
#include <gtest/gtest.h>

#include "core/formats/registry.h"
#include "core/formats/xray/function_map.h"
#include "core/formats/xray/yaml_map.h"
#include "core/io/local_files.h"
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

TEST(XrayElf, InputsOfLlvm) {
  std::string samples = test::samplesPath("xray");
  if (samples.empty()) GTEST_SKIP() << "the recorded samples are not here";
  struct Case {
    const char* file;
    std::vector<std::string> names;
    const char* problem;
  };
  for (const Case& one :
       {Case{"all-sleds.o", {"log_args(void*)", "calls_customevent()"}, ""},
        Case{"elf64-example.bin", {"foo()", "bar()"}, ""}, Case{"elf64-pie.bin", {"foo()", "bar()"}, ""},
        Case{"elf64-sample-o2.bin", {"bar()", "foo()", "main"}, ""},
        Case{"elf64-objcopied-instrmap.bin", {"@(41ca40)", "@(41ca70)", "@(41caa0)"}, ""},
        Case{"simple-xray-instrmap.yaml", {"@(41ca40)", "@(41ca70)", "@(41caa0)"}, ""},
        Case{"elf64-badentrysizes.bin", {}, "no whole sleds"},
        Case{"elf64-noinstr-map.bin", {}, "no section xray_instr_map"},
        Case{"elf32-noxray.bin", {}, "no section xray_instr_map"}, Case{"instr-map-mach.o", {}, "Mach-O"}}) {
    auto files = openLocalFiles({samples + "/llvm-inputs/llvm-xray/X86/Inputs/" + one.file});
    ASSERT_TRUE(files) << one.file;
    EXPECT_TRUE(mayHoldMap(*files->files().front().source)) << one.file;
    WarningLog warnings;
    EXPECT_EQ(findFunctionMap(*files, warnings).names, one.names) << one.file;
    ASSERT_EQ(warnings.total(), one.problem[0] == '\0' ? 0u : 1u) << one.file;
    for (const Warning& warning : warnings.kept())
      EXPECT_NE(warning.found.find(one.problem), std::string::npos) << one.file;
    // Alone they are no trace, and say what to drop.
    auto opened = openTrace(*files);
    ASSERT_FALSE(opened);
    EXPECT_NE(opened.error().message.find("XRay log is what to drop"), std::string::npos) << one.file;
  }
}

}  // namespace
}  // namespace tp::xray
