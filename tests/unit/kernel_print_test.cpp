// The print-format language, as formats of real kernels use it.
#include <gtest/gtest.h>

#include <cstring>

#include "core/kernel/print_search.h"
#include "core/kernel/print_text.h"

namespace tp::kernel {
namespace {

// A record of a u32 `flags`, an s32 `count`, a char comm[8], a u64 `addr` and a dynamic string "dyn" at its end.
class PrintTest : public testing::Test {
 protected:
  PrintTest() : symbols_(kallsyms_) {
    format_.fields = {field("flags", 0, 4, false), field("count", 4, 4, true), field("comm", 8, 8, false),
                      field("addr", 16, 8, false), field("name", 24, 4, false)};
    format_.fields[2].form = Field::Form::String;
    format_.fields[2].isChar = true;
    format_.fields[4].form = Field::Form::DataLoc;
    format_.fields[4].isChar = true;
    format_.fields[4].elementSize = 1;
    record_.resize(32);
    store(0, uint32_t{0x380001});
    store(4, int32_t{-14});
    std::memcpy(record_.data() + 8, "cc1plus", 8);
    store(16, uint64_t{0xffffffff81000123});
    store(24, uint32_t{28 | 4 << 16});
    std::memcpy(record_.data() + 28, "dyn", 4);
  }

  static Field field(const char* name, uint32_t offset, uint32_t size, bool isSigned) {
    Field made;
    made.name = name;
    made.offset = offset;
    made.size = size;
    made.isSigned = isSigned;
    return made;
  }
  template <class T>
  void store(size_t at, T value) {
    std::memcpy(record_.data() + at, &value, sizeof value);
  }

  std::string print(const std::string& text, uint32_t longSize = 8) {
    format_.print = text;
    PrintProgram program = compilePrint(format_, longSize);
    if (!program.ok) return "not understood";
    PrintContext context;
    context.symbols = &symbols_;
    std::string out;
    appendPrint(out, program, record_, context);
    return out;
  }

  bool mayMatch(const std::string& text, const std::string& wanted) {
    format_.print = text;
    PrintProgram program = compilePrint(format_);
    PrintContext context;
    context.symbols = &symbols_;
    WantedText sought(wanted);
    SymbolSearch names(symbols_, sought.foldedLetters);
    return PrintSearch(program, sought).mayMatch(record_, context, names);
  }

  std::string kallsyms_ =
      "ffffffff81000000 T start_here\nffffffff81000100 t near\t[module]\nffffffff82000000 T far\n0 A absolute\n";
  KernelSymbols symbols_;
  EventFormat format_;
  std::vector<std::byte> record_;
};

TEST_F(PrintTest, Numbers) {
  EXPECT_EQ(
      print(R"("%d %u %x %5d|%-5d|%05d", REC->count, REC->count, REC->flags, REC->count, REC->count, REC->count)"),
      "-14 4294967282 380001   -14|-14  |-0014");
  EXPECT_EQ(print(R"("%llx 100%%", REC->addr)"), "ffffffff81000123 100%");
  EXPECT_EQ(print(R"("%*d", 6, REC->count)"), "   -14");
}

TEST_F(PrintTest, LettersThatAreNotOfNumbersDoNoHarm) {
  EXPECT_EQ(print(R"("%n|%5k", REC->count, REC->count)"), "-14|  -14");
  EXPECT_LT(print(R"("%999999999d", REC->count)").size(), 2000u);
}

// The reference prints D|P|I for any timer_start: it takes "flags & (M | D | P | I)" for "(flags & M) | D | P | I".
// Its own `report -R` shows the flags unset.
TEST_F(PrintTest, FlagsOfTimersAreMaskedAsTheFormatSays) {
  store(0, uint32_t{55u << 22});
  EXPECT_EQ(print(R"("idx=%u flags=%s", REC->flags >> 22, __print_flags(REC->flags & (0x00040000 | 0x00080000 | )"
                  R"(0x00100000 | 0x00200000), "|", { 0x00040000, "M" }, { 0x00080000, "D" }, )"
                  R"({ 0x00100000, "P" }, { 0x00200000, "I" }))"),
            "idx=55 flags=");
}

TEST_F(PrintTest, ExpressionsFollowC) {
  EXPECT_EQ(print(R"("%d", 2 + 3 * 4 - 10 / 5 % 3)"), "12");
  EXPECT_EQ(print(R"("%d", (1 << 4 | 1) & ~1 ^ 3)"), "19");
  EXPECT_EQ(print(R"("%d", !REC->count || 1 < 2 && 3 != 4)"), "1");
  EXPECT_EQ(print(R"("%s", REC->count < 0 ? "negative" : REC->count ? "positive" : "none")"), "negative");
  EXPECT_EQ(print(R"("%u", (unsigned char)REC->flags >> 0)"), "1");
  EXPECT_EQ(print(R"("%d", (unsigned long)(void *)(REC->addr) >= (unsigned long)-4095)"), "0");
  EXPECT_EQ(print(R"("%llu", (((u64)(REC)->flags << 8) | 1))"), "939524353");
}

// What a C compiler on a machine with such a long makes of the same expressions.
TEST_F(PrintTest, TypesFollowC) {
  store(16, uint64_t{4295409250});
  EXPECT_EQ(print(R"("%lu", (0 - REC->addr) / 250)"), "73786976277656569");
  EXPECT_EQ(print(R"("%lu", (0 - REC->addr) % 1000)"), "366");
  EXPECT_EQ(print(R"("%ld %lu", REC->count / 2, (unsigned long)REC->count / 2)"), "-7 9223372036854775801");
  EXPECT_EQ(print(R"("%d %u", REC->count / 2u, (REC->flags - 0x380002) / 2)"), "2147483641 2147483647");
  EXPECT_EQ(print(R"("%d%d%d", REC->count < REC->flags, REC->count < 1, REC->count < (u64)1)"), "010");
  EXPECT_EQ(print(R"("%d%d", REC->count < (long)REC->flags, REC->count == (u32)-14)"), "11");
  EXPECT_EQ(print(R"("%d %u", REC->count >> 1, (u32)REC->count >> 28)"), "-7 15");
  EXPECT_EQ(print(R"("%llx %llx", (u32)1 << 31 << 1, (u64)1 << 32)"), "0 100000000");
  EXPECT_EQ(print(R"("%d %lld", ~(unsigned char)0, (long long)(0xffffffff + 1))"), "-1 0");
  EXPECT_EQ(print(R"("%lld %lld", (long long)(4294967295 + 1), 1 ? -1 : 0u)"), "4294967296 4294967295");
  EXPECT_EQ(print(R"("%lld", (long long)(unsigned long)REC->count)", 8), "-14");
  EXPECT_EQ(print(R"("%lld", (long long)(unsigned long)REC->count)", 4), "4294967282");
  EXPECT_EQ(print(R"("%lu %llu", REC->count, (u64)sizeof(long))", 4), "4294967282 4");
  EXPECT_EQ(print(R"("%d %d", REC->count / 0, (int)0x80000000 / -1)"), "0 -2147483648");
}

TEST_F(PrintTest, Texts) {
  EXPECT_EQ(print(R"("comm=%s" " name=%s", REC->comm, __get_str(name))"), "comm=cc1plus name=dyn");
  EXPECT_EQ(print(R"("%10s|%-10s|%.3s", REC->comm, REC->comm, REC->comm)"), "   cc1plus|cc1plus   |cc1");
}

TEST_F(PrintTest, FlagsAndSymbols) {
  EXPECT_EQ(
      print(
          R"("%s", __print_flags(REC->flags & (0x40000 | 0x80000 | 0x100000 | 0x200000), "|", { 0x40000, "M" }, { 0x80000, "D" }, { 0x100000, "P" }, { 0x200000, "I" }))"),
      "D|P|I");
  EXPECT_EQ(
      print(
          R"("%s", __print_flags(REC->flags, "|", {( unsigned long)((( gfp_t)((((1UL))) << (19)))), "D"}, { 0, ((void *)0) } ))"),
      "D|0x300001");
  EXPECT_EQ(print(R"("%s", __print_symbolic(REC->count, { -14, "EFAULT" }, { 0, "OK" }))"), "EFAULT");
  EXPECT_EQ(print(R"("%s", __print_symbolic(REC->count + 14, { NAMED_ELSEWHERE, "ABS" }, { 1, "REL" }))"), "0x0");
}

TEST_F(PrintTest, Pointers) {
  EXPECT_EQ(print(R"("%ps %pS", (void *)REC->addr, (void *)REC->addr)"), "near near+0x23");
  EXPECT_EQ(print(R"("%p %p", (void *)0, (void *)16)"), "(nil) 0x10");
  EXPECT_EQ(print(R"("%pI4 %*phC", &REC->flags, 3, &REC->flags)"), "1.0.56.0 01:00:38");
}

TEST_F(PrintTest, WhatIsNotUnderstoodSaysSo) {
  for (const char* text : {"", "REC->flags", R"("%d" REC->flags)"}) EXPECT_EQ(print(text), "not understood") << text;
  for (const char* text : {R"("%d", )", R"("%d", REC->missing)", R"("%d", (1 + )", R"("%d", unknown_call(1))",
                           R"("%5d", REC)", R"("%p", ({ }))", R"("%d", 1 ? 2)"})
    EXPECT_EQ(print(text).substr(print(text).size() - 1), "?") << text;
  EXPECT_EQ(print(R"("%s", __print_flags(REC->flags, "|", { 1, "x" )"), "{flags=3670017}");
  std::string deep = R"("%d", )" + std::string(100000, '(') + "1";
  EXPECT_EQ(print(deep), "?");
}

TEST_F(PrintTest, WhatIsUnderstoodIsShownBesideWhatIsNot) {
  EXPECT_EQ(print(R"("a=%d b=%s c=%u", REC->count, REC->missing ? "yes" : "no", REC->flags)"), "a=-14 b=? c=3670017");
  EXPECT_EQ(print(R"("%s %d", scsi_trace_parse_cdb(p, REC->comm, REC->count), REC->count)"),
            "{comm=cc1plus count=-14} -14");
  format_.print = R"("%s %d", scsi_trace_parse_cdb(p, REC->comm, REC->count) , REC->count)";
  EXPECT_EQ(compilePrint(format_).unknown, std::vector<std::string>{"scsi_trace_parse_cdb(p, REC->comm, REC->count)"});
  // The ticks of a clock whose rate is not in the trace.
  EXPECT_EQ(print(R"("wait %u tid %d", jiffies_to_msecs(REC->flags), REC->count)"), "wait 3670017 jiffies tid -14");
}

// A variable that is used twice in each of many is not computed more often than there are nodes.
TEST_F(PrintTest, VariablesThatDoubleAreNotComputed) {
  std::string text = R"("%d %d", ({ int v0 = REC->count; )";
  for (int i = 1; i < 60; ++i)
    text += "int v" + std::to_string(i) + " = v" + std::to_string(i - 1) + " + v" + std::to_string(i - 1) + "; ";
  EXPECT_EQ(print(text + "v59; }), 7"), "{count=-14} 7");
  // A variable ends with its block.
  EXPECT_EQ(print(R"("%s %d", __print_symbolic(-14, { ({ int a = -14; a; }), "A" }), ({ int b = 2; b * b; }) + a)"),
            "A 4");
}

TEST_F(PrintTest, WhatIsInTheWordsIsNeverPassedOver) {
  for (const char* text : {
           R"("comm=%s%s count=%d", REC->comm, __get_str(name), REC->count)",
           R"("%s%s%s", "st", REC->count ? "" : "x", "op")",
           R"("m%sn", __print_symbolic(REC->count, { 1, "one" }, { -14, "oon" }))",
           R"("%s", __print_flags(REC->flags, "|", { 1, "RUN" }, { 0x80000, "STOP" }))",
           R"("%s", __print_flags(REC->flags, "", { 1, "RUN" }, { 0x80000, "STOP" }))",
           R"("call_site=%pS%s ptr=%p", REC->addr, REC->comm, REC->addr)",
           R"("go%psto %p", REC->addr, 0)",
           R"("%c%d", 'w', REC->count)",
           R"("%.3s|%10s", REC->comm, REC->comm)",
           R"("%*d%s", 9, REC->count, REC->comm)",
           R"("%d", REC->count ? "zero" : "more")",
       }) {
    std::string words = print(text);
    for (size_t begin = 0; begin < words.size(); ++begin)
      for (size_t size = 1; begin + size <= words.size(); ++size)
        ASSERT_TRUE(mayMatch(text, words.substr(begin, size))) << text << ": " << words.substr(begin, size);
  }
}

TEST_F(PrintTest, WhatCanNotBeInTheWordsIsPassedOver) {
  EXPECT_FALSE(mayMatch(R"f("NR %ld (%lx, %lx)", REC->count, REC->addr, REC->addr)f", "worker"));
  EXPECT_FALSE(mayMatch(R"("comm=%s count=%d", REC->comm, REC->count)", "worker"));
  EXPECT_FALSE(mayMatch(R"("call_site=%pS ptr=%p", REC->addr, REC->addr)", "worker"));
  EXPECT_FALSE(
      mayMatch(R"("state=%s%s", __print_flags(REC->flags, "|", { 1, "R" }), REC->count ? "+" : "")", "worker"));
  EXPECT_TRUE(mayMatch(R"("%d", REC->count)", "14"));
}

}  // namespace
}  // namespace tp::kernel
