// Wakings out of interrupts whose own events were not recorded, and that of what they called were.
#include <gtest/gtest.h>

#include <map>

#include "core/formats/tracecmd/event_text.h"
#include "core/formats/tracecmd/interrupts.h"
#include "core/trace/tracks.h"
#include "tests/support/decode_all.h"
#include "tests/support/samples.h"
#include "tests/support/scheduled_trace.h"

namespace tp {
namespace {

// trace-cmd report has 14 sched_waking in hardirq context between hrtimer_expire_entry of hrtimer_wakeup and its
// hrtimer_expire_exit, on the same CPU.
TEST(Scheduling, TheFunctionOfATimerIsWhoWokeAThread) {
  test::ScheduledTrace sample(test::samplesPath("tracecmd") + "/v7-zstd-gcc/trace.dat");
  ASSERT_TRUE(sample.found);
  const Scheduling found = sample.ask()->scheduling();
  const NameTable& names = sample.local.session.index().names();
  uint64_t timers = 0, handlers = 0;
  for (const Waking& one : found.wakings) {
    if (one.context != WakeContext::Irq) continue;
    timers += names.view(one.handler) == "hrtimer_wakeup" ? one.count : 0;
    handlers += one.handler != kNoName && names.view(one.handler) != "hrtimer_wakeup" ? one.count : 0;
  }
  EXPECT_EQ(timers, 14u);
  EXPECT_EQ(handlers, 13u) << "those within irq_handler_entry";
}

// As an ARM machine prints it: an IPI is an interrupt, and the function that another CPU asks for is called in it.
TEST(Scheduling, AnIpiIsWhoWokeAThread) {
  const std::string begin = "          <idle>-0       [001] d.h1. ";
  const std::string text =
      "# tracer: nop\n#\n# entries-in-buffer/entries-written: 8/8   #P:2\n#\n" + begin +
      "    1.000010: ipi_entry: (Function call interrupts)\n" + begin +
      "    1.000012: sched_waking: comm=a pid=10 prio=120 target_cpu=001\n" + begin +
      "    1.000015: ipi_exit: (Function call interrupts)\n" + begin +
      "    1.000020: csd_function_entry: func=wake_it, csd=00000000f0ca3b5c\n" + begin +
      "    1.000022: sched_waking: comm=b pid=11 prio=120 target_cpu=001\n" + begin +
      "    1.000025: csd_function_exit: func=wake_it, csd=00000000f0ca3b5c\n" + begin +
      "    1.000030: sched_waking: comm=c pid=12 prio=120 target_cpu=001\n"
      "          <idle>-0       [001] d..2.     1.000040: sched_switch: prev_comm=swapper/1 prev_pid=0 prev_prio=120 "
      "prev_state=R ==> next_comm=a next_pid=10 next_prio=120\n"
      "               a-10      [001] d..2.     1.000050: sched_switch: prev_comm=a prev_pid=10 prev_prio=120 "
      "prev_state=S ==> next_comm=b next_pid=11 next_prio=120\n"
      "               b-11      [001] d..2.     1.000060: sched_switch: prev_comm=b prev_pid=11 prev_prio=120 "
      "prev_state=S ==> next_comm=c next_pid=12 next_prio=120\n"
      "               c-12      [001] d..2.     1.000070: sched_switch: prev_comm=c prev_pid=12 prev_prio=120 "
      "prev_state=S ==> next_comm=swapper/1 next_pid=0 next_prio=120\n";
  test::ScheduledTrace trace(test::fileInMemory("trace.txt", text));
  ASSERT_TRUE(trace.found);
  const TraceIndex& index = trace.local.session.index();
  std::map<int64_t, std::string> wokenBy;
  const auto asked = trace.ask();
  for (const Waking& one : asked->scheduling().wakings) {
    EXPECT_EQ(one.context, WakeContext::Irq);
    wokenBy[index.tracks()[one.woken].key.tid] =
        one.handler != kNoName ? std::string(index.names().view(one.handler)) : "";
  }
  EXPECT_EQ(wokenBy, (std::map<int64_t, std::string>{{10, "Function call interrupts"}, {11, "wake_it"}, {12, ""}}));
}

// A record has the address of the reason, as arch/arm64 has: printk_formats says what lies there.
TEST(Interrupts, TheReasonOfAnIpiIsATextOfTheKernel) {
  NameTable names;
  tracecmd::TraceFile file;
  const std::string fields =
      "format:\n"
      "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
      "\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"
      "\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n"
      "\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"
      "\tfield:const char * reason;\toffset:8;\tsize:8;\tsigned:0;\n\nprint fmt: \"(%s)\", REC->reason\n";
  file.formats.emplace_back("ipi", "name: ipi_entry\nID: 1\n" + fields);
  file.formats.emplace_back("ipi", "name: ipi_exit\nID: 2\n" + fields);
  file.printk = "0xffff800081f0a0d8 : \"Rescheduling interrupts\"\n";
  const tracecmd::Events events(file, names);
  const tracecmd::EventText text(file);
  ASSERT_NE(events.find(1), nullptr);
  std::vector<std::byte> record(16);
  storeUnchecked(uint64_t{0xffff800081f0a0d8}, Endian::Little, record.data() + 8);
  tracecmd::InterruptEdge edge;
  ASSERT_TRUE(tracecmd::interruptEdge(*events.find(1), record, text.context(), names, edge));
  EXPECT_TRUE(edge.begins);
  EXPECT_EQ(edge.context, WakeContext::Irq);
  EXPECT_EQ(names.view(edge.name), "Rescheduling interrupts");
  storeUnchecked(uint64_t{1}, Endian::Little, record.data() + 8);
  ASSERT_TRUE(tracecmd::interruptEdge(*events.find(1), record, text.context(), names, edge));
  EXPECT_EQ(names.view(edge.name), "ipi");
  ASSERT_TRUE(tracecmd::interruptEdge(*events.find(2), record, text.context(), names, edge));
  EXPECT_FALSE(edge.begins);
}

// Of a damaged record.
TEST(Interrupts, WhoseHandlerHasNoNameAreCalledByWhatTheyAre) {
  NameTable names;
  tracecmd::TraceFile file;
  file.formats.emplace_back("irq",
                            "name: irq_handler_entry\nID: 1\nformat:\n"
                            "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
                            "\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"
                            "\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n"
                            "\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"
                            "\tfield:int irq;\toffset:8;\tsize:4;\tsigned:1;\n"
                            "\tfield:__data_loc char[] name;\toffset:12;\tsize:4;\tsigned:0;\n\n"
                            "print fmt: \"irq=%d name=%s\", REC->irq, __get_str(name)\n");
  const tracecmd::Events events(file, names);
  const tracecmd::EventText text(file);
  ASSERT_NE(events.find(1), nullptr);
  std::vector<std::byte> record(20);
  record[16] = std::byte{'n'}, record[17] = std::byte{'i'}, record[18] = std::byte{'c'};
  tracecmd::InterruptEdge edge;
  storeUnchecked(uint32_t{4} << 16 | 16, Endian::Little, record.data() + 12);
  ASSERT_TRUE(tracecmd::interruptEdge(*events.find(1), record, text.context(), names, edge));
  EXPECT_EQ(names.view(edge.name), "nic");
  storeUnchecked(uint32_t{4} << 16 | 160, Endian::Little, record.data() + 12);
  ASSERT_TRUE(tracecmd::interruptEdge(*events.find(1), record, text.context(), names, edge));
  EXPECT_EQ(names.view(edge.name), "irq");
}

}  // namespace
}  // namespace tp
