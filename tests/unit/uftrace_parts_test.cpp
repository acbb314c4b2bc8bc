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

// What the rules say of the arguments of a function of the module 0, of which nothing else is known.
ArgList argumentsOf(const ArgRules& rules, std::string_view name) {
  return rules.byUser({name, 0, false, false}, false, {});
}

TEST(UftraceArguments, AreThoseOfNamesAndPatternsInTheirOrder) {
  ArgRules rules(withArguments("m.*@arg2;main@arg1/x,arg3;^other$@arg4;main@arg1/s;mai[n@arg5", "regex"));
  const ArgList list = argumentsOf(rules, "main");
  ASSERT_EQ(list.size(), 3u);
  EXPECT_EQ(list[0].index, 2u);
  EXPECT_EQ(list[1].index, 1u);
  EXPECT_EQ(list[1].format, 's');
  EXPECT_EQ(list[2].index, 3u);
  EXPECT_EQ(argumentsOf(rules, "other").size(), 1u);
  EXPECT_TRUE(argumentsOf(rules, "another").empty());
  // What is no pattern after all is a name; "m.*" is of this one as well.
  EXPECT_EQ(argumentsOf(rules, "mai[n").size(), 2u);
  EXPECT_EQ(rules.leftOut(), 0u);
}

// The rules are those by which uftrace adds one specification to others (utils/filter.c of 0.13 and later).
TEST(UftraceArguments, OfAnExactNameOutweighThoseOfAPattern) {
  ArgRules rules(withArguments("f@arg1/s;.@arg1/x,arg2/x;f@arg2/c%rdi", "regex"));
  const ArgList list = argumentsOf(rules, "f");
  ASSERT_EQ(list.size(), 3u);
  EXPECT_EQ(list[0].format, 's');
  EXPECT_EQ(list[1].format, 'x');
  EXPECT_EQ(list[2].reg, "rdi");
  // A float is another argument than the integer of its number, and the same as "fparg1".
  ArgRules floats(withArguments("f@arg1,arg1/f32,fparg1/64", "regex"));
  ASSERT_EQ(argumentsOf(floats, "f").size(), 2u);
  EXPECT_EQ(argumentsOf(floats, "f")[1].size, 8u);
}

TEST(UftraceArguments, OfARuleWithoutASpecificationAreTheAutomaticOnes) {
  InfoFile info = withArguments("^str;strlen@arg2/x;f;_Z1gPKc", "regex");
  info.lines.push_back({"retspec", "strlen@retval/x"});
  info.lines.push_back({"argauto", "strlen@arg1/s;strcmp@arg1/s,arg2/s;substr@arg1/s"});
  info.lines.push_back({"retauto", "strlen@retval;strcmp@retval/d32"});
  ArgRules rules(info);
  auto of = [&](std::string_view name, bool result, const char* known = "") {
    ArgList automatic = parseArgList(known, 8);
    if (automatic.empty()) automatic = rules.automatic(name, result);
    return rules.byUser({name, 0, false, false}, result, automatic);
  };
  ASSERT_EQ(of("strlen", false).size(), 2u);
  EXPECT_EQ(of("strlen", false)[0].format, 's');
  EXPECT_EQ(of("strlen", false)[1].format, 'x');
  EXPECT_EQ(of("strcmp", false).size(), 2u);
  EXPECT_TRUE(of("substr", false).empty());
  EXPECT_EQ(of("strlen", true).at(0).format, 'x');
  EXPECT_TRUE(of("strcmp", true).empty());
  // What the debug file says comes before the list of library functions.
  EXPECT_EQ(of("f", false, "arg1/t8:pair%rdi,arg2").size(), 2u);
  EXPECT_EQ(of("strcmp", false, "arg1").size(), 1u);
  // A mangled name is that of the function.
  EXPECT_EQ(of("g", false, "arg1/s").size(), 1u);
  EXPECT_FALSE(rules.automaticOn());
  EXPECT_EQ(rules.odd(), 0u);
}

TEST(UftraceArguments, OfAModuleAreOfTheFirstOfThatName) {
  ArgRules rules(
      withArguments("usleep@plt,arg1;alloc*@PLT,arg2;^lib@libabc_test,arg1;^l@filter,arg3,depth=2", "regex"));
  rules.addModule(7, "libz.so.1");
  rules.addModule(3, "libabc_test_lib.so");
  rules.addModule(5, "libabc_test_lib2.so");
  auto of = [&](std::string_view name, size_t module, bool program, bool linked) {
    return rules.byUser({name, module, program, linked}, false, {}).size();
  };
  EXPECT_EQ(of("usleep", 0, true, true), 1u);
  EXPECT_EQ(of("usleep", 0, true, false), 0u);
  EXPECT_EQ(of("usleep", 3, false, true), 0u);
  EXPECT_EQ(of("malloc", 0, true, true), 1u);
  EXPECT_EQ(of("lib_a", 3, false, false), 2u);
  EXPECT_EQ(of("lib_a", 5, false, false), 1u);
  EXPECT_EQ(of("lib_a", 7, false, false), 1u);
  EXPECT_EQ(rules.odd(), 0u);
}

TEST(UftraceArguments, NoMorePatternsThanAnybodyWrites) {
  std::string many;
  for (int i = 0; i < 60000; ++i) many += "(a*)*b" + std::to_string(i) + "@arg1;";
  many += "last@arg7";
  ArgRules rules(withArguments(many, "regex"));
  EXPECT_EQ(rules.leftOut(), 60000u - ArgRules::kMaxPatterns);
  EXPECT_EQ(argumentsOf(rules, "aab7").size(), 1u);
  ASSERT_EQ(argumentsOf(rules, "last").size(), 1u);
  EXPECT_EQ(argumentsOf(rules, "last")[0].index, 7u);
  std::string modules;
  for (int i = 0; i < 60000; ++i) modules += "f@lib" + std::to_string(i) + ",arg1;";
  EXPECT_EQ(ArgRules(withArguments(modules, "regex")).leftOut(), 60000u - ArgRules::kMaxPatterns);
}

}  // namespace
}  // namespace tp::uftrace
