#include "core/analysis/filter.h"

#include <gtest/gtest.h>

namespace tp {
namespace {

EventRow schedSwitch() {
  EventRow row;
  row.time = 5'000'009'319;
  row.kind = "event";
  row.name = "sched_switch";
  row.comm = "<idle>";
  row.cpu = 1;
  row.tid = 42;
  row.present = EventRow::kCpu | EventRow::kTid;
  row.args = "prev_comm=swapper/0 prev_pid=0 prev_state=0x402 ==> next_comm=Web Content next_pid=-10 [vec=3]";
  return row;
}

bool holds(const char* text, const EventRow& row, Time duration = Filter::kNoDuration) {
  FilterError error;
  auto filter = Filter::compile(text, ClockInfo{}, error);
  EXPECT_TRUE(filter.has_value()) << text << ": " << error.text();
  return filter && filter->matches(row, duration);
}

std::string problem(const char* text) {
  FilterError error;
  return Filter::compile(text, ClockInfo{}, error) ? "" : error.text();
}

TEST(Filter, ComparesFieldsOfTheRow) {
  EventRow row = schedSwitch();
  EXPECT_TRUE(holds("cpu == 1", row));
  EXPECT_TRUE(holds("cpu=1&&tid>=42", row));
  EXPECT_FALSE(holds("cpu != 1 || tid < 42", row));
  EXPECT_TRUE(holds("name == sched_switch", row));
  EXPECT_TRUE(holds("name == 'sched_switch'", row));
  EXPECT_TRUE(holds("name == sched_*", row));
  EXPECT_FALSE(holds("name == \"sched_*\"", row));
  EXPECT_TRUE(holds("name ~ \"*_switch\" && name =~ ^sched_(switch|wakeup)$", row));
  EXPECT_TRUE(holds("name !~ wakeup", row));
  EXPECT_TRUE(holds("comm == <idle>", row));
  EXPECT_TRUE(holds("ts > 5s && ts < 5.00001s && ts == 5000009319", row));
}

TEST(Filter, FieldsThatAreMissingCompareAsFalse) {
  EventRow row = schedSwitch();
  EXPECT_FALSE(holds("depth == 0", row));
  EXPECT_FALSE(holds("depth != 0", row));
  EXPECT_FALSE(holds("nothing != 0", row));
  EXPECT_TRUE(holds("!(nothing != 0)", row));
  EXPECT_TRUE(holds("cpu && !depth", row));
  EXPECT_FALSE(holds("dur > 0", row));
}

TEST(Filter, NamesFieldsThatNoRecordHas) {
  EventRow row = schedSwitch();
  FilterError error;
  auto unknown = [&](const char* text) {
    auto filter = Filter::compile(text, ClockInfo{}, error);
    if (!filter) return std::vector<std::string>{error.text()};
    filter->matches(row);
    return filter->unknown(filter->met());
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(unknown("next_pidd == -10"), Names{"next_pidd"});
  EXPECT_EQ(unknown("nothing == 1 || neither != 2 || nothing > 3"), (Names{"nothing", "neither"}));
  EXPECT_EQ(unknown("depth == 1"), Names{"depth"});
  EXPECT_EQ(unknown("next_pid == 5 && cpu == 1 && comm == x && sched_switch: CPU == 1"), Names{});
  // What was not asked for is not known.
  EXPECT_EQ(unknown("cpu == 7 && nothing == 1"), Names{});
  EXPECT_EQ(unknown("sched_wakeup: nothing == 1"), Names{});
  EXPECT_EQ(unknown("sched_switch: nothing == 1"), Names{"nothing"});
  EXPECT_EQ(unknown("\"nothing\" || nothing"), Names{});
}

// A record as some trace describes it, beside words that say less.
class Described final : public RowSchema {
 public:
  Described()
      : RowSchema("sched", {{"prev_state", false},
                            {"ret", false},
                            {"small", false},
                            {"ptr", false},
                            {"comm", false},
                            {"args", false},
                            {"share", false},
                            {"common_flags", true}}) {}

  RowValue read(size_t field, const RowBytes&, std::string& room) const override {
    using Kind = RowValue::Kind;
    RowValue value;
    value.size = field == 2 ? 4 : 8;
    constexpr Kind kKinds[] = {Kind::Unsigned, Kind::Signed, Kind::Signed, Kind::Address,
                               Kind::Text,     Kind::List,   Kind::Real,   Kind::Unsigned};
    constexpr uint64_t kNumbers[] = {2, ~uint64_t{1}, ~uint64_t{13}, 0xffffffff81000123, 0, 0, 0, 1};
    value.kind = kKinds[field];
    value.number = kNumbers[field];
    value.real = 0.25;
    room = "{7,8}";
    if (field == 4) value.text = "cc1 \"x\"";
    if (field == 5) value.text = room;
    return value;
  }
  RowValue element(size_t field, uint64_t number, const RowBytes&) const override {
    RowValue value;
    if (field != 5 || number > 1) return value;
    value.kind = RowValue::Kind::Unsigned;
    value.number = 7 + number;
    return value;
  }
  std::string symbol(uint64_t number) const override { return number == 0xffffffff81000123 ? "do_exit" : ""; }
  void print(const RowBytes&, std::string& out) const override {
    ++printed;
    out += "prev_state=D ret=0x5 only=3 ptr=do_exit+0x3";
  }
  mutable int printed = 0;
};

TEST(Filter, FieldsByTheirDescription) {
  Described schema;
  EventRow row;
  row.name = "sched_switch";
  row.tid = 9;
  row.present = EventRow::kTid;
  row.sparing = true;
  row.setFields(schema, {});
  for (const char* text : {"prev_state & 3",
                           "sched_switch: prev_state == 2",
                           "prev_state != 1",
                           "ret == -2",
                           "ret < 0",
                           "ret > -3",
                           "small == -14",
                           "small == 0xfffffffffffffff2",
                           "ptr == 0xffffffff81000123",
                           "ptr == -2130706141",
                           "ptr > 0",
                           "ptr == do_exit",
                           "ptr =~ ^do_",
                           "comm == 'cc1 \"x\"'",
                           "comm =~ x",
                           "args[1] == 8",
                           "share < 0.5",
                           "sched_switch: common_flags == 1",
                           "sched: common_flags & 1",
                           "sched/sched_.*: common_flags == 1",
                           "sch.*/.*: ret < 0",
                           "system == sched",
                           "\"sched\": ret != 5",
                           "args.ret == -2",
                           "sched_switch: comm"})
    EXPECT_TRUE(holds(text, row)) << text;
  for (const char* text : {"prev_state == 3", "ret > 0", "small > 0", "ptr < 0", "ptr == -1", "share > 0.25",
                           "irq: ret < 0", "irq/sched_switch: ret < 0", "sched/irq.*: ret < 0"})
    EXPECT_FALSE(holds(text, row)) << text;
  EXPECT_EQ(schema.printed, 0);
  // What only the words have, or what is asked of them.
  for (const char* text : {"only == 3", "text.prev_state == D", "prev_state == D", "text.ret == 5", "text.comm =~ cc1"})
    EXPECT_TRUE(holds(text, row)) << text;
  EXPECT_FALSE(holds("args[2] == 0", row));
  EXPECT_FALSE(holds("sched_switch: depth", row));
  EXPECT_EQ(schema.printed, 1);
}

TEST(Filter, AnEntryMayHaveArguments) {
  EventRow row;
  row.name = "logged(long)";
  row.kind = "entry-args";
  EXPECT_TRUE(holds("kind == entry", row));
  EXPECT_TRUE(holds("kind == entry-args", row));
  EXPECT_FALSE(holds("kind != entry", row));
  EXPECT_FALSE(holds("kind == exit", row));
  row.kind = "entry";
  EXPECT_TRUE(holds("kind == entry", row));
  EXPECT_FALSE(holds("kind == entry-args", row));
}

TEST(Filter, NamesThatNoRecordHas) {
  using Names = std::vector<std::string>;
  EventRow row = schedSwitch();
  FilterError error;
  auto unnamed = [&](const char* text) {
    auto filter = Filter::compile(text, ClockInfo{}, error);
    EXPECT_TRUE(filter.has_value()) << text;
    filter->matches(row);
    filter->byName({"sched_wakeup", "sched", {}});
    return filter->unnamed(filter->met());
  };
  EXPECT_EQ(unnamed("sched_swich"), Names{"sched_swich"});
  EXPECT_EQ(unnamed("cpu == 7 && sched_swich || !name == sched_wakup"), (Names{"sched_swich", "sched_wakup"}));
  EXPECT_EQ(unnamed("cpu == 7 && sched_switch"), Names{});
  EXPECT_EQ(unnamed("sched_switch || sched_wakeup || sched_*"), Names{});
  EXPECT_EQ(unnamed("sched: cpu == 1"), Names{});
  EXPECT_EQ(unnamed("sched/sched_.*: cpu == 1"), Names{});
  EXPECT_EQ(unnamed("shed: cpu == 1"), Names{"shed"});
  EXPECT_EQ(unnamed("name != sched_swich && nothing"), Names{"nothing"});
  // Of several workers, one has met the name.
  auto filter = Filter::compile("sched_wakeup", ClockInfo{}, error), other = filter;
  filter->matches(row);
  EXPECT_EQ(filter->unnamed(filter->met()), Names{"sched_wakeup"});
  other->byName({"sched_wakeup", "sched", {}});
  std::vector<uint8_t> met = filter->met();
  for (size_t i = 0; i < met.size(); ++i) met[i] |= other->met()[i];
  EXPECT_EQ(filter->unnamed(met), Names{});
}

// LTTV's names of events begin with the channel.
TEST(Filter, AnEventIsMeantWithoutItsChannel) {
  auto byName = [](const char* text, std::optional<std::string_view> system) {
    FilterError error;
    return Filter::compile(text, ClockInfo{}, error)->byName({"kernel.sched_schedule", system, {}});
  };
  for (const char* text : {"sched_schedule", "kernel.sched_schedule", "sched_*", "kernel:", "kernel/sched_.*:"})
    EXPECT_EQ(byName(text, "kernel"), std::optional<bool>(true)) << text;
  EXPECT_EQ(byName("schedule", "kernel"), std::optional<bool>(false));
  EXPECT_EQ(byName("sched_schedule", "fs"), std::optional<bool>(false));
  EXPECT_EQ(byName("sched_schedule", std::nullopt), std::nullopt);
  EXPECT_EQ(byName("name == sched_schedule", "kernel"), std::optional<bool>(false));
}

TEST(Filter, LossesAreNoRecordsWithoutAField) {
  EventRow lost;
  lost.kind = lost.name = "lost";
  FilterError error;
  auto filter = Filter::compile("tid == 5 && dur > 60us", ClockInfo{}, error);
  ASSERT_TRUE(filter);
  EXPECT_FALSE(filter->matches(lost));
  EXPECT_TRUE(filter->unknown(filter->met()).empty());
}

// Records that were not asked for their thread may well have one.
TEST(Filter, AFieldOfAllFormatsIsLackingWhereEveryRecordWasAsked) {
  EventRow row;
  row.kind = "event";
  row.name = "irq_handler_exit";
  FilterError error;
  for (const char* text : {"tid == 5 && dur > 60us", "dur > 60us && tid == 5"}) {
    auto filter = Filter::compile(text, ClockInfo{}, error);
    ASSERT_TRUE(filter);
    EXPECT_FALSE(filter->matches(row, 100'000));
    EXPECT_EQ(filter->unknown(filter->met()), std::vector<std::string>{"tid"}) << text;
    // What took too short, or nothing, is decided by that alone.
    EXPECT_EQ(filter->byName({"sys_exit", std::nullopt, Filter::Lasted(10)}), std::optional<bool>(false)) << text;
    EXPECT_TRUE(filter->unknown(filter->met()).empty()) << text;
  }
  auto filter = Filter::compile("name == sys_exit && tid == 5 && nothing == 1", ClockInfo{}, error);
  ASSERT_TRUE(filter);
  EXPECT_FALSE(filter->matches(row));
  row.name = "sys_exit";
  EXPECT_FALSE(filter->matches(row));
  EXPECT_TRUE(filter->unknown(filter->met()).empty());
  row.present = EventRow::kTid;
  row.tid = 5;
  EXPECT_FALSE(filter->matches(row));
  EXPECT_EQ(filter->unknown(filter->met()), std::vector<std::string>{"nothing"});
}

TEST(Filter, ComparesFieldsOfTheFormat) {
  EventRow row = schedSwitch();
  EXPECT_TRUE(holds("prev_pid == 0 && next_pid == -10 && next_pid < -9", row));
  EXPECT_TRUE(holds("next_comm == \"Web Content\" && prev_comm == swapper/0", row));
  EXPECT_TRUE(holds("prev_state & 2 && prev_state == 1026 && !(prev_state & 0x1)", row));
  EXPECT_TRUE(holds("vec == 3", row));
  EXPECT_FALSE(holds("comm == \"Web Content\"", row));
  row.args = "channel = \"kernel\", name = \"a = 3, b = 4\", count = 7";
  EXPECT_TRUE(holds("channel == kernel && args.name == \"a = 3, b = 4\" && args.count >= 7", row));
  EXPECT_TRUE(holds("count == 7", row));  // the row has no count of its own
  EXPECT_FALSE(holds("b == 4", row));
  row.args = "pid: 3, ip: ffffffff81000000 at a::b time 1:2";
  EXPECT_TRUE(holds("args.pid == 3 && ip == 0xffffffff81000000", row));
  EXPECT_FALSE(holds("a || b == 1", row));
}

TEST(Filter, UnitsCountOnTheClock) {
  EventRow row = schedSwitch();
  EXPECT_TRUE(holds("dur > 1e6", row, 1'000'001));
  EXPECT_FALSE(holds("dur > 1E6", row, 1'000'000));
  EXPECT_TRUE(holds("dur > 1.5ms", row, 1'500'001));
  EXPECT_FALSE(holds("dur > 1.5ms", row, 1'500'000));
  EXPECT_TRUE(holds("dur == 1.1 us || dur == 3min", row, 1100));
  ClockInfo clock;
  clock.isNs = false;
  clock.nsNum = 1;
  clock.nsDen = 2;  // two counts a ns
  FilterError error;
  auto filter = Filter::compile("dur >= 1us", clock, error);
  ASSERT_TRUE(filter.has_value());
  EXPECT_TRUE(filter->usesDuration());
  EXPECT_TRUE(filter->matches(row, 2000));
  EXPECT_FALSE(filter->matches(row, 1999));
  clock.nsNum = 0;
  EXPECT_FALSE(Filter::compile("dur >= 1us", clock, error).has_value());
}

TEST(Filter, TakesTraceCmdsOwnWay) {
  EventRow row = schedSwitch();
  EXPECT_TRUE(holds("sched_switch: next_pid == -10", row));
  EXPECT_TRUE(holds("sched/sched_switch:next_pid==-10||prev_pid==5", row));
  EXPECT_TRUE(holds("sched_wakeup,sched_switch: prev_pid < 1", row));
  EXPECT_TRUE(holds("sched_.*: common_pid == 42 && CPU == 1", row));
  EXPECT_FALSE(holds("sched_wakeup: prev_pid == 0", row));
  EXPECT_TRUE(holds("sched_wakeup: pid == 1 || (sched_switch: vec == 3)", row) ||
              holds("(sched_wakeup: pid == 1) || sched_switch: vec == 3", row));
  EXPECT_TRUE(holds("sched_switch", row) && holds("sched_switch:", row));
  EXPECT_FALSE(holds("sched_wakeup", row));
  row.name = "irq_handler_entry";
  row.args = "irq=36 name=virtio0";
  // An event's own fields hide those of all events.
  EXPECT_TRUE(holds("irq_handler_entry: name == virtio0 && irq == 36", row));
  row.name = "linux:sched-in";
  EXPECT_TRUE(holds("linux:sched-in && cpu == 1", row));
  row.name = "shop::price";
  EXPECT_TRUE(holds("shop::price: irq == 36", row));
  EXPECT_FALSE(holds("shop::price: irq == 35", row) || holds("price: irq == 36", row));
}

// By its qualified name alone, or in full.
TEST(Filter, AFunctionIsMeantByEachOfItsNames) {
  EventRow row;
  row.name = "shop::_GLOBAL__N_1::secret";
  row.signature = "shop::(anonymous namespace)::secret(int)";
  for (const char* text : {"shop::_GLOBAL__N_1::secret: kind", "\"shop::(anonymous namespace)::secret(int)\": kind"}) {
    row.kind = "entry";
    FilterError error;
    auto filter = Filter::compile(text, ClockInfo{}, error);
    ASSERT_TRUE(filter) << text << error.text();
    EXPECT_TRUE(filter->matches(row)) << text;
    const Filter::Known known{row.name, {}, {}, "shop::_GLOBAL__N_1::secret", row.signature};
    EXPECT_NE(filter->byName(known), std::optional<bool>(false)) << text;
    row.signature = "shop::other(int)";
    row.name = "shop::other";
    EXPECT_FALSE(filter->matches(row)) << text;
    row.name = "shop::_GLOBAL__N_1::secret";
    row.signature = "shop::(anonymous namespace)::secret(int)";
  }
}

TEST(Filter, AStringAloneIsSearchedFor) {
  EventRow row = schedSwitch();
  EXPECT_TRUE(holds("\"swapper\"", row) && holds("\"d_sw\" && \"idle\"", row));
  EXPECT_FALSE(holds("\"s*r\"", row));
}

TEST(Filter, ErrorsPointAtTheColumn) {
  EXPECT_EQ(problem(""), "column 1: the filter is empty");
  EXPECT_EQ(problem("cpu == "), "column 8: a value is missing after ==");
  EXPECT_EQ(problem("cpu == x"), "column 8: this field is a number, and this value is none");
  EXPECT_EQ(problem("name < 3"), "column 6: < compares numbers, and this field is text");
  EXPECT_EQ(problem("(cpu == 1"), "column 1: this ( is not closed");
  EXPECT_EQ(problem("cpu == 1)"), "column 9: && or || is missing before this");
  EXPECT_EQ(problem("cpu == 1 tid == 2"), "column 10: && or || is missing before this");
  EXPECT_EQ(problem("cpu == 1 &&"), "column 12: something is missing here");
  EXPECT_EQ(problem("name == \"x"), "column 9: this string is not closed");
  EXPECT_EQ(problem("name =~ \"a(b\"").substr(0, 10), "column 13:");
  EXPECT_EQ(problem("shed_.*: n == 1 || sched_\\"), "column 27: nothing follows this backslash");
  EXPECT_EQ(problem("a.*)|(b: n == 1"), "column 4: && or || is missing before this");
  EXPECT_EQ(problem("dur > 3 parsecs").substr(0, 9), "column 9:");
  EXPECT_EQ(problem("dur > 3parsecs").substr(0, 9), "column 8:");
  EXPECT_EQ(problem("| 1").substr(0, 9), "column 1:");
  EXPECT_NE(problem(std::string(5000, '(').c_str()), "");
  EXPECT_NE(problem(std::string(5000, '!').c_str()), "");
  std::string colons;
  for (int i = 0; i < 3000; ++i) colons += "a: ";
  EXPECT_NE(problem(colons.c_str()), "");
}

TEST(Pattern, Globs) {
  EXPECT_TRUE(globMatches("*", "") && globMatches("a*b*c", "a--b-bc") && globMatches("[a-c]?", "bx"));
  EXPECT_TRUE(globMatches("[!a]", "b") && globMatches("\\*", "*") && globMatches("[", "["));
  EXPECT_FALSE(globMatches("a*b", "abc") || globMatches("", "a") || globMatches("[!a]", "a") ||
               globMatches("\\*", "x"));
  EXPECT_FALSE(globMatches("*a*a*a*a*a*a*a*a*b", std::string(5000, 'a')));
}

bool found(const char* pattern, std::string_view text) {
  Regex regex;
  std::string problem;
  size_t at = 0;
  EXPECT_TRUE(regex.compile(pattern, false, problem, at)) << pattern << ": " << problem;
  return regex.foundIn(text);
}

TEST(Pattern, RegularExpressions) {
  EXPECT_TRUE(found("b+c?d*", "xxbby") && found("^(a|bc)*$", "abcbca") && found("", "") && found("plain", "a plain b"));
  EXPECT_TRUE(found("^x{2,3}$", "xxx") && found("[^0-9]\\d\\.", "a1.") && found("a{,", "a{,") &&
              found("x{2,}", "xxxx"));
  EXPECT_FALSE(found("^x{2,3}$", "xxxx") || found("^a.c$", "abbc") || found("\\w", "--") || found("a$b", "ab"));
  EXPECT_FALSE(found("(a*)*b", std::string(3000, 'a')));
  Regex regex;
  std::string problem;
  size_t at = 0;
  for (const char* bad : {"(", ")", "a(b", "[a", "*", "a|+", "\\", "x{2", "x{999}", "((((x{99}){99}){99}){99})"})
    EXPECT_FALSE(regex.compile(bad, false, problem, at)) << bad;
}

}  // namespace
}  // namespace tp
