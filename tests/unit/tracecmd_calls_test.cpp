// What trace-cmd 3.4 and kernels from 6.13 on add: arguments by the names of BTF, results, return addresses; and
// buffers of the boot before, whose kernel lay elsewhere. tests/data/tracecmd/calls.py makes the files.
#include <gtest/gtest.h>

#include <cstring>
#include <map>

#include "core/analysis/event_fields.h"
#include "core/analysis/filter.h"
#include "core/io/local_files.h"
#include "core/kernel/btf.h"
#include "core/kernel/function_arguments.h"
#include "core/kernel/symbols.h"
#include "tests/support/decode_all.h"
#include "tests/support/each_row.h"
#include "tests/support/local_session.h"
#include "tests/support/memory_cut.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

using kernel::Parameter;

constexpr const char *kCalls = "tracecmd/calls.dat", *kLastBoot = "tracecmd/last-boot.dat";

// The texts of a file's records; those of an instance have its name in front.
std::vector<std::string> textsOf(const std::string& path) {
  std::vector<std::string> out;
  test::eachRow(path, [&](EventMerge&, const EventRow& row) {
    out.push_back((row.buffer.empty() ? "" : std::string(row.buffer) + ": ") + row.words());
  });
  return out;
}

// As the values were put into the records; what follows the name of each function is how libtraceevent 1.9 and
// trace-cmd 3.4 (lib/trace-cmd/trace-ftrace.c) print them, but for the signs, which they lose.
TEST(TracecmdCalls, HaveArgumentsResultsAndReturnAddresses) {
  EXPECT_EQ(textsOf(test::dataPath(kCalls)),
            (std::vector<std::string>{
                "--> vfs_read(file=0xffff888004d8e000, buf=0x7ffe00001000, count=0x1000, pos=0x0) (0)",
                "--> do_read.isra.0(fd=-1, priority=-128, again=0x1, flags=0x1234) (1) <- vfs_read",
                "--> lonely(range=(STRUCT)[0x1:0x2], mode=-1) (2)",
                "<-- lonely (2) (start: bb8  end: fa0) over: 0 retval: 2 (ret=0x2)",
                "<-- do_read.isra.0 (1) (start: 7d0  end: 1388) over: 0 retval: fffffffffffffffe (ret=-2)",
                "<-- vfs_read (0) (start: 3e8  end: 1770) over: 0 retval: 1000 (ret=0x1000)",
                " log_line(format=0xffffffff82000000, ...) <-- vfs_read",
                " no_prototype(ab, 0, 0, 0, 0, 0) <-- vfs_read",
                " vfs_read.part.0(5, 6, 7, 8, 9, a) <-- vfs_read",
                " usb_open(func=0x3, minor=4) <-- vfs_read",
                " vfs_read <-- no_prototype",
                " lonely(range=(STRUCT)[0x1:...], ...) <-- lonely",
                "--> vfs_read (0) <- 0xffffffffc0300008",
                "--> 0xffffffffc0300010 (1)",
            }));
}

TEST(TracecmdCalls, FiltersKnowArgumentsByName) {
  const std::map<std::string, int> expected = {{"count = 0x1000", 1},
                                               {"fd = -1", 1},
                                               {"fd < 0", 1},
                                               {"priority = -128", 1},
                                               {"again = 1", 1},
                                               {"minor = 4", 1},
                                               {"mode = -1", 1},
                                               {"retval = -2", 1},
                                               {"retval < 0", 1},
                                               {"retval = 0x1000", 1},
                                               {"args[2] = 0x1000", 1},
                                               {"retaddr = 0xffffffff8100106f", 1},
                                               // As a parameter of the function, and as the event's own field.
                                               {"func = 3", 1},
                                               {"func = vfs_read", 3}};
  for (const auto& [text, count] : expected) {
    FilterError error;
    auto filter = Filter::compile(text, ClockInfo{}, error);
    ASSERT_TRUE(filter) << text;
    int found = 0;
    test::eachRow(test::dataPath(kCalls),
                  [&](EventMerge&, const EventRow& row) { found += filter->matches(row) ? 1 : 0; });
    EXPECT_EQ(found, count) << text;
  }
}

// As threads.txt has them, which trace-cmd report printed. The kernel ends each with a new line.
TEST(TracecmdMarkers, EndBeforeTheirNewLine) {
  std::vector<std::string> found;
  FilterError error;
  const auto filter = Filter::compile("buf = \"frame 1 begin\"", ClockInfo{}, error);
  ASSERT_TRUE(filter) << error.text();
  int matching = 0;
  test::eachRow(test::dataPath("tracecmd/threads.dat"), [&](EventMerge&, const EventRow& row) {
    if (row.name == "print") found.push_back(row.words());
    matching += filter->matches(row) ? 1 : 0;
  });
  EXPECT_EQ(found, (std::vector<std::string>{"0x0: B|20|batch", "0x0: C|20|queue|3", "0x0: S|20|request|77",
                                             "0x0: frame 1 begin", "0x0: frame 1 end", "0x0: E|20",
                                             "0x0: F|20|request|77", "0x0: C|20|queue|1"}));
  EXPECT_EQ(matching, 1);
}

// The last value in brackets ends before the bracket.
TEST(TracecmdCalls, ValuesOfTheTextEndBeforeBrackets) {
  const std::string_view entry = "--> lonely(range=(STRUCT)[0x1:0x2], mode=-1) (2)";
  const std::string_view exit = "<-- lonely (2) (start: bb8  end: fa0) over: 0 retval: 2 (ret=0x2)";
  const std::pair<std::string_view, std::string_view> values[] = {
      {"range", "(STRUCT)[0x1:0x2]"}, {"mode", "-1"}, {"end", "fa0"}, {"ret", "0x2"}, {"retval", "2"}};
  for (const auto& [name, expected] : values) {
    std::string_view value;
    EXPECT_TRUE(findArg(entry, name, value) || findArg(exit, name, value)) << name;
    EXPECT_EQ(value, expected) << name;
  }
  std::string_view value;
  EXPECT_TRUE(findArg("comm=a (b) c) pid=7", "comm", value));
  EXPECT_EQ(value, "a (b) c");
}

// The kernel's name for entries with a return address is fgraph_retaddr_entry: the call ends, and has its result.
TEST(TracecmdCalls, BecomeSlices) {
  auto files = openLocalFiles({test::dataPath(kCalls)});
  ASSERT_TRUE(files);
  test::LocalSession local;
  local.open(*files);
  const TraceIndex& index = local.session.index();
  std::vector<std::string> found;
  for (TrackId id = 0; id < index.tracks().size(); ++id) {
    if (index.tracks()[id].key.kind != TrackKind::Thread) continue;
    std::vector<Mark> marks;
    local.session.query(id, index.begin(), index.end(), 0, marks);
    for (const Mark& mark : marks)
      if (mark.end > mark.begin)
        found.push_back(std::string(index.names().view(mark.name)) + " " + std::to_string(mark.end - mark.begin) +
                        " at " + std::to_string(mark.depth));
  }
  std::sort(found.begin(), found.end());
  // The last two are open.
  EXPECT_EQ(found, (std::vector<std::string>{"do_read.isra.0 3000 at 1", "lonely 1000 at 2", "vfs_read 1000 at 0",
                                             "vfs_read 5000 at 0"}));
}

TEST(TracecmdCalls, UnknownOptionsAreToldOnce) {
  auto files = openLocalFiles({test::dataPath(kCalls)});
  auto reader = openTrace(*files);
  ASSERT_TRUE(reader);
  std::vector<std::string> told;
  for (const Warning& warning : (*reader)->warnings().kept()) told.push_back(warning.expected + "|" + warning.found);
  EXPECT_EQ(told, (std::vector<std::string>{"options that are known|option 40, which is skipped",
                                            "options that are known|option 41, which is skipped"}));
}

// Both boots make the same calls. What lies in no module of now has no name.
TEST(TracecmdCalls, OfTheBootBeforeHaveTheNamesOfNow) {
  const std::vector<std::string> texts = textsOf(test::dataPath(kLastBoot));
  ASSERT_EQ(texts.size(), 12u);
  for (size_t i = 0; i < 10; i += 2) EXPECT_EQ(texts[i + 1], "boot_map: " + texts[i]);
  EXPECT_EQ(texts[0], " vfs_read <-- do_read.isra.0");
  EXPECT_EQ(texts[2], " usb_open <-- lonely");
  EXPECT_EQ(texts[8], "lonely: woke 5 times");
  EXPECT_EQ(texts[11], "boot_map:  0xffffffffc00ba004 <-- 0xffffffffc00ea000");
}

TEST(TracecmdCalls, OfABootThatIsNotKnownHaveNoNames) {
  std::string bytes = test::readFile(test::dataPath(kLastBoot));
  const std::string place = "ffffffff82200000\t[kernel]";
  const size_t at = bytes.find(place);
  ASSERT_NE(at, std::string::npos);
  bytes.replace(at, place.size(), std::string(place.size(), 'x'));
  const FileSet files = test::fileInMemory("trace.dat", bytes);
  auto reader = openTrace(files);
  ASSERT_TRUE(reader);
  const std::vector<Warning> warnings = (*reader)->warnings().kept();
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0].expected, "where the kernel lay that wrote buffer boot_map");
  bool seen = false;
  for (const std::string& row : test::decodeStream(**reader, files, 1, size_t{1} << 20).rows) {
    EXPECT_EQ(row.find("vfs_read"), std::string::npos) << row;
    seen = seen || row.find(" 0xffffffff82201000 <-- 0xffffffff82202000") != std::string::npos;
  }
  EXPECT_TRUE(seen);
}

// A cut shifts nothing, whether names are changed or not.
TEST(TracecmdCalls, CutsKeepWhatNamesThem) {
  for (const char* path : {kCalls, kLastBoot}) {
    auto files = openLocalFiles({test::dataPath(path)});
    ASSERT_TRUE(files);
    for (const bool anonymise : {false, true}) {
      CutRequest request;
      request.anonymise = anonymise;
      WarningLog warnings;
      const FileSet cut = test::cutOf(*files, request, warnings);
      auto whole = openTrace(*files), part = openTrace(cut);
      ASSERT_TRUE(whole && part);
      for (size_t stream = 0; stream < (*whole)->streams().size(); ++stream) {
        const auto before = test::decodeStream(**whole, *files, stream, size_t{1} << 20).rows;
        const auto after = test::decodeStream(**part, cut, stream, size_t{1} << 20).rows;
        ASSERT_EQ(after.size(), before.size());
        if (!anonymise) {
          EXPECT_EQ(after, before);
          continue;
        }
        if (path == kCalls) continue;
        // Names are others, but the same in both boots.
        const auto first = test::decodeStream(**part, cut, 0, size_t{1} << 20).rows;
        auto functions = [](const std::string& row) {
          const size_t at = row.find(" f");
          return row.substr(at, row.find('|', at) - at);
        };
        for (size_t i = 0; i < 2; ++i) EXPECT_EQ(functions(after[i]), functions(first[i]));
      }
    }
  }
}

TEST(LastBoot, SaysWhereEverythingLay) {
  const kernel::LastBoot boot = kernel::parseLastBoot("ffffffff82200000\t[kernel]\nffffffffc00ca000\tusbserial\n");
  EXPECT_EQ(boot.text, 0xffffffff82200000u);
  ASSERT_NE(boot.modules.at(0xffffffffc00ca010u), nullptr);
  EXPECT_EQ(boot.modules.at(0xffffffffc00ca010u)->name, "usbserial");
  EXPECT_EQ(boot.modules.at(0xffffffffc00c9fffu), nullptr);
  EXPECT_TRUE(kernel::parseLastBoot("# Current\n").current);
  EXPECT_EQ(kernel::parseLastBoot("text delta:\t-4096\ndata delta:\t0\n").delta, -4096);
  EXPECT_FALSE(kernel::parseLastBoot("nonsense\n\n\t\n").text);
}

// In kernels before 6.15, the file has a number to add to addresses of then.
TEST(LastBoot, ShiftsSymbols) {
  const std::string symbols =
      "ffffffff81000000 T _text\nffffffff81001000 T vfs_read\nffffffff81002000 T next\nffffffff81003000 B _end\n";
  kernel::KernelSymbols names(symbols);
  names.setBoot(kernel::parseLastBoot("text delta:\t-4096\n"));
  EXPECT_EQ(names.find(0xffffffff81002010u).name, "vfs_read");
  EXPECT_EQ(names.find(0xffffffff81002010u).offset, 0x10u);
  const std::string zeros = "0000000000000000 T _text\n0000000000000000 T vfs_read\n";
  kernel::KernelSymbols hidden(zeros);
  hidden.setBoot(kernel::parseLastBoot("ffffffff82200000\t[kernel]\n"));
  EXPECT_FALSE(hidden.shift());
  EXPECT_EQ(hidden.find(0xffffffff82200000u).name, "");
}

// A symbol below a module is none of the module's.
TEST(Modules, BoundTheNamesOfTheirAddresses) {
  const std::string symbols =
      "ffffffff81000000 T _text\nffffffffc0000100 t of_other\t[other]\nffffffffd0000000 t z\t[z]\n";
  kernel::KernelSymbols names(symbols, kernel::parseModules("nosyms 8192 2 a,b, Live 0xffffffffc0010000 (OE)\n"
                                                            "hidden 8192 0 - Live 0x0000000000000000\nbroken\n"));
  EXPECT_EQ(names.find(0xffffffffc0010010u).name, "");
  EXPECT_EQ(names.find(0xffffffffc0010010u).module, "nosyms");
  EXPECT_EQ(names.find(0xffffffffc0012000u).name, "of_other");
  EXPECT_EQ(names.find(0xffffffffc0012000u).module, "");
}

std::string types() {
  return test::readFile(test::dataPath("tracecmd/calls.btf"));
}

Bytes bytesOf(const std::string& text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

// The file is GCC's, of tests/data/tracecmd/calls.c.
TEST(Btf, HasTheParametersOfFunctions) {
  const std::string data = types();
  kernel::Btf btf(bytesOf(data));
  const auto read = btf.find("vfs_read");
  ASSERT_TRUE(read);
  ASSERT_EQ(read->size(), 4u);
  EXPECT_EQ((*read)[0].name, "file");
  EXPECT_EQ((*read)[0].form, Parameter::Form::Pointer);
  EXPECT_EQ((*read)[2].name, "count");
  EXPECT_EQ((*read)[2].form, Parameter::Form::Unsigned);
  EXPECT_EQ((*read)[2].bits, 64u);
  const auto other = btf.find("do_read");
  ASSERT_TRUE(other);
  EXPECT_EQ((*other)[0].form, Parameter::Form::Signed);
  EXPECT_EQ((*other)[1].bits, 8u);
  const auto line = btf.find("log_line");
  ASSERT_TRUE(line);
  EXPECT_EQ(line->back().form, Parameter::Form::Variable);
  EXPECT_FALSE(btf.find("no_prototype"));
  EXPECT_FALSE(btf.find(""));
  EXPECT_FALSE(kernel::Btf({}).find("vfs_read"));
}

// Asks for all that a damaged file may say.
void ask(const std::string& data) {
  kernel::Btf btf(bytesOf(data));
  const std::string words(48, '\x81');
  for (const char* name : {"vfs_read", "do_read", "lonely", "log_line", "usb_open", ""}) {
    const auto parameters = btf.find(name);
    if (!parameters) continue;
    std::string out, room;
    const kernel::ArgumentWords arguments{bytesOf(words), Endian::Little, 8};
    kernel::appendArguments(out, *parameters, arguments);
    for (size_t i = 0; i < parameters->size() && i < 8; ++i) kernel::readArgument((*parameters)[i], i, arguments, room);
    EXPECT_LT(out.size(), 4096u);
  }
}

TEST(Btf, SurvivesWhateverIsDoneToIt) {
  const std::string good = types();
  for (size_t size = 0; size < good.size(); ++size) ask(good.substr(0, size));
  for (size_t at = 0; at < good.size(); ++at) {
    for (const int value : {0, 1, 8, 0x7f, 0xff}) {
      std::string bad = good;
      bad[at] = static_cast<char>(value);
      ask(bad);
    }
  }
}

// Types that refer to themselves: a typedef of itself as a parameter of a function.
TEST(Btf, EndsWhereTypesGoInCircles) {
  auto put = [](std::string& out, std::initializer_list<uint32_t> numbers) {
    for (uint32_t number : numbers) out.append(reinterpret_cast<const char*>(&number), sizeof number);
  };
  std::string all;
  put(all, {0x0001eb9f, 24, 0, 12 + 12 + 8 + 12, 12 + 12 + 8 + 12, 5});
  put(all, {1, 8u << 24, 1});             // 1: typedef f of 1
  put(all, {0, 13u << 24 | 1, 0, 3, 1});  // 2: a prototype with the parameter x of type 1
  put(all, {1, 12u << 24, 2});            // 3: the function f
  all += std::string("\0f\0x\0", 5);
  kernel::Btf btf(bytesOf(all));
  const auto found = btf.find("f");
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), 1u);
  EXPECT_EQ(found->front().name, "x");
  EXPECT_EQ(found->front().form, Parameter::Form::Unknown);
  const std::string word(8, '\x02');
  std::string out;
  kernel::appendArguments(out, *found, {bytesOf(word), Endian::Little, 8});
  EXPECT_EQ(out, "x=?0x202020202020202");
}

}  // namespace
}  // namespace tp
