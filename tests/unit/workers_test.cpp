// Whatever the number of workers, and whoever of them answers first: what a session says of a trace is the same.
#include <gtest/gtest.h>

#include <filesystem>
#include <random>
#include <span>

#include "core/export/event_text.h"
#include "core/export/export_writer.h"
#include "core/export/folded_stacks.h"
#include "core/export/info_text.h"
#include "core/export/scheduling_text.h"
#include "core/export/track_order.h"
#include "core/io/local_files.h"
#include "core/session/export/export_question.h"
#include "core/session/find/find_question.h"
#include "core/session/plot/plot_question.h"
#include "core/session/rows/rows_question.h"
#include "core/session/scheduling/scheduling_question.h"
#include "core/session/search/search_question.h"
#include "tests/support/each_trace.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"
#include "tests/support/slow_build.h"

namespace tp {
namespace {

constexpr uint64_t kMaxBytes = uint64_t{3} << 20;
constexpr size_t kMarksDescribed = 12;

FileSet filesOf(const std::vector<std::string>& paths) {
  auto files = openLocalFiles(paths);
  return files ? std::move(*files) : FileSet();
}

uint64_t bytesOf(const FileSet& files) {
  uint64_t sum = 0;
  for (const FileEntry& file : files.files()) sum += file.source->size();
  return sum;
}

// All that can be seen of an open trace, as lines of text. The first line in which two traces differ tells where.
class Seen {
 public:
  explicit Seen(test::LocalSession& local) : local_(local), index_(local.session.index()) {
    say("info", infoJson(index_, local.session.name(), 0));
    tracks();
    marks();
    descriptions();
    rows();
    calls();
    scheduling();
    search();
    plot();
    exported();
  }

  const std::vector<std::string>& lines() const { return lines_; }

 private:
  void say(const std::string& what, std::string_view text) {
    while (!text.empty()) {
      size_t end = std::min(text.find('\n'), text.size());
      lines_.push_back(what + ": " + std::string(text.substr(0, end)));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }

  std::string nameOf(TrackId track) const {
    if (track >= index_.tracks().size()) return "-";
    const Track& at = index_.tracks()[track];
    return std::string(trackKindName(at.key.kind)) + " " + at.name + " " + at.detail + " " + at.key.label + " " +
           std::to_string(at.key.cpu) + " " + std::to_string(at.key.trace);
  }

  void tracks() {
    TrackTable table = orderTracks(index_.tracks()).table;
    for (TrackId id = 0; id < table.size(); ++id) {
      const Track& at = table[id];
      say("track", nameOf(index_.tracks().find(at.key)) + " below " + std::to_string(at.parent) + " order " +
                       std::to_string(at.order));
    }
  }

  template <class Asked>
  std::shared_ptr<Asked> ask(std::shared_ptr<Asked> question) {
    local_.session.ask(question);
    local_.finish();
    EXPECT_TRUE(question->done());
    return question;
  }

  // Those of the whole trace, at a coarse and at a fine level.
  void marks() {
    int coarse = 0;
    while (coarse + 1 < kLevels && (index_.end() - index_.begin()) >> coarse > 200) ++coarse;
    for (TrackId track : index_.tracks().byKey()) {
      if (index_.lanesOf(track).empty()) continue;
      bool counter = index_.tracks()[track].key.kind == TrackKind::Counter;
      for (int level : {coarse, 0}) {
        std::vector<Mark> marks;
        for (int round = 0; round < 1000; ++round) {
          marks.clear();
          local_.session.beginFrame();
          local_.session.query(track, index_.begin(), index_.end(), level, marks);
          local_.session.endFrame();
          if (!local_.session.waiting()) break;
          local_.finish();
        }
        std::vector<std::string> texts;
        texts.reserve(marks.size());
        for (const Mark& mark : marks)
          texts.push_back(std::to_string(mark.begin) + " " + std::to_string(mark.end) + " " +
                          std::to_string(mark.total) + " " + std::to_string(mark.count) + " " +
                          std::to_string(mark.longest) + " " + std::to_string(mark.depth) + " " +
                          std::to_string(mark.flags) + " " +
                          (counter ? std::to_string(mark.least()) : std::string(index_.names().view(mark.name))));
        std::sort(texts.begin(), texts.end());
        for (const std::string& text : texts) say("mark of " + nameOf(track), text);
        if (level == 0) marks_.insert(marks_.end(), {track, marks});
      }
    }
  }

  void descriptions() {
    size_t left = kMarksDescribed;
    for (const auto& [track, marks] : marks_) {
      auto first = std::min_element(marks.begin(), marks.end(), [](const Mark& a, const Mark& b) {
        return std::tie(a.begin, a.depth, a.end) < std::tie(b.begin, b.depth, b.end);
      });
      if (first == marks.end() || first->aggregate() || left == 0) continue;
      --left;
      local_.session.describe(track, *first);
      local_.finish();
      const Description* said = local_.session.description();
      say("description of", nameOf(track));
      for (const DetailRow& row : said->rows) say(row.label, row.text);
      for (const Description::Link& link : said->links)
        say("link", link.label + " " + nameOf(link.track) + " " + std::to_string(link.time));
      for (const Description::Field& field : said->fields) say("field", field.event + field.field + field.text);
    }
  }

  void rows() {
    RowsRequest request;
    request.key = {std::numeric_limits<Time>::min(), 0, 0};
    request.count = 1000;
    auto asked = ask(std::make_shared<RowsQuestion>(request));
    for (const TableRow& row : asked->rows()) {
      std::string text;
      appendEventJson(text, row.row);
      say("row on " + nameOf(row.track), text);
    }
  }

  void calls() {
    CallScope scope;
    local_.session.requestCalls(scope);
    local_.finish();
    const Calls* calls = local_.session.calls();
    ASSERT_NE(calls, nullptr);
    for (const FunctionStats& row : calls->functions.rows) {
      std::string text(index_.names().view(row.name));
      for (const FunctionColumn& column : kFunctionColumns) text += " " + std::to_string(figureOf(row, column.figure));
      say("function", text);
    }
    foldStacks(
        calls->profile.tree, false, StackValue::Self, [&](NameId name, bool) { return index_.names().view(name); },
        [&](std::string_view line) { say("stack", line); });
  }

  void scheduling() {
    auto asked = ask(std::make_shared<SchedulingQuestion>(SchedulingScope{}));
    say("scheduling", schedulingJson(asked->scheduling(), index_));
  }

  void search() {
    RowQuery query;
    query.kind = RowQuery::Kind::Text;
    query.text = "a";
    auto asked = ask(std::make_shared<SearchQuestion>(JobKind::Search, query));
    say("hits", std::to_string(asked->count()));
    for (const RowKey& key : asked->hits().slice(0, 500))
      say("hit", std::to_string(key.time) + " " + std::to_string(key.stream) + " " + std::to_string(key.position));
    for (const auto& [track, marks] : marks_) {
      if (marks.empty() || index_.tracks()[track].key.kind != TrackKind::Thread) continue;
      FindScope scope;
      scope.names = {marks.front().name};
      scope.from = index_.begin() - 1;
      auto found = ask(std::make_shared<FindQuestion>(scope))->found();
      say("found", nameOf(found.track) + " " + std::to_string(found.time) + " " + std::to_string(found.depth));
      break;
    }
  }

  void plot() {
    for (const char* field : {"prev_prio", "a", "n"}) {
      PlotSpec spec;
      spec.event = field == std::string_view("prev_prio") ? "sched_switch" : "fib";
      spec.field = field;
      auto asked = ask(std::make_shared<PlotQuestion>(spec));
      for (TrackId track : asked->tracks()) say("plot", nameOf(track) + " " + std::to_string(asked->samples()));
    }
  }

  void exported() {
    std::string text;
    ExportRequest request = exportRequest(index_, "trace", exportFormat("chrome"), 0, -1);
    ask(std::make_shared<ExportQuestion>(request, [&](std::string_view part) { text += part; }));
    say("export", text);
  }

  test::LocalSession& local_;
  const TraceIndex& index_;
  std::vector<std::string> lines_;
  std::vector<std::pair<TrackId, std::vector<Mark>>> marks_;
};

struct Way {
  uint32_t workers, seed;
};

constexpr Way kEach[] = {{1, 0}, {2, 0}, {3, 0}, {8, 0}, {3, 1}, {8, 2}, {8, 3}};
constexpr Way kSome[] = {{1, 0}, {3, 1}, {8, 2}};
constexpr std::span<const Way> kAllWays = test::kSlowBuild ? std::span<const Way>(kSome) : std::span<const Way>(kEach);

void expectTheSame(const FileSet& files, const std::string& what, std::span<const Way> ways) {
  if (files.empty() || bytesOf(files) > kMaxBytes) return;
  std::vector<std::string> expected;
  for (const Way& way : ways) {
    test::LocalSession local(way.workers, way.seed);
    local.open(files, way.seed > 0 ? uint64_t{1} << 14 : uint64_t{1} << 20);
    if (local.session.phase() != Phase::Ready) {
      EXPECT_TRUE(expected.empty()) << what;
      return;
    }
    Seen seen(local);
    if (expected.empty()) {
      expected = seen.lines();
      continue;
    }
    const std::vector<std::string>& lines = seen.lines();
    size_t same = 0;
    while (same < lines.size() && same < expected.size() && lines[same] == expected[same]) ++same;
    if (same == lines.size() && same == expected.size()) continue;
    ADD_FAILURE() << what << ", " << way.workers << " workers, order " << way.seed << ", line " << same << ":\n  "
                  << (same < expected.size() ? expected[same] : "nothing") << "\n  "
                  << (same < lines.size() ? lines[same] : "nothing");
  }
}

void expectTheSame(const std::vector<std::string>& paths) {
  expectTheSame(filesOf(paths), paths.front(), kAllWays);
}

// The same files, of which one has sixteen other bytes from some place on.
FileSet withOthers(const FileSet& files, const std::string& path, size_t at, std::string_view others) {
  FileSet damaged;
  for (const FileEntry& file : files.files()) {
    std::vector<std::byte> bytes = readAll(*file.source);
    if (file.path.ends_with(path))
      for (size_t i = 0; i < others.size() && at + i < bytes.size(); ++i)
        bytes[at + i] = static_cast<std::byte>(others[i]);
    damaged.add(file.path, std::make_shared<MemorySource>(std::move(bytes)));
  }
  return damaged;
}

class WorkersOfTrace : public testing::TestWithParam<std::string> {};

TEST_P(WorkersOfTrace, AreTheSameByAnyNumberOfThem) {
  expectTheSame({GetParam()});
}

INSTANTIATE_TEST_SUITE_P(Recorded, WorkersOfTrace, testing::ValuesIn(test::eachTrace(0)), test::traceTestName);

TEST(Workers, JoinedTracesAreTheSameByAnyNumberOfThem) {
  const std::string kitchen = test::sourcePath("assets/samples/kitchen/data");
  expectTheSame({kitchen, test::dataPath("tracecmd/threads.dat")});
  expectTheSame({kitchen, test::dataPath("tracecmd/threads.dat"), test::dataPath("xray/fdr-v5.xray"),
                 test::dataPath("lttng/2.6-le/data")});
}

// Sixteen zeros, or any sixteen bytes, at places all over a small trace of each format.
TEST(Workers, DamagedTracesAreTheSameByAnyNumberOfThem) {
  constexpr Way kWays[] = {{1, 0}, {2, 0}, {3, 0}, {8, 0}};
  constexpr int kPlaces = test::kSlowBuild ? 4 : 12;
  std::minstd_rand random(20);
  for (const std::string& path :
       {test::sourcePath("assets/samples/kitchen/data"), test::dataPath("tracecmd/threads.dat"),
        test::dataPath("xray/fdr-v5.xray"), test::dataPath("xray/basic-v3.xray"), test::dataPath("lttng/begin/data")}) {
    const FileSet files = filesOf({path});
    ASSERT_FALSE(files.empty()) << path;
    // Most bytes of these files are symbols of libraries, which are all alike.
    std::vector<const FileEntry*> some;
    for (const FileEntry& file : files.files())
      if (file.source->size() > 0 && file.baseName().substr(0, 2) != "ld" && file.baseName().substr(0, 3) != "lib")
        some.push_back(&file);
    for (int place = 0; place < kPlaces; ++place) {
      const FileEntry& file = *some[static_cast<size_t>(place) % some.size()];
      const size_t at = random() % static_cast<size_t>(file.source->size());
      std::string others(16, '\0');
      if (place % 2 != 0)
        for (char& c : others) c = static_cast<char>(random() >> 8);
      expectTheSame(withOthers(files, file.path, at, others),
                    file.path + " with others at " + std::to_string(at) + " (" + std::to_string(place) + ")", kWays);
    }
  }
}

// A function without a number is damage that ends its buffer, no matter why the buffer is read.
TEST(Workers, FunctionsWithoutNumbers) {
  const std::string zeros(4, '\0');
  expectTheSame(withOthers(filesOf({test::dataPath("xray/fdr-v5.xray")}), "fdr-v5.xray", 367, zeros), "fdr-v5.xray",
                kAllWays);
}

// Symbols are read by each worker that comes upon a function of theirs, and their damage is told once.
TEST(Workers, DamagedSymbolsAreToldOnce) {
  const FileSet files =
      withOthers(filesOf({test::sourcePath("assets/samples/kitchen/data")}), "/kitchen.sym", 337, "\xff\xfe\xfd\xfc");
  for (uint32_t workers : {1u, 2u, 3u, 8u}) {
    test::LocalSession local(workers);
    local.open(files);
    EXPECT_EQ(local.session.index().warningCount(), 1u) << workers;
  }
  expectTheSame(files, "kitchen.sym", kAllWays);
}

}  // namespace
}  // namespace tp
