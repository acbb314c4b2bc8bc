#include "core/sql/sql_path.h"

#include <sqlite3.h>

#include <algorithm>
#include <utility>

#include "core/analysis/waits/critical_path.h"
#include "core/analysis/waits/request_words.h"
#include "core/sql/sql_value.h"
#include "core/tables/state_codes.h"

namespace tp {
namespace {

// By the order of the function's columns.
enum PathColumn : size_t {
  kTs,
  kDur,
  kUtid,
  kState,
  kKind,
  kStop,
  kDepth,
  kCpu,
  kPriority,
  kWaker,
  kContext,
  kHandler,
  kAtMost,
  kUncertain,
  kRequests,
  kOperation,
  kDevice,
  kSector,
  kSectors,
  kIssued
};

class PathRows final : public TableFunctionRows {
 public:
  PathRows(CriticalPath path, TableTrace& trace, SqlBudget& budget)
      : path_(std::move(path)), trace_(trace), budget_(budget) {}

  int next(std::string&) override {
    if (next_ >= path_.size()) return SQLITE_DONE;
    ++next_;
    return budget_.row() ? SQLITE_INTERRUPT : SQLITE_ROW;
  }
  void column(size_t number, sqlite3_context* out) override { setResult(out, cell(path_[next_ - 1], number)); }

 private:
  Cell utid(TrackId thread) const {
    const TrackPlace* place = trace_.numbers().of(thread);
    return place != nullptr && place->utid != kNullCode ? Cell::of(place->utid) : Cell();
  }
  Cell cell(const PathSegment& one, size_t number) const {
    const WaitEnd by = one.by.value_or(WaitEnd());
    switch (number) {
      case kTs:
        return Cell::of(one.begin);
      case kDur:
        return Cell::of(one.length());
      case kUtid:
        return utid(one.thread);
      case kState:
        return Cell::of(stateText(stateCode(one.state, one.preempted)));
      case kKind:
        return Cell::of(std::string_view(pathKindKey(one.kind)));
      case kStop:
        return one.stop != PathStop::None ? Cell::of(std::string_view(pathStopKey(one.stop))) : Cell();
      case kDepth:
        return Cell::of(int64_t{one.depth});
      case kCpu:
        return one.cpu >= 0 ? Cell::of(int64_t{one.cpu}) : Cell();
      case kPriority:
        return one.priority ? Cell::of(int64_t{*one.priority}) : Cell();
      case kWaker:
        return utid(by.thread);
      case kContext:
        return one.by ? Cell::of(std::string_view(contextName(by.context))) : Cell();
      case kHandler:
        return by.handler != kNoName ? Cell::of(trace_.facts().index().names().view(by.handler)) : Cell();
      case kAtMost:
        return Cell::of(int64_t{one.atMost});
      case kUncertain:
        return Cell::of(int64_t{one.uncertain});
      default:
        return one.requests != 0 ? requestCell(trace_.facts().waits().requests(one.requests), number) : Cell();
    }
  }
  // Of several, nothing is told but how many they are.
  Cell requestCell(const CompletedRequests& done, size_t number) const {
    const BlockRequest& last = done.last;
    const auto told = [](const auto& value) { return value ? Cell::of(static_cast<int64_t>(*value)) : Cell(); };
    if (number == kRequests) return Cell::of(int64_t{done.count});
    if (done.count > 1) return {};
    switch (number) {
      case kOperation:
        return Cell::of(std::string_view(blockOperationName(last.operation)));
      case kDevice:
        if (!last.device) return {};
        device_ = deviceText(*last.device);
        return Cell::of(std::string_view(device_));
      case kSector:
        return told(last.sector);
      case kSectors:
        return told(last.sectors);
      case kIssued:
        return last.issued != kNotWoken ? Cell::of(last.issued) : Cell();
      default:
        return {};
    }
  }

  const CriticalPath path_;
  size_t next_ = 0;             // behind the current row
  mutable std::string device_;  // of the last cell with one
  TableTrace& trace_;
  SqlBudget& budget_;
};

}  // namespace

std::unique_ptr<TableFunctionRows> CriticalPathFunction::call(sqlite3_value** arguments, int& status, std::string&) {
  const WaitGraph& graph = trace_.facts().waits();
  // A graph that was given up is not whole.
  if (budget_.spend(0)) {
    status = SQLITE_INTERRUPT;
    return nullptr;
  }
  CriticalPath path;
  const std::vector<TrackId>& threads = trace_.numbers().threads();
  const int64_t utid = sqlite3_value_int64(arguments[0]);
  const bool told = std::none_of(arguments, arguments + arguments_.size(),
                                 [](sqlite3_value* one) { return sqlite3_value_type(one) == SQLITE_NULL; });
  if (told && utid >= 1 && static_cast<uint64_t>(utid) <= threads.size()) {
    const TrackId thread = trace_.numbers().inIndex(threads[static_cast<size_t>(utid) - 1]);
    path = criticalPath(graph, thread, sqlite3_value_int64(arguments[1]), sqlite3_value_int64(arguments[2]));
  }
  return std::make_unique<PathRows>(std::move(path), trace_, budget_);
}

}  // namespace tp
