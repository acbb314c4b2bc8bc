// Source lines of the functions of an XRay log, against what LLVM says of the same programs.
#include <gtest/gtest.h>

#include <sstream>

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
    const std::string& place = lines.of(map.addresses[i]);
    out += std::to_string(i + 1) + " " + map.names[i] + " " + (place.empty() ? "-" : place) + "\n";
  }
  return out;
}

TEST(XrayLines, AsLlvmHasThem) {
  for (const char* name :
       {"dwarf4", "dwarf4-pie", "dwarf5", "dwarf5-pie", "sections4", "sections5", "tables-only", "split", "none"})
    EXPECT_EQ(linesOf(data(name)), data(name + std::string(".expected.txt"))) << name;
}

TEST(XrayLines, CompressedSections) {
  for (const char* name : {"zlib", "zstd"}) EXPECT_EQ(linesOf(data(name)), data("dwarf5-pie.expected.txt")) << name;
}

}  // namespace
}  // namespace tp::xray
