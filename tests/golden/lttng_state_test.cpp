// The processes of LTTng traces against LTTV, which says with every event which process it was in.
#include <gtest/gtest.h>

#include <charconv>
#include <map>

#include "core/decode/record_driver.h"
#include "core/formats/registry.h"
#include "core/io/cursor.h"
#include "core/io/local_files.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

int64_t number(std::string_view text) {
  int64_t value = -1;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

struct Line {
  Time time = 0;
  int64_t cpu = -1;
  int64_t pid = -1;
};

// "kernel.syscall_entry: 179613.341883562 (/path/kernel_1), 13575, 13575, name, brand, 13566, 0x0, SYSCALL { ... }"
bool parseLine(std::string_view line, Line& out) {
  size_t colon = line.find(": "), open = line.find(" ("), close = line.find("), ");
  if (colon == std::string_view::npos || open == std::string_view::npos || close == std::string_view::npos)
    return false;
  std::string_view stamp = line.substr(colon + 2, open - colon - 2);
  size_t dot = stamp.find('.');
  if (dot == std::string_view::npos) return false;
  out.time = number(stamp.substr(0, dot)) * 1000000000 + number(stamp.substr(dot + 1));
  std::string_view path = line.substr(open, close - open);
  out.cpu = number(path.substr(path.rfind('_') + 1));
  out.pid = number(line.substr(close + 3));
  return true;
}

// What the merged records say at a moment.
class States {
 public:
  explicit States(const std::string& trace) {
    files_ = std::move(*openLocalFiles({trace}));
    reader_ = std::move(*openTrace(files_));
    driver_ = makeDriver(*reader_, reader_->streams().size());
  }

  // Takes in all records up to this time.
  void moveTo(Time time) {
    for (;;) {
      while (at_ < batch_.count && batch_.records[at_].time <= time) take(batch_.records[at_++]);
      if (at_ < batch_.count || ended_) return;
      at_ = 0;
      ended_ = driver_->pull(batch_, files_) == RecordDriver::Step::End;
    }
  }
  bool runs(int64_t pid) const {
    auto found = state_.find(pid);
    return found != state_.end() && found->second == "running";
  }

 private:
  void take(const Record& record) {
    const TrackKey& key = reader_->tracks()[record.track].key;
    if (key.kind != TrackKind::ThreadState) return;
    if (record.kind == RecordKind::Begin) state_[key.tid] = reader_->names().view(record.name);
    if (record.kind == RecordKind::End) state_[key.tid] = {};
  }

  FileSet files_;
  std::unique_ptr<TraceReader> reader_;
  std::unique_ptr<RecordDriver> driver_;
  RecordBatch batch_;
  uint32_t at_ = 0;
  bool ended_ = false;
  std::map<int64_t, std::string_view> state_;
};

TEST(LttngStates, AsLttvSays) {
  std::string root = test::samplesPath("lttng");
  for (const char* name : {"be-25-packed", "le-25-al4", "be-26-al4", "le-26-packed", "le64-26-al8"}) {
    std::string folder = root + "/gen-2x/" + name;
    States states(folder);
    std::string text = test::readFile(folder + ".dump.txt");
    LineCursor lines(text);
    std::map<int64_t, bool> switched;
    // From its last event on nobody knows, either.
    std::map<int64_t, int64_t> last;
    LineCursor ahead(text);
    Line told;
    for (std::string_view line; ahead.next(line);)
      if (parseLine(line, told)) last[told.cpu] = told.time;
    size_t compared = 0, wrong = 0;
    std::string first;
    for (std::string_view line; lines.next(line);) {
      Line expected;
      if (!parseLine(line, expected) || line.rfind("metadata", 0) == 0) continue;
      bool schedules = line.rfind("kernel.sched_schedule", 0) == 0;
      // Until a CPU's first switch nobody knows who runs there.
      if (!schedules && !switched[expected.cpu]) continue;
      switched[expected.cpu] = true;
      if (expected.pid <= 0 || expected.time == last[expected.cpu]) continue;
      states.moveTo(expected.time);
      ++compared;
      if (!states.runs(expected.pid) && wrong++ == 0) first = line;
    }
    EXPECT_GT(compared, 100u) << name;
    EXPECT_EQ(wrong, 0u) << name << " of " << compared << ": " << first;
  }
}

}  // namespace
}  // namespace tp
