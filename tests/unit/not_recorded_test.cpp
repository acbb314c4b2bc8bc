// Time of which nothing was recorded: where it is drawn, and that it counts as nothing else.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "core/decode/merge_driver.h"
#include "core/formats/registry.h"
#include "core/index/lane_builder.h"
#include "core/io/local_files.h"
#include "core/session/plot/plot_question.h"
#include "core/session/scheduling/scheduling_question.h"
#include "core/trace/not_recorded.h"
#include "core/trace/thread_state.h"
#include "tests/support/each_row.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

using Spans = std::vector<std::pair<Time, Time>>;

struct Opened {
  explicit Opened(const std::string& path) : Opened(*openLocalFiles({path})) {}
  explicit Opened(const FileSet& files) { local.open(files); }
  const TraceIndex& index() const { return local.session.index(); }
  std::vector<Mark> marks(TrackId track) {
    std::vector<Mark> out;
    local.session.query(track, index().begin(), index().end(), 0, out);
    local.finish();
    out.clear();
    local.session.query(track, index().begin(), index().end(), 0, out);
    std::sort(out.begin(), out.end(), [](const Mark& a, const Mark& b) { return a.end < b.end; });
    return out;
  }
  // Where the track says that nothing was recorded.
  Spans notRecorded(TrackId track) {
    Spans out;
    for (const Mark& mark : marks(track))
      if (!mark.aggregate() && index().names().view(mark.name) == kNotRecordedSlice)
        out.emplace_back(mark.begin, mark.end);
    return out;
  }
  TrackId find(TrackKind kind, int64_t number) const {
    for (TrackId id = 0; id < index().tracks().size(); ++id) {
      const TrackKey& key = index().tracks()[id].key;
      if (key.kind == kind && key.label.empty() && (kind == TrackKind::Cpu ? key.cpu : key.tid) == number) return id;
    }
    return kNoTrack;
  }

  test::LocalSession local;
};

Time sumOf(const Spans& spans) {
  Time sum = 0;
  for (const auto& [begin, end] : spans) sum += end - begin;
  return sum;
}

// Before a CPU's first row, after its last, and from the last before a loss to the first after it. A moment of a CPU is
// drawn as not recorded, or counts as recorded.
TEST(NotRecorded, EachMomentOfACpuIsDrawnAsThatOrCounts) {
  for (const char* name : {"lost-overwrite", "v7-zlib-syscalls", "v6-sched-syscalls"}) {
    SCOPED_TRACE(name);
    const std::string path = test::samplesPath("tracecmd") + "/" + name;
    std::map<int32_t, Spans> expected;  // by CPU; the last is from its last row on
    std::map<int32_t, Time> first;
    std::set<int32_t> losing;
    test::eachRow(path, [&](EventMerge&, const EventRow& row) {
      if (row.kind == "lost") {
        if (first.contains(row.cpu)) losing.insert(row.cpu);
        return;
      }
      first.try_emplace(row.cpu, row.time);
      Spans& spans = expected[row.cpu];
      if (spans.empty()) spans.emplace_back(row.time, row.time);
      if (losing.erase(row.cpu) > 0) {
        spans.back().second = row.time;
        spans.emplace_back(row.time, row.time);
      }
      spans.back().first = row.time;
    });
    Opened trace(path);
    ASSERT_FALSE(expected.empty());
    auto question = std::make_shared<SchedulingQuestion>(SchedulingScope{});
    trace.local.session.ask(question);
    trace.local.finish();
    const Scheduling& found = question->scheduling();
    EXPECT_EQ(found.cpus.size(), expected.size());
    for (auto& [cpu, spans] : expected) {
      SCOPED_TRACE(cpu);
      const TrackId track = trace.find(TrackKind::Cpu, cpu);
      ASSERT_NE(track, kNoTrack);
      const Spans drawn = trace.notRecorded(track);
      spans.back().second = trace.index().end();
      if (first[cpu] > trace.index().begin()) spans.insert(spans.begin(), {trace.index().begin(), first[cpu]});
      // Where a switch is missing, there are more of them.
      for (const auto& span : spans) {
        const auto wanted = span.first < span.second ? 1 : 0;
        EXPECT_EQ(std::count(drawn.begin(), drawn.end(), span), wanted) << span.first;
      }
      for (const CpuScheduling& one : found.cpus) {
        if (one.cpu != cpu) continue;
        EXPECT_EQ(found.recordedOf(one) + sumOf(drawn), trace.index().end() - trace.index().begin());
      }
    }
  }
}

// Before the first event of any channel of a CPU, from when the headers say that the trace begins, and after the last.
TEST(NotRecorded, LttngBeginsWithItsHeaders) {
  const std::string path = test::dataPath("lttng/2.6-le/data");
  std::map<int32_t, std::pair<Time, Time>> rows;
  Time end = 0;
  test::eachRow(path, [&](EventMerge&, const EventRow& row) {
    if (row.stream.find("metadata") != std::string_view::npos || row.kind == "lost") return;
    auto [at, fresh] = rows.try_emplace(row.cpu, row.time, row.time);
    at->second.second = end = std::max(end, row.time);
  });
  ASSERT_GE(rows.size(), 2u);
  Opened trace(path);
  for (const auto& [cpu, span] : rows) {
    SCOPED_TRACE(cpu);
    const Spans drawn = trace.notRecorded(trace.find(TrackKind::Cpu, cpu));
    const std::pair<Time, Time> before{trace.index().begin(), span.first}, after{span.second, end};
    EXPECT_EQ(std::count(drawn.begin(), drawn.end(), before), before.first < before.second ? 1 : 0);
    EXPECT_EQ(std::count(drawn.begin(), drawn.end(), after), after.first < after.second ? 1 : 0);
    for (size_t i = 1; i < drawn.size(); ++i) EXPECT_LE(drawn[i - 1].second, drawn[i].first);
  }
}

// What counts as unknown is drawn so: before a thread's first state, in between, and behind the last record of a trace
// that goes on.
TEST(NotRecorded, UnknownStatesAreDrawnWhereTheyCount) {
  for (const std::string& path :
       {test::samplesPath("tracecmd") + "/lost-overwrite", test::samplesPath("tracecmd") + "/extract",
        test::samplesPath("tracecmd") + "/v6-sched-syscalls", test::dataPath("lttng/busy/data"),
        test::dataPath("lttng/begin/data"), test::dataPath("lttng/nested/data")}) {
    SCOPED_TRACE(path);
    Opened trace(path);
    auto question = std::make_shared<SchedulingQuestion>(SchedulingScope{trace.index().begin(), trace.index().end()});
    trace.local.session.ask(question);
    trace.local.finish();
    ASSERT_FALSE(question->scheduling().threads.empty());
    for (const ThreadScheduling& one : question->scheduling().threads) {
      const int64_t tid = trace.index().tracks()[one.thread].key.tid;
      Time drawn = 0;
      for (const Mark& mark : trace.marks(trace.find(TrackKind::ThreadState, tid)))
        if (trace.index().names().view(mark.name) == threadStateName(ThreadState::Unknown)) drawn += mark.duration();
      EXPECT_EQ(drawn, one.unknown()) << tid;
    }
  }
}

// From the last record of the thread before the loss to the first after it.
TEST(NotRecorded, AThreadOfUftrace) {
  const std::string path = test::samplesPath("uftrace") + "/lost-synth";
  Spans expected;
  Time last = 0;
  int64_t tid = 0;
  bool losing = false;
  test::eachRow(path, [&](EventMerge&, const EventRow& row) {
    if (row.kind != "lost" && losing && last < row.time) expected.emplace_back(last, row.time);
    losing = row.kind == "lost";
    if (!losing) last = row.time;
    tid = row.tid;
  });
  ASSERT_FALSE(expected.empty());
  Opened trace(path);
  EXPECT_EQ(trace.notRecorded(trace.find(TrackKind::Thread, tid)), expected);
}

TEST(NotRecorded, APlotEndsAtALoss) {
  const std::string path = test::samplesPath("tracecmd") + "/lost-overwrite";
  std::map<int32_t, Time> last;
  std::multiset<Time> expected;
  std::set<int32_t> plotted;
  test::eachRow(path, [&](EventMerge&, const EventRow& row) {
    if (row.kind == "lost") {
      if (plotted.contains(row.cpu)) expected.insert(last[row.cpu]);
      return;
    }
    last[row.cpu] = row.time;
    if (row.name == "sched_switch") plotted.insert(row.cpu);
  });
  ASSERT_FALSE(expected.empty());
  Opened trace(path);
  auto question = std::make_shared<PlotQuestion>(PlotSpec{"sched_switch", "next_prio"});
  trace.local.session.ask(question);
  trace.local.finish();
  ASSERT_EQ(question->tracks().size(), 1u);
  std::multiset<Time> found;
  uint64_t values = 0;
  for (const Mark& mark : trace.marks(question->tracks()[0])) {
    if ((mark.flags & kMarkUnknown) != 0) found.insert(mark.end);
    values += (mark.flags & kMarkUnknown) == 0;
  }
  EXPECT_EQ(found, expected);
  EXPECT_EQ(values, question->samples());
}

// When each stream recorded its latest row before each loss of its own, and the labels of the counters that markers of
// the stream had told of by then.
struct LossOfCounters {
  Time last = 0;
  std::set<std::string> labels;
};
std::vector<LossOfCounters> lossesIn(const FileSet& files) {
  std::vector<LossOfCounters> out;
  std::map<size_t, LossOfCounters> streams;
  auto reader = openTrace(files);
  EventMerge merge(**reader, files);
  EventRow row;
  while (merge.next()) {
    merge.describe(row);
    LossOfCounters& stream = streams[merge.stream()];
    if (row.kind == "lost") {
      if (stream.last > 0) out.push_back(stream);
      stream.labels.clear();
      continue;
    }
    stream.last = row.time;
    const size_t at = row.args.find(": C|");
    if (at == std::string::npos) continue;
    const size_t name = row.args.find('|', at + 4) + 1;
    stream.labels.insert(row.args.substr(name, row.args.find('|', name) - name));
  }
  return out;
}

// Of a recording, a page of which is made to say that records before it were lost, as the kernel does.
TEST(NotRecorded, ACounterOfMarkersEndsAtALoss) {
  const auto original = openLocalFiles({test::samplesPath("tracecmd") + "/v6-instances/trace.dat"});
  ASSERT_TRUE(original);
  const std::vector<std::byte> bytes = readAll(*original->files()[0].source);
  constexpr size_t kPage = 4096, kFlags = 11;
  auto reader = openTrace(*original);
  ASSERT_TRUE(reader);
  size_t ended = 0;
  for (const StreamInfo& stream : (*reader)->streams()) {
    for (uint64_t page = kPage; page < stream.extents[0].size; page += kPage) {
      std::vector<std::byte> changed = bytes;
      changed[static_cast<size_t>(stream.extents[0].offset + page) + kFlags] |= std::byte{0x80};
      FileSet files;
      files.add("trace.dat", std::make_shared<MemorySource>(changed));
      Opened trace(files);
      for (const LossOfCounters& loss : lossesIn(files)) {
        for (const std::string& label : loss.labels) {
          std::vector<Time> ends;
          for (TrackId id = 0; id < trace.index().tracks().size(); ++id) {
            const TrackKey& key = trace.index().tracks()[id].key;
            if (key.kind != TrackKind::Counter || key.label != label) continue;
            for (const Mark& mark : trace.marks(id))
              if ((mark.flags & kMarkUnknown) != 0) ends.push_back(mark.end);
          }
          EXPECT_EQ(ends, std::vector<Time>{loss.last}) << stream.name << " " << label;
          ++ended;
        }
      }
    }
  }
  EXPECT_GE(ended, 1u);
}

// A rate is of all CPUs: it is not known where one of them has lost records.
TEST(NotRecorded, ARateEndsAtALoss) {
  const auto files = openLocalFiles({test::samplesPath("tracecmd") + "/mem/trace.dat"});
  ASSERT_TRUE(files);
  const std::vector<LossOfCounters> losses = lossesIn(*files);
  ASSERT_FALSE(losses.empty());
  Opened trace(*files);
  size_t ended = 0;
  for (TrackId id = 0; id < trace.index().tracks().size(); ++id) {
    const TrackKey& key = trace.index().tracks()[id].key;
    if (key.kind != TrackKind::Counter || key.cpu >= 0 || key.pid >= 0) continue;
    const std::vector<Mark> marks = trace.marks(id);
    ASSERT_FALSE(marks.empty());
    for (const LossOfCounters& loss : losses) {
      if (loss.last <= marks.front().end) continue;
      const auto behind = [](Time time, const Mark& mark) { return time < mark.end; };
      const Mark& then = *(std::upper_bound(marks.begin(), marks.end(), loss.last, behind) - 1);
      EXPECT_NE(then.flags & kMarkUnknown, 0) << loss.last;
      ++ended;
    }
  }
  EXPECT_GE(ended, 1u);
}

TEST(NotRecorded, AFoldOfACounterKnowsWhatItsLastSays) {
  auto foldOf = [](const std::vector<std::pair<int64_t, bool>>& samples) {
    LaneBuilder lane(0, LaneKind::Counter, 0);
    Record record;
    record.kind = RecordKind::Counter;
    for (const auto& [value, known] : samples) {
      ++record.time;
      record.value = value;
      record.flags = 0;
      if (!known) record.setLacksValue();
      lane.add(record);
    }
    std::vector<Mark> marks;
    lane.pyramid().setBaseLevel(20);
    lane.pyramid().pending(marks);
    EXPECT_EQ(marks.size(), 1u);
    return marks.front();
  };
  const Mark known = foldOf({{5, true}, {9, false}, {7, true}});
  EXPECT_EQ(known.flags & kMarkUnknown, 0);
  EXPECT_EQ(known.least(), 5);
  EXPECT_EQ(known.value(), 7);
  const Mark ended = foldOf({{5, true}, {7, true}, {0, false}});
  EXPECT_NE(ended.flags & kMarkUnknown, 0);
  EXPECT_EQ(ended.least(), 5) << "what is not known is not 0";
}

// Two streams of one record a batch, and a merger that tells what it is given.
class TwoStreams final : public TraceReader {
 public:
  struct Told {
    size_t input;
    Time time;
    RecordKind kind;
    bool losing;
    bool operator==(const Told&) const = default;
  };

  explicit TwoStreams(std::vector<std::vector<Record>> records) : records_(std::move(records)) {
    for (const auto& stream : records_) {
      StreamInfo info;
      info.extents.push_back({0, stream.size()});
      streams_.push_back(info);
    }
    MergeInfo merge;
    merge.inputs = {0, 1};
    merges_.push_back(merge);
  }
  std::unique_ptr<StreamDecoder> decoder(size_t stream) override { return std::make_unique<Decoder>(records_[stream]); }
  std::unique_ptr<StreamMerger> merger(size_t) override { return std::make_unique<Merger>(told); }

  std::vector<Told> told;

 private:
  class Decoder final : public StreamDecoder {
   public:
    explicit Decoder(const std::vector<Record>& records) : records_(records) {}
    DecodeStep decode(const DecodeInput& input, RecordBatch& out) override {
      out.push() = records_[static_cast<size_t>(input.offset)];
      return {1, false, true};
    }
    void save(WireWriter&) const override {}
    bool restore(WireReader&) override { return true; }
    void describe(const Record&, EventRow&) override {}

   private:
    const std::vector<Record>& records_;
  };
  class Merger final : public StreamMerger {
   public:
    explicit Merger(std::vector<Told>& told) : told_(told) {}
    void add(size_t input, const Record& record, StreamDecoder&, RecordBatch& out) override {
      tell(input, record, false, out);
    }
    void losing(size_t input, const Record& lost, StreamDecoder&, RecordBatch& out) override {
      tell(input, lost, true, out);
    }
    void save(WireWriter&) const override {}
    bool restore(WireReader&) override { return true; }
    void describe(const Record&, EventRow&) override {}

   private:
    void tell(size_t input, const Record& record, bool losing, RecordBatch& out) {
      told_.push_back({input, record.time, record.kind, losing});
      out.push() = record;
    }
    std::vector<Told>& told_;
  };

  std::vector<std::vector<Record>> records_;
};

// A loss is told of by the record after it. The merger hears of it before the later records of the other stream, also
// where it goes on from any place between.
TEST(NotRecorded, TheMergeKnowsOfALossWhereItBegins) {
  auto record = [](Time time, RecordKind kind = RecordKind::Instant) {
    Record out;
    out.time = time;
    out.kind = kind;
    return out;
  };
  const auto kLost = RecordKind::Lost, kInstant = RecordKind::Instant;
  TwoStreams reader({{record(5, kLost), record(10), record(100, kLost), record(100), record(110)},
                     {record(10), record(20), record(30), record(200)}});
  const std::vector<TwoStreams::Told> expected = {
      {0, 5, kLost, true},       {0, 5, kLost, false},      {0, 10, kInstant, false}, {0, 100, kLost, true},
      {1, 10, kInstant, false},  {1, 20, kInstant, false},  {1, 30, kInstant, false}, {0, 100, kLost, false},
      {0, 100, kInstant, false}, {0, 110, kInstant, false}, {1, 200, kInstant, false}};
  const std::vector<std::byte> bytes(8);
  auto drive = [&](MergeDriver& driver, size_t batches) {
    RecordBatch batch;
    for (size_t done = 0; done < batches;) {
      const RecordDriver::Step step = driver.next(batch);
      if (step == RecordDriver::Step::End) return;
      done += step == RecordDriver::Step::Batch;
      if (step == RecordDriver::Step::NeedData) driver.provide(Bytes(bytes).first(driver.want().size), true);
    }
  };
  MergeDriver whole(reader, 0);
  drive(whole, ~size_t{0});
  EXPECT_EQ(reader.told, expected);
  for (size_t batches = 0;; ++batches) {
    MergeDriver first(reader, 0), rest(reader, 0);
    SavedNumbers numbers;
    first.saveWith(numbers);
    reader.told.clear();
    drive(first, batches);
    if (reader.told == expected) break;
    ASSERT_TRUE(rest.restore(first.checkpoint(), numbers.own()));
    drive(rest, ~size_t{0});
    EXPECT_EQ(reader.told, expected) << batches;
  }
}

}  // namespace
}  // namespace tp
