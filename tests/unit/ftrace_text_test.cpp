// Lines of ftrace's text, in the forms that the kernel and trace-cmd print.
#include <gtest/gtest.h>

#include <cstring>
#include <deque>

#include "core/formats/ftrace/arguments.h"
#include "core/formats/ftrace/line.h"
#include "core/formats/ftrace/reader.h"
#include "core/formats/registry.h"
#include "core/trace/latency_flags.h"
#include "tests/support/calls.h"
#include "tests/support/decode_all.h"

namespace tp {
namespace {

using ftrace::Line;
using ftrace::LineKind;

ftrace::ParsedLine parsed(std::string_view line) {
  ftrace::ParsedLine out;
  ftrace::parseLine(line, out);
  return out;
}

std::string nameOf(const Line& line) {
  std::string room;
  return std::string(line.fullName(room));
}

std::string argument(std::string_view event, std::string_view text, std::string_view name) {
  std::vector<ftrace::Argument> arguments;
  ftrace::argumentsOf(event, text, arguments);
  return std::string(ftrace::valueOf(arguments, name));
}

TEST(FtraceText, LineOfTheKernel) {
  const ftrace::ParsedLine all = parsed(
      "            bash-25125   (  25124) [001] dN.2.  7160.517975: sched_wakeup_new: comm=bash pid=25128 prio=120\r");
  ASSERT_EQ(all.kind, LineKind::Event);
  EXPECT_EQ(all.event.comm, "bash");
  EXPECT_EQ(all.event.tid, 25125);
  EXPECT_EQ(all.event.tgid, 25124);
  EXPECT_EQ(all.event.cpu, 1u);
  EXPECT_TRUE(all.event.hasFlags);
  EXPECT_EQ(all.event.flags, kIrqsOff | kNeedResched);
  EXPECT_EQ(all.event.preemptCount, 2);
  EXPECT_EQ(all.event.time, 7160517975000);
  EXPECT_EQ(all.event.digits, 6u);
  EXPECT_EQ(nameOf(all.event), "sched_wakeup_new");
  EXPECT_EQ(all.event.args, "comm=bash pid=25128 prio=120");
}

TEST(FtraceText, CommandsOfAnyForm) {
  for (const char* comm :
       {"a b", "a-1 b", "kworker/0:1-ev", "[x] y", "<...>", "<idle>", "a: b", "x-1 [000] y", "-", ""}) {
    std::string line(16 - std::min<size_t>(16, strlen(comm)), ' ');
    line += comm;
    line += "-77      [002] ..... 1.000000001: sched_process_exit: comm=a pid=77 prio=120";
    const ftrace::ParsedLine all = parsed(line);
    ASSERT_EQ(all.kind, LineKind::Event) << line;
    EXPECT_EQ(all.event.comm, comm);
    EXPECT_EQ(all.event.tid, 77);
    EXPECT_EQ(all.event.cpu, 2u);
    EXPECT_EQ(all.event.buffer, "");
    EXPECT_EQ(all.event.time, 1000000001);
  }
}

TEST(FtraceText, LinesOfInstances) {
  const ftrace::ParsedLine irqs = parsed(
      " irqs:           <idle>-0     [001] d.h1.  2100.552608035: irq_handler_entry:    irq=36 name=virtio1-req.0");
  ASSERT_EQ(irqs.kind, LineKind::Event);
  EXPECT_EQ(irqs.event.buffer, "irqs");
  EXPECT_EQ(irqs.event.comm, "<idle>");
  EXPECT_EQ(irqs.event.flags, kIrqsOff | kInHardirq);
  EXPECT_EQ(parsed("                python3-14933 [001] d..2.  2100.552501064: x: y").event.buffer, "");
}

TEST(FtraceText, ClocksThatCount) {
  const ftrace::ParsedLine tsc =
      parsed("            unxz-14320 [001] dN.3.5362201122032: sched_wakeup: unxz:14318 [120] CPU:001");
  ASSERT_EQ(tsc.kind, LineKind::Event);
  EXPECT_FALSE(tsc.event.hasPoint);
  EXPECT_EQ(tsc.event.time, 5362201122032);
  EXPECT_EQ(tsc.event.preemptCount, 3);
  EXPECT_EQ(parsed("  <idle>-0     [001]           9: sched_wakeup: x:1 [120] CPU:001").event.time, 9);
}

TEST(FtraceText, LatencyFormat) {
  const ftrace::ParsedLine all =
      parsed("    bash-25125     0dNh2. 108809us!: sched_wakeup_new: comm=bash pid=25128 prio=120");
  ASSERT_EQ(all.kind, LineKind::Event);
  EXPECT_EQ(all.event.comm, "bash");
  EXPECT_EQ(all.event.cpu, 0u);
  EXPECT_EQ(all.event.flags, kIrqsOff | kNeedResched | kInHardirq);
  EXPECT_EQ(all.event.time, 108809000);
  EXPECT_EQ(nameOf(all.event), "sched_wakeup_new");
  const ftrace::ParsedLine old = parsed("ls-1234  3d..2 12us+: sched_switch: prev_comm=ls");
  ASSERT_EQ(old.kind, LineKind::Event);
  EXPECT_EQ(old.event.cpu, 3u);
  EXPECT_EQ(old.event.time, 12000);
  const ftrace::ParsedLine report =
      parsed("sched-pi-11845   0d..3.  1995.331253: sched_waking: comm=migration/0 pid=18");
  ASSERT_EQ(report.kind, LineKind::Event);
  EXPECT_EQ(report.event.time, 1995331253000);
}

// The option verbose has the times since the boot in hexadecimal microseconds, or counts of a clock that counts.
TEST(FtraceText, VerboseLatencyFormat) {
  const ftrace::ParsedLine all = parsed(
      "     kworker/1:1   15704   1 53 00000003 00000007 [48c9d2feb] 19538980.843ms (+0.051ms): sched_switch: "
      "prev_comm=x");
  ASSERT_EQ(all.kind, LineKind::Event);
  EXPECT_EQ(all.event.comm, "kworker/1:1");
  EXPECT_EQ(all.event.tid, 15704);
  EXPECT_EQ(all.event.cpu, 1u);
  EXPECT_EQ(all.event.flags, kIrqsOff | kNeedResched | kInSoftirq);
  EXPECT_EQ(all.event.preemptCount, 3);
  EXPECT_TRUE(all.event.hasPoint);
  EXPECT_EQ(all.event.time, 19538980843000);
  EXPECT_EQ(nameOf(all.event), "sched_switch");
  EXPECT_EQ(all.event.args, "prev_comm=x");
  const ftrace::ParsedLine counted =
      parsed("          [a] b      15   1 1 00000002 00000005 [0000000000000007] 6 (+1): sched_waking: comm=c pid=3");
  ASSERT_EQ(counted.kind, LineKind::Event);
  EXPECT_EQ(counted.event.comm, "[a] b");
  EXPECT_FALSE(counted.event.hasPoint);
  EXPECT_EQ(counted.event.time, 7);
}

// The time of a clock that counts, without "us".
TEST(FtraceText, LatencyFormatOfAClockThatCounts) {
  const ftrace::ParsedLine all = parsed("rcu_pree-15        1d..2.    6: sched_switch: prev_comm=rcu_preempt");
  ASSERT_EQ(all.kind, LineKind::Event);
  EXPECT_EQ(all.event.comm, "rcu_pree");
  EXPECT_EQ(all.event.cpu, 1u);
  EXPECT_FALSE(all.event.hasPoint);
  EXPECT_EQ(all.event.time, 6);
}

TEST(FtraceText, LinesOfTheFunctionGraph) {
  const Line call = parsed("  360.774522 |   1)     sh-4802    |   0.541 us    |    d_free();").event;
  EXPECT_EQ(nameOf(call), "funcgraph_entry");
  EXPECT_EQ(call.time, 360774522000);
  EXPECT_EQ(call.digits, 6u);
  EXPECT_EQ(call.cpu, 1u);
  EXPECT_EQ(call.comm, "sh");
  EXPECT_EQ(call.tid, 4802);
  EXPECT_FALSE(call.hasFlags);
  ftrace::GraphCall read;
  ASSERT_TRUE(ftrace::readGraphCall(call.args, read));
  EXPECT_EQ(read.function, "d_free");
  EXPECT_EQ(read.depth, 1);
  EXPECT_EQ(read.ns, 541);
  EXPECT_TRUE(read.leaf);
  EXPECT_EQ(nameOf(parsed("  360.774522 |   1)  kworker-12   | ! 156.391 us  |  } /* schedule */").event),
            "funcgraph_exit");
  // With latency-format, and relative to the beginning of a measured latency.
  const Line flags = parsed("       12 us |   0)  <idle>-0    |  d.h1. |               |  irq_enter() {").event;
  EXPECT_EQ(flags.time, 12000);
  EXPECT_EQ(flags.tid, 0);
  EXPECT_EQ(flags.flags, kIrqsOff | kInHardirq);
  ASSERT_TRUE(ftrace::readGraphCall(flags.args, read));
  EXPECT_EQ(read.function, "irq_enter");
  EXPECT_EQ(read.ns, -1);
  // Events stand in comments, with the words that other tracers have.
  const Line event =
      parsed("  360.774530 |   1)     sh-4802    |               |      /* sched_waking: comm=a pid=7 prio=120 */")
          .event;
  EXPECT_EQ(nameOf(event), "sched_waking");
  EXPECT_EQ(event.args, "comm=a pid=7 prio=120");
  EXPECT_EQ(nameOf(parsed("  360.774530 |   1)  sh-4802 |               |  /* B|77|frame */").event), "print");
  for (const char* mark : {" ------------------------------------------", " 1)    sh-4802    =>  kworker-12   ",
                           "  360.774530 |   1)     sh-4802    |   ==========> |"})
    EXPECT_EQ(parsed(mark).kind, LineKind::Mark) << mark;
  // Without a time or a thread they are no events.
  for (const char* line :
       {" 1)    sh-4802    |   0.541 us    |    d_free();", "  360.774522 |   1)   0.541 us    |    d_free();"})
    EXPECT_EQ(parsed(line).kind, LineKind::Other) << line;
}

TEST(FtraceText, EventsInTheFormOfTheirOwnCode) {
  // An event has views into its line.
  std::deque<std::string> lines;
  const auto event = [&lines](const std::string& text) {
    return parsed(lines.emplace_back("a-1 [000] .....  1.000000: " + text)).event;
  };
  EXPECT_EQ(nameOf(event("sys_openat(dfd: ffffff9c, filename: 7f)")), "sys_enter_openat");
  EXPECT_EQ(event("sys_openat(dfd: ffffff9c, filename: 7f)").args, "dfd: ffffff9c, filename: 7f");
  EXPECT_EQ(nameOf(event("sys_openat -> 0x3")), "sys_exit_openat");
  EXPECT_EQ(event("sys_openat -> 0x3").args, "0x3");
  EXPECT_EQ(nameOf(event("mutex_lock <-pipe_read")), "function");
  EXPECT_EQ(nameOf(event("tracing_mark_write: B|77|frame")), "print");
  EXPECT_EQ(argument("print", event("tracing_mark_write: B|77|a: b").args, "buf"), "B|77|a: b");
  EXPECT_EQ(nameOf(event("<stack trace>")), "kernel_stack");
}

TEST(FtraceText, OtherLines) {
  EXPECT_EQ(parsed("# tracer: nop").kind, LineKind::Comment);
  EXPECT_EQ(parsed(" => schedule+0x12/0x30").kind, LineKind::Frame);
  EXPECT_EQ(ftrace::frameOf(" => schedule+0x12/0x30"), "schedule");
  EXPECT_EQ(ftrace::frameOf("=> do_syscall_64 (ffffffff821ed69a)"), "do_syscall_64");
  EXPECT_EQ(parsed("cpus=2").kind, LineKind::Other);
  EXPECT_EQ(ftrace::cpuCountIn("cpus=2"), 2u);
  EXPECT_EQ(ftrace::cpuCountIn("# entries-in-buffer/entries-written: 205/205   #P:4"), 4u);
  for (const char* text : {"CPU:1 [LOST 12 EVENTS]", "CPU:1 [12 EVENTS DROPPED]"}) {
    ASSERT_EQ(parsed(text).kind, LineKind::Lost) << text;
    EXPECT_EQ(parsed(text).lost, 12);
    EXPECT_EQ(parsed(text).event.cpu, 1u);
  }
  EXPECT_EQ(parsed("CPU:0 [EVENTS DROPPED]").lost, -1);
}

TEST(FtraceText, Arguments) {
  const char* byKernel = "prev_comm=a b prev_pid=1 prev_prio=120 prev_state=R+ ==> next_comm=c next_pid=2 next_prio=98";
  EXPECT_EQ(argument("sched_switch", byKernel, "prev_comm"), "a b");
  EXPECT_EQ(argument("sched_switch", byKernel, "prev_state"), "R+");
  EXPECT_EQ(argument("sched_switch", byKernel, "next_prio"), "98");
  const char* byPlugin = "kworker/0:2:377 [120] I ==> store:13676 [98]";
  EXPECT_EQ(argument("sched_switch", byPlugin, "prev_comm"), "kworker/0:2");
  EXPECT_EQ(argument("sched_switch", byPlugin, "prev_state"), "I");
  EXPECT_EQ(argument("sched_switch", byPlugin, "next_pid"), "13676");
  EXPECT_EQ(argument("sched_wakeup", "migration/0:18 [0] CPU:003", "target_cpu"), "003");
  EXPECT_EQ(argument("sched_wakeup", "comm=a=b c pid=18 prio=0 target_cpu=003", "comm"), "a=b c");
  EXPECT_EQ(argument("sys_enter", "NR 230 (0, 7f2b, 20000)", "arg2"), "7f2b");
  EXPECT_EQ(argument("sys_exit", "NR 230 = -11", "ret"), "-11");
  EXPECT_EQ(argument("sys_enter_openat", "dfd: 0xffffff9c, filename: 0x7f", "dfd"), "0xffffff9c");
  EXPECT_EQ(argument("softirq_raise", "vec=4 [action=BLOCK]", "vec"), "4");
  EXPECT_EQ(argument("softirq_raise", "vec=4 [action=BLOCK]", "action"), "BLOCK");
  EXPECT_EQ(argument("block_rq_issue", "8,0 R 4096 () 12345 + 8 [kworker]", "sector"), "12345");
  EXPECT_EQ(argument("outer_exit", "(559cf756d1e1 <- 559cf756d216) ret=1225", "__probe_func"), "559cf756d1e1");
  EXPECT_EQ(argument("outer_exit", "(0x559cf756d216 <- 0x559cf756d1e1) ret=1225", "__probe_func"), "0x559cf756d1e1");
  EXPECT_EQ(ftrace::numberIn("294662 [ns]").whole, 294662);
  EXPECT_EQ(ftrace::numberIn("0x1f").whole, 31);
  EXPECT_EQ(ftrace::numberIn("18446744073709551615").kind, ftrace::Number::Kind::Unsigned);
  EXPECT_EQ(ftrace::numberIn("AF_INET").kind, ftrace::Number::Kind::None);
}

TEST(FtraceText, CallsOfTheFunctionGraph) {
  ftrace::GraphCall call;
  ASSERT_TRUE(ftrace::readGraphCall("! 150.000 us |      wake_up();", call));
  EXPECT_EQ(call.function, "wake_up");
  EXPECT_EQ(call.depth, 2);
  EXPECT_EQ(call.ns, 150000);
  EXPECT_TRUE(call.leaf);
  ASSERT_TRUE(ftrace::readGraphCall("             |  schedule() {", call));
  EXPECT_EQ(call.depth, 0);
  EXPECT_EQ(call.ns, -1);
  EXPECT_FALSE(call.leaf);
  ASSERT_TRUE(ftrace::readGraphCall("! 156.391 us |    } /* schedule */", call));
  EXPECT_EQ(call.function, "schedule");
  EXPECT_EQ(call.ns, 156391);
  // Long durations have fewer digits behind the point, and functions of modules name these.
  ASSERT_TRUE(ftrace::readGraphCall("* 12345.67 us |  vpoll_poll [vpoll]();", call));
  EXPECT_EQ(call.function, "vpoll_poll");
  EXPECT_EQ(call.ns, 12345670);
  ASSERT_TRUE(ftrace::readGraphCall("$ 1234567 us |  }", call));
  EXPECT_EQ(call.ns, 1234567000);
}

TEST(FtraceText, NumbersThatAreTooLargeAreBounded) {
  const ftrace::ParsedLine late = parsed("a-1 [2000000000] .....  99999999999999999.000000: x: y");
  ASSERT_EQ(late.kind, LineKind::Event);
  EXPECT_GT(late.event.time, 0);
  EXPECT_EQ(late.event.cpu, 2000000000u);
  EXPECT_EQ(parsed("a-1 [9999999999] .....  1.0: x: y").kind, LineKind::Other);
  EXPECT_EQ(parsed("a-99999999999 [0] .....  1.0: x: y").kind, LineKind::Other);
  EXPECT_EQ(parsed("a-1 [0] .....  99999999999999999999999.0: x: y").kind, LineKind::Other);
}

constexpr const char* kTrace =
    "# tracer: nop\n"
    "#\n"
    "# entries-in-buffer/entries-written: 4/4   #P:2\n"
    "            a-10    [000] d..2.     1.000000: sched_switch: prev_comm=a prev_pid=10 prev_prio=120 prev_state=S "
    "==> "
    "next_comm=b next_pid=11 next_prio=120\n"
    "            c-12    [001] d..2.     1.000010: sched_waking: comm=a pid=10 prio=120 target_cpu=000\n"
    "CPU:0 [LOST 7 EVENTS]\n"
    "            b-11    [000] ...1.     1.000020: tracing_mark_write: two\n"
    "lines\n"
    "            b-11    [000] .....     1.000030: <stack trace>\n"
    " => schedule\n"
    " => do_nanosleep\n"
    "            b-11    [000] d..2.     1.000040: sched_switch: prev_comm=b prev_pid=11 prev_prio=120 prev_state=R "
    "==> "
    "next_comm=a next_pid=10 next_prio=120\n";

std::vector<std::string> rowsOf(const FileSet& files, size_t stream, size_t piece) {
  auto reader = ftrace::open(files);
  EXPECT_TRUE(reader);
  return reader ? test::decodeStream(**reader, files, stream, piece).rows : std::vector<std::string>();
}

TEST(FtraceText, DecodesTheSameInPiecesOfAnySize) {
  const FileSet files = test::fileInMemory("trace.txt", kTrace);
  auto reader = ftrace::open(files);
  ASSERT_TRUE(reader);
  ASSERT_EQ((*reader)->streams().size(), 2u);
  EXPECT_EQ((*reader)->warnings().total(), 0u);
  for (size_t stream : {0, 1}) {
    const std::vector<std::string> whole = rowsOf(files, stream, 1 << 20);
    EXPECT_FALSE(whole.empty());
    for (size_t piece : {1, 7, 100, 300}) EXPECT_EQ(rowsOf(files, stream, piece), whole) << piece;
  }
  std::string dos;
  for (const char c : std::string(kTrace)) dos += c == '\n' ? std::string("\r\n") : std::string(1, c);
  EXPECT_EQ(rowsOf(test::fileInMemory("trace.txt", dos), 1, 1 << 20), rowsOf(files, 1, 1 << 20));
}

// What the kernel prints of one call in another, and of the event between.
constexpr const char* kGraph =
    "# tracer: function_graph\n"
    "#\n"
    "#     TIME        CPU  TASK/PID         DURATION                  FUNCTION CALLS\n"
    "#      |          |     |    |           |   |                     |   |   |   |\n"
    "  100.000010 |   0)     sh-77     |               |  ksys_read() {\n"
    "  100.000012 |   0)     sh-77     |   1.250 us    |    fdget();\n"
    "  100.000020 |   0)     sh-77     |               |    /* sched_waking: comm=a pid=7 prio=120 target_cpu=000 */\n"
    " ------------------------------------------\n"
    " 0)     sh-77      =>    ls-78     \n"
    " ------------------------------------------\n"
    "\n"
    "  100.000025 |   0)     ls-78     |   0.500 us    |  schedule_tail();\n"
    "  100.000030 |   0)     sh-77     | + 20.000 us   |  }\n";

TEST(FtraceText, TheKernelsFunctionGraphHasItsCalls) {
  const FileSet files = test::fileInMemory("trace.txt", kGraph);
  auto reader = ftrace::open(files);
  ASSERT_TRUE(reader);
  EXPECT_EQ((*reader)->warnings().total(), 0u);
  CallScope scope;
  scope.byThread = true;
  const test::TraceCalls calls = test::callsOf(files, scope);
  EXPECT_EQ(test::folded(calls.profile.tree, scope, StackValue::Self, calls.reader->names(), calls.reader->tracks()),
            (std::vector<std::string>{"thread_77;ksys_read 18750", "thread_77;ksys_read;fdget 1250",
                                      "thread_78;schedule_tail 500"}));
  for (size_t piece : {7, 100}) EXPECT_EQ(rowsOf(files, 0, piece), rowsOf(files, 0, 1 << 20)) << piece;
}

TEST(FtraceText, SaysWhatItCannotOpen) {
  EXPECT_EQ(ftrace::probe(test::fileInMemory("a.txt", "some text")).confidence, 0);
  EXPECT_TRUE(ftrace::probe(test::fileInMemory("a.txt", "some text")).reason.empty());
  EXPECT_FALSE(ftrace::open(test::fileInMemory("a.txt", "some text")));
  EXPECT_FALSE(ftrace::open(FileSet()));
  const auto why = [](const char* text) {
    auto reader = openTrace(test::fileInMemory("a.txt", text));
    return reader ? std::string() : reader.error().text();
  };
  EXPECT_NE(why("# tracer: function_graph\n#\n 0)   1.234 us    |  schedule();\n 0)               |  do_it() {\n")
                .find("whose lines have no time"),
            std::string::npos);
  EXPECT_NE(
      why("# tracer: function_graph\n#\n    1.000000 |   0)   1.234 us    |  schedule();\n").find("have no thread"),
      std::string::npos);
  EXPECT_NE(why("# tracer: nop\n#\n# entries-in-buffer/entries-written: 0/0   #P:2\n").find("but no events"),
            std::string::npos);
}

}  // namespace
}  // namespace tp
