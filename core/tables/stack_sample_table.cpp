#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "core/tables/event_cursor.h"
#include "core/tables/record_fields.h"
#include "core/tables/record_tables.h"

namespace tp {
namespace {

using Type = TableColumn::Type;

enum Column : uint32_t { kId, kTs, kUtid, kTid, kCpu, kKind, kEvent, kFrames, kStack, kTrace };
constexpr TableColumn kStackSampleColumns[] = {
    {"id", Type::Integer, 0, "event.row of the record that has the stack"},
    {"ts", Type::Integer, 0, "when that was recorded"},
    {"utid", Type::Integer, 0, "thread.utid; NULL if several threads have its id, as those that idle have"},
    {"tid", Type::Integer, 0, "id of the thread"},
    {"cpu", Type::Integer, 0, "the CPU"},
    {"kind", Type::Text, 0, "kernel, user; sample: of a profiler, with the functions of both"},
    {"event_row", Type::Integer, 0,
     "event.row of the record that it explains: the one before it on its CPU, of the same thread and in the same "
     "context; NULL if that is another one, or was lost. A sample explains itself"},
    {"frames", Type::Integer, 0, "how many functions it has"},
    {"stack", Type::Text, 0, "their names with ; between, the outermost first"},
    {"trace", Type::Text, 0, "name of the trace, of several"},
};

// Whether the record is a stack of the kernel's own events.
bool isStack(const EventRow& row) {
  return (row.name == "kernel_stack" || row.name == "user_stack") && row.schema != nullptr &&
         row.schema->system() == "ftrace";
}

// Whether the record is a sample of a profiler that has a stack.
bool isSample(const EventRow& row) {
  return row.schema != nullptr && row.schema->find("stack") != RowSchema::kNone &&
         row.schema->find("chain") != RowSchema::kNone;
}

// Returns the parts between semicolons from the last to the first.
std::string reversed(std::string_view stack) {
  std::string out;
  while (!stack.empty()) {
    const size_t at = stack.rfind(';');
    const size_t from = at == std::string_view::npos ? 0 : at + 1;
    out.append(out.empty() ? "" : ";").append(stack.substr(from));
    stack = stack.substr(0, from == 0 ? 0 : at);
  }
  return out;
}

// Finds threads by their ids, as records name them.
class ThreadIds {
 public:
  explicit ThreadIds(TableTrace& trace) {
    const TrackNumbers& numbers = trace.numbers();
    for (const TrackId thread : numbers.threads()) {
      const TrackPlace& place = numbers.place(thread);
      const std::string name(place.trace == kNullCode ? "" : trace.pool().text(place.trace));
      const auto [known, fresh] = utids_.try_emplace({name, place.tid}, place.utid);
      if (!fresh) known->second = kNullCode;
    }
  }

  Cell utidOf(const EventRow& row) const {
    const auto known = utids_.find({std::string(row.trace), row.tid});
    return known == utids_.end() || known->second == kNullCode ? Cell() : Cell::of(known->second);
  }

 private:
  std::map<std::pair<std::string, int64_t>, int64_t> utids_;  // kNullCode: there are several
};

class StackSampleCursor final : public TableCursor {
 public:
  StackSampleCursor(TableTrace& trace, const TableQuery& query) : events_(trace, {}, false, false) {
    if (query.wants(kUtid)) threads_.emplace(trace);
  }

  bool next() override {
    while (events_.next()) {
      const EventRow& row = events_.row();
      if (isSample(row)) {
        event_ = events_.number();
        return true;
      }
      if ((row.present & EventRow::kCpu) == 0) {
        if (isLost(row)) before_.clear();
        continue;
      }
      Before& before = before_[{std::string(row.trace), std::string(row.buffer), row.cpu}];
      const Before now{events_.number(), row.tid, row.flags, row.preemptCount, isLost(row), false, false};
      if (!isStack(row)) {
        before = now;
        continue;
      }
      take(row, now, before);
      return true;
    }
    return false;
  }
  int64_t rowId() const override { return events_.number(); }
  Cell cell(size_t column) override {
    const EventRow& row = events_.row();
    switch (column) {
      case kId:
        return Cell::of(events_.number());
      case kTs:
        return Cell::of(row.time);
      case kUtid:
        return threads_->utidOf(row);
      case kTid:
        return Cell::of(row.tid);
      case kCpu:
        return (row.present & EventRow::kCpu) != 0 ? Cell::of(int64_t{row.cpu}) : Cell();
      case kKind:
        return Cell::of(std::string_view(isSample(row) ? "sample" : isUser(row) ? "user" : "kernel"), true);
      case kEvent:
        return event_ ? Cell::of(*event_) : Cell();
      case kTrace:
        return row.trace.empty() ? Cell() : Cell::of(row.trace);
      default:
        break;
    }
    fields_.take(row, column == kFrames ? "frames" : "stack");
    if (fields_.size() == 0) return {};
    if (column == kFrames) return fields_.value(0);
    stack_ = reversed(fields_.shown(0));
    return Cell::of(std::string_view(stack_));
  }

 private:
  // The last record of a CPU.
  struct Before {
    int64_t row = -1;  // that a stack behind it explains; of a stack, the one that it explains itself
    int64_t tid = 0;
    uint8_t flags = 0, preemptCount = 0;
    bool lost = true;  // not known
    bool kernelStack = false, userStack = false;

    bool isOf(const Before& other) const {
      return std::tie(tid, flags, preemptCount) == std::tie(other.tid, other.flags, other.preemptCount);
    }
  };

  static bool isLost(const EventRow& row) { return (row.present & (EventRow::kCount | EventRow::kCountUnknown)) != 0; }
  static bool isUser(const EventRow& row) { return row.name == "user_stack"; }

  // The kernel records the stack of the kernel first, and then that of the program.
  void take(const EventRow& row, const Before& now, Before& before) {
    const bool user = isUser(row);
    const bool explains = !before.lost && now.isOf(before) && !before.userStack && (user || !before.kernelStack);
    event_.reset();
    if (explains) event_ = before.row;
    before = now;
    before.lost = !explains;
    before.row = event_.value_or(-1);
    before.kernelStack = !user;
    before.userStack = user;
  }

  EventCursor events_;
  std::optional<ThreadIds> threads_;
  std::map<std::tuple<std::string, std::string, int32_t>, Before> before_;  // by trace, buffer and CPU
  std::optional<int64_t> event_;                                            // of the current row
  RecordFields fields_;
  std::string stack_;
};

class StackSampleTable final : public Table {
 public:
  explicit StackSampleTable(TableTrace& trace) : trace_(trace) {}

  std::string_view name() const override { return "stack_sample"; }
  std::string_view about() const override {
    return "The stacks that the kernel recorded with its events (kernel_stack, user_stack), and those of samples.";
  }
  std::span<const TableColumn> columns() const override { return kStackSampleColumns; }
  double expectedRows() const override { return 1e6; }
  std::unique_ptr<TableCursor> open(TableQuery query) override {
    return std::make_unique<StackSampleCursor>(trace_, query);
  }

 private:
  TableTrace& trace_;
};

}  // namespace

std::unique_ptr<Table> makeStackSampleTable(TableTrace& trace) {
  return std::make_unique<StackSampleTable>(trace);
}

}  // namespace tp
