// The parsers of a uftrace directory's small files, one by one.
#include <gtest/gtest.h>

#include "core/formats/uftrace/arg_spec.h"
#include "core/formats/uftrace/arg_text.h"
#include "core/formats/uftrace/enums.h"
#include "core/formats/uftrace/symbol_file.h"
#include "core/formats/uftrace/task_file.h"

namespace tp::uftrace {
namespace {

TEST(UftraceArgSpec, FormatsAndSizes) {
  ArgList list =
      parseArgList("arg1,arg2/s,fparg1/32,arg3/x16,arg4/e:color,arg5/t24:point,retval/f80,arg6/c%rdi,nonsense", 8);
  ASSERT_EQ(list.size(), 8u);
  EXPECT_EQ(list[0].size, 8u);
  EXPECT_TRUE(list[1].isString());
  EXPECT_EQ(list[2].format, 'f');
  EXPECT_EQ(list[2].size, 4u);
  EXPECT_EQ(list[3].size, 2u);
  EXPECT_EQ(list[4].type, "color");
  EXPECT_EQ(list[5].size, 24u);
  EXPECT_EQ(list[5].type, "point");
  EXPECT_EQ(list[6].size, 10u);
  EXPECT_EQ(list[7].size, 1u);
}

TEST(UftraceArgSpec, HostileSizesStayBounded) {
  for (const char* text :
       {"arg1/t4294967295", "arg1/d99999999999", "arg99999999999999/s", "arg1/", "arg1/e:", "/", "arg"})
    for (const ArgSpec& spec : parseArgList(text, 8)) EXPECT_LE(spec.size, 1024u) << text;
}

TEST(UftraceEnums, ValuesFlagsAndRemainders) {
  Enums enums;
  enums.add("enum color {RED,GREEN=5,BLUE=10};enum flags { F_NONE, F_A, F_B, F_C = 4, };");
  EXPECT_EQ(enums.text("color", 5), "GREEN");
  EXPECT_EQ(enums.text("color", 77), "BLUE|GREEN|RED+0x3e");
  EXPECT_EQ(enums.text("flags", 3), "F_B|F_A");
  EXPECT_EQ(enums.text("flags", 0), "F_NONE");
  EXPECT_EQ(enums.text("other", 1), "");
}

TEST(UftraceSymbols, RangesWithAndWithoutSizes) {
  SymbolFile sized = parseSymbols(
      "# symbols: 2\n# path name: /bin/x\n# build-id: abcd\n0000000000001000 00000010 T one\n0000000000001020 00000008 "
      "t two\n");
  EXPECT_EQ(sized.path, "/bin/x");
  ASSERT_NE(sized.find(0x100f), nullptr);
  EXPECT_EQ(sized.name(*sized.find(0x100f)), "one");
  EXPECT_EQ(sized.find(0x1010), nullptr);
  EXPECT_EQ(sized.find(0xfff), nullptr);
  SymbolFile old = parseSymbols("0000000000001000 T one\n0000000000001020 t two\n0000000000001040 ? __sym_end\n");
  ASSERT_NE(old.find(0x101f), nullptr);
  EXPECT_EQ(old.name(*old.find(0x103f)), "two");
  EXPECT_EQ(old.find(0x1040), nullptr);
}

TEST(UftraceTasks, ForksAndExecs) {
  TaskFile file = parseTasks(
      "SESS timestamp=1.000000001 pid=10 sid=aa exename=\"/bin/a\"\n"
      "TASK timestamp=1.000000002 tid=10 pid=10\n"
      "FORK timestamp=2.000000000 pid=11 ppid=10\n"
      "SESS timestamp=3.000000000 pid=11 sid=bb exename=\"/bin/b \"x\" y\"\n"
      "WHAT timestamp=4.0 is=this\n"
      "DLOP timestamp=5.000000000 tid=11 sid=bb base=7f00 libname=\"/lib/l.so\"\n");
  ASSERT_EQ(file.sessions.size(), 2u);
  EXPECT_EQ(file.sessions[1].program, "/bin/b \"x\" y");
  std::vector<SessionRef> refs = file.sessionsOf(11);
  ASSERT_EQ(refs.size(), 2u);
  EXPECT_EQ(file.sessions[refs[0].session].sid, "aa");
  EXPECT_EQ(refs[1].from, 3000000000);
  ASSERT_EQ(file.libraries.size(), 1u);
  EXPECT_EQ(file.libraries[0].base, 0x7f00u);
}

TEST(UftraceTasks, ParentsInACircleEnd) {
  TaskFile file = parseTasks("FORK timestamp=1.0 pid=1 ppid=2\nFORK timestamp=1.0 pid=2 ppid=1\n");
  EXPECT_TRUE(file.sessionsOf(1).empty());
}

InfoFile withArguments(const std::string& rules, const char* type) {
  InfoFile info;
  info.present = true;
  info.lines = {{"argspec", rules}, {"pattern_type", type}};
  return info;
}

TEST(UftraceArguments, AreThoseOfNamesAndPatternsInTheirOrder) {
  ArgRules rules(withArguments("m.*@arg2;main@arg1/x,arg3;^other$@arg4;main@arg1/s;mai[n@arg5", "regex"));
  const ArgList list = rules.byUser("main", false);
  ASSERT_EQ(list.size(), 3u);
  EXPECT_EQ(list[0].index, 2u);
  EXPECT_EQ(list[1].index, 1u);
  EXPECT_EQ(list[1].format, 'x');
  EXPECT_EQ(list[2].index, 3u);
  EXPECT_EQ(rules.byUser("other", false).size(), 1u);
  EXPECT_TRUE(rules.byUser("another", false).empty());
  // What is no pattern after all is a name; "m.*" is of this one as well.
  EXPECT_EQ(rules.byUser("mai[n", false).size(), 2u);
  EXPECT_EQ(rules.leftOut(), 0u);
}

TEST(UftraceArguments, NoMorePatternsThanAnybodyWrites) {
  std::string many;
  for (int i = 0; i < 60000; ++i) many += "(a*)*b" + std::to_string(i) + "@arg1;";
  many += "last@arg7";
  ArgRules rules(withArguments(many, "regex"));
  EXPECT_EQ(rules.leftOut(), 60000u - ArgRules::kMaxPatterns);
  EXPECT_EQ(rules.byUser("aab7", false).size(), 1u);
  ASSERT_EQ(rules.byUser("last", false).size(), 1u);
  EXPECT_EQ(rules.byUser("last", false)[0].index, 7u);
}

}  // namespace
}  // namespace tp::uftrace
