// A query, over the tables of a small trace.
#include <atomic>
#include <string>

#include "core/joint/open_traces.h"
#include "core/sql/sql_database.h"
#include "core/sql/sql_script.h"
#include "core/tables/catalog.h"
#include "core/tables/result_text.h"
#include "tests/fuzz/small_traces.h"
#include "tests/support/local_facts.h"

namespace {

// The trace is opened once: inputs only read it.
struct Opened {
  tp::FileSet files = tp::fuzz::smallFolder();
  std::unique_ptr<tp::TraceReader> reader = std::move(*tp::openTraces(files, {}));
  std::unique_ptr<tp::TraceReader> events = std::move(*tp::openTraces(files, {}));
  tp::test::LocalFacts facts{files};
  std::atomic<bool> cancelled = false;
  tp::TableTrace trace{*reader, *events, files, facts, cancelled};
  std::vector<std::unique_ptr<tp::Table>> tables = tp::makeTables(trace);
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static Opened opened;
  constexpr int kRows = 100;
  tp::SqlLimits limits;
  limits.heapBytes = uint64_t{64} << 20;
  limits.idleSteps = 1 << 16;
  limits.seconds = 1;
  tp::SqlDatabase database(opened.tables, opened.cancelled, limits, {}, &opened.trace);
  const std::string_view sql(reinterpret_cast<const char*>(data), size);
  tp::SqlError error;
  const std::optional<tp::SqlScript> script = tp::readScript(sql, database, error);
  std::optional<tp::SqlQuery> query;
  if (script) query = database.query(script->query, error);
  if (!query) {
    if (script && error.offset) error.offset = script->placeOf(*error.offset);
    if (error.message.empty() || error.offset.value_or(0) > size) __builtin_trap();
    return 0;
  }
  tp::ResultText text(tp::ResultFormat::Jsonl, query->columns());
  std::vector<tp::Cell> cells(query->columns().size());
  std::string out;
  for (int row = 0; row < kRows && query->step() == tp::SqlQuery::Step::Row; ++row) {
    for (size_t i = 0; i < cells.size(); ++i) cells[i] = query->cell(i);
    text.row(cells, out);
  }
  return 0;
}
