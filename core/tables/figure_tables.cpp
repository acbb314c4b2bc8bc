#include "core/tables/made_table.h"
#include "core/tables/whole_tables.h"

namespace tp {
namespace {

using Type = TableColumn::Type;

constexpr TableColumn kFunctionTable[] = {
    {"name", Type::Text, 0, "of the function"},
    {"total", Type::Integer, 0, "time of its calls; a call within a call of the same function does not count again"},
    {"self", Type::Integer, 0, "without what they call"},
    {"calls", Type::Integer, 0, "how many have a known duration"},
    {"avg", Type::Integer, 0, "how long a call took"},
    {"min", Type::Integer, 0, "the shortest"},
    {"median", Type::Integer, 0, "half were shorter"},
    {"p90", Type::Integer, 0, "nine of ten were shorter"},
    {"p99", Type::Integer, 0, "99 of 100 were shorter"},
    {"max", Type::Integer, 0, "the longest"},
    {"open", Type::Integer, 0, "calls without an end"},
    {"unbegun", Type::Integer, 0, "ends without a beginning"},
    {"self_doubt", Type::Integer, 0, "by how much self may be off"},
    {"open_total", Type::Integer, 0, "how long the calls without a known duration are drawn"},
    {"open_self", Type::Integer, 0, "of that, without what they call"},
    {"at_most", Type::Integer, 0,
     "how many of the calls have an upper bound for a duration, because something was not recorded meanwhile: then "
     "times "
     "of the function are upper bounds, too"},
};
static_assert(std::size(kFunctionTable) == std::size(kFunctionColumns) + 5);

constexpr TableColumn kCpuColumns[] = {
    {"cpu", Type::Integer, TableColumn::kLimits, "its number"},
    {"machine", Type::Text, 0, "the machine, and the trace, of several"},
    {"busy", Type::Integer, 0, "how long threads ran there; NULL if nothing is known"},
    {"recorded", Type::Integer, 0, "how long it was recorded"},
    {"hidden", Type::Integer, 0, "how long a missing switch hides who ran"},
    {"guessed", Type::Integer, 0, "1 if the trace does not say which CPU it is, else 0"},
};

constexpr TableColumn kSchedThreadColumns[] = {
    {"utid", Type::Integer, TableColumn::kLimits, "thread.utid"},
    {"tid", Type::Integer, 0, "id of the thread"},
    {"thread_name", Type::Text, 0, "its name"},
    {"running", Type::Integer, 0, "how long it ran"},
    {"runnable", Type::Integer, 0, "how long it waited for a CPU"},
    {"sleeping", Type::Integer, 0, "how long it slept"},
    {"uninterruptible", Type::Integer, 0, "how long it was in uninterruptible sleep"},
    {"other", Type::Integer, 0, "stopped, traced, parked, idle"},
    {"unknown", Type::Integer, 0, "how long its state is not known"},
    {"assumed", Type::Integer, 0,
     "by how much these times together may be too long: while another CPU was not recorded, the thread may have run "
     "there"},
    {"switches", Type::Integer, 0, "how often it got a CPU"},
    {"migrations", Type::Integer, 0, "how often that was another CPU than before"},
    {"wakeups", Type::Integer, 0, "how often it was woken; NULL if the trace has no wakeups"},
    {"latency_avg", Type::Integer, 0, "from a waking until it ran, on average; NULL if that is not known of any"},
    {"latency_max", Type::Integer, 0, "the longest"},
    {"at_most", Type::Integer, 0, "how many of the latencies are upper bounds, for the same reason"},
};

void makeFunctions(TableTrace& trace, MadeRows& rows) {
  const TraceFacts::Functions& functions = trace.facts().functions();
  for (const FunctionStats& row : functions.table.rows) {
    rows.text(functions.names->told(row.name, true));
    for (const FunctionColumn& column : kFunctionColumns) rows.number(knownFigure(row, column.figure));
    rows.number(row.selfDoubt).number(row.openTotal).number(row.openSelf).number(static_cast<int64_t>(row.atMost));
  }
}

void makeCpus(TableTrace& trace, MadeRows& rows) {
  const Scheduling& scheduling = trace.facts().scheduling();
  for (const CpuScheduling& cpu : scheduling.cpus) {
    rows.number(cpu.cpu).text(cpu.machine).number(cpu.tells() ? std::optional(cpu.busy) : std::nullopt);
    rows.number(scheduling.recordedOf(cpu)).number(cpu.hidden).number(cpu.guessed ? 1 : 0);
  }
}

void makeSchedThreads(TableTrace& trace, MadeRows& rows) {
  const Scheduling& scheduling = trace.facts().scheduling();
  auto ofWakeups = [&](uint64_t count) {
    return scheduling.wakeups ? std::optional(static_cast<int64_t>(count)) : std::nullopt;
  };
  for (const ThreadScheduling& row : scheduling.threads) {
    const TrackPlace* place = trace.numbers().of(row.thread);
    if (place == nullptr) continue;
    rows.number(place->utid).number(place->tid).text(trace.pool().text(place->threadName));
    for (ThreadState state :
         {ThreadState::Running, ThreadState::Runnable, ThreadState::Sleeping, ThreadState::Uninterruptible})
      rows.number(row.in(state));
    rows.number(row.other()).number(row.unknown()).number(row.allAssumed());
    for (uint64_t count : {row.switches, row.migrations}) rows.number(static_cast<int64_t>(count));
    rows.number(ofWakeups(row.wakeups));
    const bool any = row.latencies > 0;
    rows.number(any ? std::optional(row.latencyAverage()) : std::nullopt);
    rows.number(any ? std::optional(row.latencyMax) : std::nullopt).number(ofWakeups(row.atMost));
  }
}

}  // namespace

std::vector<std::unique_ptr<Table>> makeFigureTables(TableTrace& trace) {
  std::vector<std::unique_ptr<Table>> tables;
  auto add = [&](std::string_view name, std::string_view about, std::span<const TableColumn> columns,
                 void (*make)(TableTrace&, MadeRows&)) {
    tables.push_back(
        std::make_unique<MadeTable>(name, about, columns, [&trace, make](MadeRows& rows) { make(trace, rows); }));
  };
  add("function_stats", "Statistics of functions, as `tracepane functions` prints them.", kFunctionTable,
      makeFunctions);
  add("sched_thread", "What the scheduler did with each thread, as `tracepane sched` sums it up.", kSchedThreadColumns,
      makeSchedThreads);
  add("cpu", "The CPUs, as `tracepane sched` lists them.", kCpuColumns, makeCpus);
  return tables;
}

}  // namespace tp
