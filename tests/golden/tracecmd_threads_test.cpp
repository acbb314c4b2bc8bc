// What trace.dat files say about threads: by hand for a small one, and against its own switches for recorded ones.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <tuple>

#include "core/analysis/event_merge.h"
#include "core/export/scheduling_text.h"
#include "core/formats/registry.h"
#include "core/io/local_files.h"
#include "core/session/scheduling/scheduling_question.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

struct Drawn {
  std::string name;
  int64_t begin = 0, end = 0;  // microseconds since 6 s
  int depth = 0;
  bool operator==(const Drawn& o) const {
    return name == o.name && begin == o.begin && end == o.end && depth == o.depth;
  }
};
void PrintTo(const Drawn& drawn, std::ostream* out) {
  *out << drawn.name << " " << drawn.begin << "-" << drawn.end << " at " << drawn.depth;
}

class Threads : public testing::Test {
 protected:
  void open(const std::vector<std::string>& names) {
    std::vector<std::string> paths;
    for (const std::string& name : names) paths.push_back(test::dataPath("tracecmd/" + name));
    openPaths(paths);
  }
  void openPaths(const std::vector<std::string>& paths) {
    auto files = openLocalFiles(paths);
    ASSERT_TRUE(files);
    local_.open(*files);
    ASSERT_EQ(local_.session.phase(), Phase::Ready);
  }
  const TraceIndex& index() { return local_.session.index(); }
  TrackId track(TrackKind kind, int64_t tid, const std::string& label = {}) {
    for (TrackId id = 0; id < index().tracks().size(); ++id) {
      const TrackKey& key = index().tracks()[id].key;
      if (key.kind == kind && (tid < 0 || key.tid == tid || key.cpu == tid) && key.label == label) return id;
    }
    return kNoTrack;
  }
  std::vector<Drawn> drawn(TrackId id, int64_t origin = 6000000000) {
    std::vector<Mark> marks;
    local_.session.query(id, index().begin(), index().end(), 0, marks);
    std::vector<Drawn> all;
    for (const Mark& mark : marks)
      all.push_back({std::string(index().names().view(mark.name)), (mark.begin - origin) / 1000,
                     (mark.end - origin) / 1000, mark.depth});
    std::sort(all.begin(), all.end(), [](const Drawn& a, const Drawn& b) {
      return std::tie(a.begin, a.depth, a.end) < std::tie(b.begin, b.depth, b.end);
    });
    return all;
  }

  test::LocalSession local_;
};

TEST_F(Threads, StatesFollowSwitchesAndWakeups) {
  open({"threads.dat"});
  EXPECT_EQ(drawn(track(TrackKind::ThreadState, 20)), (std::vector<Drawn>{{"unknown", 0, 95, 0},
                                                                          {"runnable", 95, 100, 0},
                                                                          {"running", 100, 140, 0},
                                                                          {"uninterruptible", 140, 160, 0},
                                                                          {"runnable", 160, 170, 0},
                                                                          {"running", 170, 230, 0},
                                                                          {"sleeping", 230, 230, 0}}));
  EXPECT_EQ(drawn(track(TrackKind::ThreadState, 21)),
            (std::vector<Drawn>{{"unknown", 0, 111, 0},
                                {"runnable", 111, 111, 0},
                                {"unknown", 111, 120, 0},  // it was sent to a CPU that records nothing by then
                                {"running", 120, 210, 0},
                                {"dead", 210, 210, 0}}));
  // Made with CLONE_THREAD by a thread of process 20, of which the markers tell.
  const Track& helper = index().tracks()[track(TrackKind::Thread, 21)];
  EXPECT_EQ(helper.name, "helper");
  ASSERT_NE(helper.parent, kNoTrack);
  EXPECT_EQ(index().tracks()[helper.parent].key.pid, 20);
}

TEST_F(Threads, CallsProbesAndMarkersAreNested) {
  open({"threads.dat"});
  std::vector<Drawn> app = drawn(track(TrackKind::Thread, 20));
  EXPECT_EQ(app, (std::vector<Drawn>{{"read", 0, 105, 0},  // began before the trace
                                     {"read", 130, 177, 0},
                                     {"vfs_read", 131, 176, 1},
                                     {"do_read", 132, 175, 2},
                                     {"lonely", 178, 180, 0},  // its exit alone was recorded
                                     {"work", 190, 199, 0},
                                     {"frame 1", 191, 195, 1},
                                     {"futex", 220, 230, 0}}));
  std::vector<Drawn> helper = drawn(track(TrackKind::Thread, 21));
  EXPECT_EQ(helper, (std::vector<Drawn>{{"batch", 150, 200, 0}, {"exit", 205, 210, 0}}));
  EXPECT_EQ(drawn(track(TrackKind::Async, -1, "request")), (std::vector<Drawn>{{"request", 152, 201, 0}}));
  EXPECT_EQ(drawn(track(TrackKind::Counter, -1, "queue")).size(), 2u);
  EXPECT_EQ(drawn(track(TrackKind::Counter, 0, "frequency")).size(), 1u);
  EXPECT_EQ(drawn(track(TrackKind::Cpu, 0)),
            (std::vector<Drawn>{{"idle state 2", 10, 90, 0}, {"app", 100, 140, 0}, {"app", 170, 230, 0}}));
}

TEST_F(Threads, AGuestLiesOnItsHostsClock) {
  open({"threads.dat", "guest.dat"});
  EXPECT_EQ(index().countTracks(TrackKind::Cpu), 4u);
  TrackId guest = track(TrackKind::ThreadState, 20, "virtual");
  ASSERT_NE(guest, kNoTrack);
  // One microsecond ahead at the beginning, three at 200.
  std::vector<Drawn> states = drawn(guest, 6000000000);
  ASSERT_GE(states.size(), 3u);
  EXPECT_EQ(states[0], (Drawn{"unknown", 1, 96, 0}));
  EXPECT_EQ(states[1].begin, 96);
  EXPECT_EQ(states[2], (Drawn{"running", 102, 142, 0}));
}

TEST_F(Threads, DetailsHaveStacksAndWakers) {
  open({"threads.dat"});
  Mark mark;
  mark.begin = mark.end = 6000132000;
  mark.end = 6000175000;
  mark.depth = 2;
  local_.session.describe(track(TrackKind::Thread, 20), mark);
  local_.finish();
  const Description* description = local_.session.description();
  ASSERT_TRUE(description != nullptr && description->found);
  auto has = [&](std::string_view label, std::string_view text) {
    for (const DetailRow& row : description->rows)
      if (row.label == label && row.text == text) return true;
    return false;
  };
  EXPECT_TRUE(has("kernel stack", "do_read+0x0\nvfs_read+0x0"));
  mark.begin = 6000170000;
  mark.end = 6000230000;
  mark.depth = 0;
  local_.session.describe(track(TrackKind::ThreadState, 20), mark);
  local_.finish();
  description = local_.session.description();
  ASSERT_TRUE(description != nullptr && description->found);
  ASSERT_EQ(description->links.size(), 1u);
  EXPECT_EQ(description->links[0].label, "woken by");
  EXPECT_EQ(description->links[0].time, 6000160000);
  EXPECT_EQ(index().tracks()[description->links[0].track].key.tid, 21);
}

// By the reference's text: 6 threads left by exit_group, and of wait4 records are missing between entry and exit.
TEST_F(Threads, SystemCallsWithoutAnExitHaveNoDurationAndThoseAcrossALossABound) {
  openPaths({test::samplesPath("tracecmd") + "/v7-zlib-syscalls/trace.dat"});
  local_.session.requestCalls({});
  local_.finish();
  ASSERT_NE(local_.session.calls(), nullptr);
  std::map<std::string, std::tuple<uint64_t, uint64_t, uint64_t>> found;
  for (const FunctionStats& row : local_.session.calls()->functions.rows)
    found[std::string(index().names().view(row.name))] = {row.calls, row.atMost, row.open};
  using Counts = std::tuple<uint64_t, uint64_t, uint64_t>;
  EXPECT_EQ(found["exit_group"], Counts(0, 0, 6));
  EXPECT_EQ(found["wait4"], Counts(5, 5, 0));
  // Of the bounds, their threads may have run where a CPU was not recorded, as the oracle counts them.
  EXPECT_EQ(found["pselect6"], Counts(305, 35, 2));
  EXPECT_EQ(found["write"], Counts(11900, 9, 4));
  EXPECT_EQ(found["poll"], Counts(2989, 3, 3));
}

// The worst of the wakeups out of interrupts, one after the other: to the interrupt, and from there to whom it woke.
TEST_F(Threads, AnInterruptThatWakesIsAPlaceOfItsOwn) {
  openPaths({test::samplesPath("tracecmd") + "/v7-zstd-gcc/trace.dat"});
  auto question = std::make_shared<SchedulingQuestion>(SchedulingScope{});
  local_.session.ask(question);
  local_.finish();
  size_t interrupts = 0;
  for (const WakeupLatency& one : question->scheduling().worst) {
    if (one.context == WakeContext::Thread || one.handler == kNoName) continue;
    // The function of a timer, whose interrupt was not recorded.
    if (index().names().view(one.handler) == "hrtimer_wakeup") continue;
    std::vector<Mark> marks;
    local_.session.query(one.state, one.ran, one.ran, 0, marks);
    local_.finish();
    marks.clear();
    local_.session.query(one.state, one.ran, one.ran, 0, marks);
    auto ran = std::find_if(marks.begin(), marks.end(), [&](const Mark& mark) { return mark.begin == one.ran; });
    ASSERT_NE(ran, marks.end());
    local_.session.describe(one.state, *ran);
    local_.finish();
    const Description* description = local_.session.description();
    ASSERT_TRUE(description != nullptr && description->found);
    ASSERT_FALSE(description->links.empty());
    const Description::Link in = description->links[0];
    EXPECT_EQ(in.label, "woken by");
    EXPECT_EQ(in.time, one.woken);
    EXPECT_TRUE(in.flow && !in.outgoing);
    EXPECT_EQ(index().tracks()[in.track].key.kind, TrackKind::Cpu);
    EXPECT_EQ(in.name, interruptText(index(), one.context, one.handler));
    // There it is, and leads back.
    marks.clear();
    local_.session.query(in.track, in.time, in.time, 0, marks);
    auto there = std::find_if(marks.begin(), marks.end(), [&](const Mark& mark) {
      return mark.depth == in.depth && !mark.aggregate() && mark.begin <= in.time && mark.end >= in.time;
    });
    ASSERT_NE(there, marks.end()) << in.name << " at " << in.time;
    EXPECT_EQ(there->name, one.handler);
    local_.session.describe(in.track, *there);
    local_.finish();
    description = local_.session.description();
    ASSERT_TRUE(description != nullptr && description->found);
    EXPECT_TRUE(std::any_of(description->links.begin(), description->links.end(),
                            [&](const Description::Link& link) {
                              return link.flow && link.outgoing && link.track == one.state && link.time == one.woken;
                            }))
        << in.name << " at " << in.time;
    ++interrupts;
  }
  EXPECT_GT(interrupts, 20u);
}

// The value of "name=value" in the text of an event.
std::string valueOf(const std::string& args, const std::string& name) {
  size_t at = args.find(" " + name + "=");
  if (at == std::string::npos) return {};
  at += name.size() + 2;
  return args.substr(at, args.find(' ', at) - at);
}

// Follows the states that the merge tells, by thread.
class States {
 public:
  States(TraceReader& reader, const FileSet& files)
      : reader_(reader), files_(files), driver_(makeDriver(reader, reader.streams().size())) {}

  void moveTo(Time time) {
    for (;;) {
      while (at_ < batch_.count && batch_.records[at_].time <= time) take(batch_.records[at_++]);
      if (at_ < batch_.count || ended_) return;
      at_ = 0;
      ended_ = driver_->pull(batch_, files_) == RecordDriver::Step::End;
    }
  }
  std::string of(int64_t tid) const {
    auto found = states_.find(tid);
    return found == states_.end() ? "" : found->second;
  }

 private:
  void take(const Record& record) {
    const TrackKey& key = reader_.tracks()[record.track].key;
    if (key.kind != TrackKind::ThreadState) return;
    bool ended = record.kind == RecordKind::End;
    states_[key.tid] = ended ? "" : std::string(reader_.names().view(record.name));
  }

  TraceReader& reader_;
  const FileSet& files_;
  std::unique_ptr<RecordDriver> driver_;
  RecordBatch batch_;
  uint32_t at_ = 0;
  bool ended_ = false;
  std::map<int64_t, std::string> states_;
};

TEST(ThreadStates, EverySwitchOfTheRecordedSamples) {
  std::string root = test::samplesPath("tracecmd");
  const std::map<std::string, std::string> letters = {
      {"R", "runnable"}, {"R+", "runnable"}, {"S", "sleeping"}, {"D", "uninterruptible"},
      {"I", "idle"},     {"T", "stopped"},   {"t", "traced"},   {"P", "parked"},
      {"Z", "dead"},     {"X", "dead"}};
  for (const char* name :
       {"v7-none-sched", "v7-zstd-gcc", "v6-sched-syscalls", "lost-overwrite", "v7-markers", "split-events"}) {
    auto files = openLocalFiles({root + "/" + name + "/trace.dat"});
    ASSERT_TRUE(files) << name;
    auto reader = openTrace(*files);
    auto merged = openTrace(*files);
    ASSERT_TRUE(reader && merged) << name;
    States states(**merged, *files);
    EventMerge events(**reader, *files);
    EventRow row;
    size_t switches = 0, unseen = 0;
    while (events.next()) {
      events.describe(row);
      if (row.name != "sched_switch") continue;
      states.moveTo(row.time);
      std::string args = " " + row.args;
      int64_t from = std::atoll(valueOf(args, "prev_pid").c_str()), to = std::atoll(valueOf(args, "next_pid").c_str());
      auto left = letters.find(valueOf(args, "prev_state"));
      ASSERT_NE(left, letters.end()) << name << ": " << args;
      // Of who was there the next switch is missing: from this one on it is not known.
      unseen += states.of(to) == "unknown";
      if (to > 0 && states.of(to) != "unknown") {
        ASSERT_EQ(states.of(to), "running") << name << " at " << row.time << ":" << args;
      }
      // Woken on its way out, it is runnable at once.
      if (from > 0 && states.of(from) != "runnable" && states.of(from) != "unknown") {
        ASSERT_EQ(states.of(from), left->second) << name << " at " << row.time << ":" << args;
      }
      ++switches;
    }
    EXPECT_GT(switches, 100u) << name;
    EXPECT_LT(unseen, switches / 10) << name;
  }
}

// Who runs is told by the buffers that record switches; the others draw nothing of it that would contradict them.
TEST(ThreadStates, InstancesWithoutSwitchesDoNotSayWhoRuns) {
  for (const char* name : {"v7-instances", "v6-instances"}) {
    SCOPED_TRACE(name);
    auto files = openLocalFiles({test::samplesPath("tracecmd") + "/" + name + "/trace.dat"});
    ASSERT_TRUE(files);
    auto reader = openTrace(*files);
    ASSERT_TRUE(reader);
    std::set<std::pair<std::string, int32_t>> switched;
    EventMerge events(**reader, *files);
    EventRow row;
    while (events.next()) {
      events.describe(row);
      if (row.name == "sched_switch") switched.emplace(row.buffer, row.cpu);
    }
    test::LocalSession local;
    local.open(*files);
    const TraceIndex& index = local.session.index();
    size_t silent = 0;
    for (TrackId id = 0; id < index.tracks().size(); ++id) {
      const TrackKey& key = index.tracks()[id].key;
      if (key.kind != TrackKind::Cpu) continue;
      std::vector<Mark> marks;
      local.session.query(id, index.begin(), index.end(), 0, marks);
      bool tells = std::any_of(marks.begin(), marks.end(), [](const Mark& mark) {
        return mark.depth == 0 && (mark.flags & kMarkLost) == 0 && mark.end > mark.begin;
      });
      EXPECT_EQ(tells, switched.count({key.label, key.cpu}) > 0) << key.label << " " << key.cpu;
      silent += !tells;
    }
    EXPECT_GT(silent, 0u);
  }
}

// sys_enter_openat was recorded, and no exit of it: how long the calls took is not known.
TEST(ThreadStates, SystemCallsWithoutExitsAreInstants) {
  auto files = openLocalFiles({test::samplesPath("tracecmd") + "/v7-stacktrace/trace.dat"});
  ASSERT_TRUE(files);
  auto reader = openTrace(*files);
  ASSERT_TRUE(reader);
  auto driver = makeDriver(**reader, (*reader)->streams().size());
  RecordBatch batch;
  size_t slices = 0, instants = 0;
  while (driver->pull(batch, *files) != RecordDriver::Step::End) {
    for (uint32_t i = 0; i < batch.count; ++i) {
      const Record& record = batch.records[i];
      slices += record.kind == RecordKind::Begin && (*reader)->names().view(record.name) == "openat";
      instants += record.kind == RecordKind::Instant && (*reader)->names().view(record.name) == "sys_enter_openat";
    }
  }
  EXPECT_EQ(slices, 0u);
  EXPECT_GT(instants, 600u);
}

}  // namespace
}  // namespace tp
