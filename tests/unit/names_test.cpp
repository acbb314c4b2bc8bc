// Names in tables: functions that share a name are each one of their own, where a table is told to keep them apart.
#include "core/trace/names.h"

#include <gtest/gtest.h>

namespace tp {
namespace {

constexpr FunctionName kInt{"A::add", "A::add", "A::add(int)", "A::add(int) [_ZN1A3addEi, many]"};
constexpr FunctionName kReal{"A::add", "A::add", "A::add(double)", "A::add(double) [_ZN1A3addEd, many]"};
constexpr FunctionName kBase{"A::A", "A::A", "A::A()", "A::A() [_ZN1AC2Ev, many]"};
constexpr FunctionName kWhole{"A::A", "A::A", "A::A()", "A::A() [_ZN1AC1Ev, many]"};

TEST(NameTable, MergesFunctionsOfOneTextUnlessToldOtherwise) {
  NameTable names;
  EXPECT_EQ(names.intern(kInt), names.intern(kReal));
  const NameId name = names.find("A::add");
  EXPECT_NE(name, kNoName);
  for (std::string_view text : {names.view(name), names.brief(name), names.signature(name), names.told(name, true)})
    EXPECT_EQ(text, "A::add");
  EXPECT_FALSE(names.isFunction(name));
  EXPECT_FALSE(names.shortened());
}

TEST(NameTable, TellsFunctionsApartAsFarAsNeeded) {
  NameTable names;
  names.keepFunctions(FunctionIdentity::Apart);
  const NameId whole = names.intern(kInt);
  EXPECT_EQ(names.told(whole), "A::add") << "the only one so far";
  const NameId real = names.intern(kReal), base = names.intern(kBase), other = names.intern(kWhole);
  EXPECT_EQ(names.intern(kReal), real);
  EXPECT_NE(whole, real);
  EXPECT_EQ(names.view(whole), "A::add");
  EXPECT_EQ(names.told(whole), "A::add(int)");
  EXPECT_EQ(names.told(real), "A::add(double)");
  EXPECT_EQ(names.told(base), "A::A() [_ZN1AC2Ev, many]") << "of one declaration";
  EXPECT_EQ(names.signature(base), names.signature(other));
  const NameId plain = names.intern("A::add");
  EXPECT_NE(plain, whole);
  EXPECT_EQ(names.told(plain), "A::add");
  EXPECT_EQ(names.find("A::add(double)"), real);
  EXPECT_EQ(names.find("A::A()"), other) << "the first by what is exact, whichever was met first";
  EXPECT_EQ(names.find("A::A() [_ZN1AC2Ev, many]"), base);
}

TEST(NameTable, ViewsSignaturesWhereTheyAreAskedFor) {
  NameTable names;
  names.keepFunctions(FunctionIdentity::Signatures);
  EXPECT_EQ(names.view(names.intern(kInt)), "A::add(int)");
  EXPECT_EQ(names.view(names.intern("event")), "event");
}

TEST(NameTable, TakesFunctionsOverAndRenamesToThem) {
  NameTable from, names;
  for (NameTable* table : {&from, &names}) table->keepFunctions(FunctionIdentity::Apart);
  from.intern("something else");
  const NameId theirs = from.intern(kInt);
  const NameId number = names.intern("12");
  names.renameLike(number, from, theirs);
  EXPECT_EQ(names.view(number), "A::add");
  EXPECT_EQ(names.signature(number), "A::add(int)");
  EXPECT_EQ(names.take(from, theirs), number);
  EXPECT_EQ(names.find("12"), number) << "whoever knows it by its old name means the same";
  const NameId taken = names.take(from, from.find("something else"));
  EXPECT_EQ(names.view(taken), "something else");
  EXPECT_EQ(names.find("something else"), taken);
}

}  // namespace
}  // namespace tp
