#include <atomic>
#include <cstdio>
#include <fstream>
#include <iterator>

#include "core/sql/sql_database.h"
#include "core/sql/sql_script.h"
#include "core/tables/catalog.h"
#include "core/tables/result_text.h"
#include "core/text/visible_text.h"
#include "native/cli/commands.h"
#include "native/cli/event_output.h"
#include "native/cli/open.h"
#include "native/cli/trace_facts.h"

namespace tp::cli {
namespace {

constexpr int kUnmet = 1, kFailure = 2;

// For the schema, which is the same for all traces.
class NoTrace final : public TraceReader {
 public:
  std::unique_ptr<StreamDecoder> decoder(size_t) override { return nullptr; }
};

int printSchema(const TraceArguments& traces) {
  NoTrace reader;
  FileSet files;
  CliFacts facts(traces);
  const std::atomic<bool> cancelled = false;
  TableTrace trace(reader, reader, files, facts, cancelled);
  const std::string text = schemaText(makeTables(trace));
  std::fwrite(text.data(), 1, text.size(), stdout);
  return 0;
}

// Prints the error, with the line of the query and its place marked.
void complainOfQuery(const std::string& sql, const SqlError& error) {
  complain("query: " + error.message);
  if (!error.offset || *error.offset > sql.size()) return;
  const size_t begin = *error.offset == 0 ? 0 : sql.rfind('\n', *error.offset - 1) + 1;
  const std::string line = sql.substr(begin, sql.find('\n', *error.offset) - begin);
  std::string space;
  for (char c : visibleText(line.substr(0, *error.offset - begin)))
    if ((static_cast<unsigned char>(c) & 0xc0) != 0x80) space += ' ';
  std::fprintf(stderr, "  %s\n  %s^\n", visibleText(line).c_str(), space.c_str());
}

ResultFormat formatOf(const std::string& name) {
  if (name == "csv") return ResultFormat::Csv;
  if (name == "json") return ResultFormat::Json;
  return name == "jsonl" ? ResultFormat::Jsonl : ResultFormat::Table;
}

// Counts the rows of a query, and prints them. Returns false after an error.
bool printRows(SqlQuery& query, const QueryOptions& options, uint64_t& rows) {
  constexpr size_t kFlushBytes = size_t{1} << 16;
  ResultText text(formatOf(options.format), query.columns());
  std::string out;
  std::vector<Cell> cells(query.columns().size());
  SqlQuery::Step step;
  while ((step = query.step()) == SqlQuery::Step::Row) {
    if (options.limit > 0 && rows == options.limit) {
      complain("query: cut after " + std::to_string(rows) + " rows, there are more");
      break;
    }
    ++rows;
    for (size_t i = 0; i < cells.size(); ++i) cells[i] = query.cell(i);
    text.row(cells, out);
    if (out.size() >= kFlushBytes && !writeOut(out, stdout)) return true;
  }
  text.end(out);
  writeOut(out, stdout);
  return step != SqlQuery::Step::Failed;
}

// Whether a value is true, as SQL has it in a condition.
bool isTrue(const Cell& cell) {
  if (cell.kind == Cell::Kind::Integer) return cell.integer != 0;
  return cell.kind == Cell::Kind::Real && cell.real != 0;
}

// Returns the exit status: whether what is expected of the result holds. `sql` is the query alone.
int checkExpected(SqlDatabase& database, const std::string& sql, const QueryOptions& options, uint64_t rows) {
  if (options.expect.empty()) return 0;
  bool holds = true;
  if (options.expect == "EMPTY" || options.expect == "NONEMPTY") {
    holds = (rows == 0) == (options.expect == "EMPTY");
  } else {
    SqlError error;
    // The line breaks end comments.
    const std::string text = "SELECT (" + options.expect + "\n) FROM (" + sql + "\n)";
    std::optional<SqlQuery> query = database.query(text, error);
    if (!query) {
      complain("--expect: " + error.message);
      return kFailure;
    }
    uint64_t tested = 0;
    SqlQuery::Step step;
    while ((step = query->step()) == SqlQuery::Step::Row) {
      ++tested;
      holds = holds && isTrue(query->cell(0));
    }
    if (step == SqlQuery::Step::Failed) {
      complain("--expect: " + query->error().message);
      return kFailure;
    }
    holds = holds && tested > 0;
  }
  if (!holds) complain("the result is not as expected: " + options.expect);
  return holds ? 0 : kUnmet;
}

// The text of the query, from a file if one is given. Returns false (after complaining) if there is none.
bool readQuery(QueryOptions& options) {
  if (!options.file.empty()) {
    std::ifstream file(options.file, std::ios::binary);
    options.sql.assign(std::istreambuf_iterator<char>(file), {});
    if (!file) return complain(options.file + ": can't be read"), false;
  } else if (!options.traces.paths.empty()) {
    options.sql = options.traces.paths.back();
    options.traces.paths.pop_back();
  }
  if (options.traces.paths.empty())
    return complain("a query needs a trace and the query: tracepane query TRACE 'SELECT ...'"), false;
  return true;
}

}  // namespace

int query(QueryOptions options) {
  if (options.schema) return printSchema(options.traces);
  if (!readQuery(options)) return kFailure;
  auto trace = openOrComplain(options.traces);
  if (!trace) return kFailure;
  auto events = openOrComplain(options.traces, FunctionIdentity::Apart);
  if (!events) return kFailure;
  CliFacts facts(options.traces);
  const std::atomic<bool> cancelled = false;
  TableTrace tableTrace(*trace->reader, *events->reader, trace->files, facts, cancelled);
  const std::vector<std::unique_ptr<Table>> tables = makeTables(tableTrace);
  SqlLimits limits;
  limits.heapBytes = options.memory << 20;
  limits.seconds = options.seconds;
  SqlDatabase database(tables, cancelled, limits);
  SqlError error;
  const std::optional<SqlScript> script = readScript(options.sql, columnsBy(database), error);
  if (!script) return complainOfQuery(options.sql, error), kFailure;
  auto fail = [&](SqlError why) {
    if (why.offset) why.offset = script->placeOf(*why.offset);
    complainOfQuery(options.sql, why);
    return kFailure;
  };
  std::optional<SqlQuery> asked = database.query(script->query, error);
  if (!asked) return fail(error);
  uint64_t rows = 0;
  if (!printRows(*asked, options, rows)) return fail(asked->error());
  const std::string statement = script->query.substr(0, asked->length());
  asked.reset();
  const int status = checkExpected(database, statement, options, rows);
  const IndexedTrace* indexed = facts.indexedTrace();
  if (indexed != nullptr) {
    printWarnings(indexed->index());
  } else {
    trace->reader->warnings().take(events->reader->warnings().since(0));
    printWarnings(*trace->reader);
  }
  const bool changed = indexed != nullptr ? indexed->complainOfChanges() : complainOfChanges(trace->files);
  return changed || facts.failed() ? kFailure : status;
}

}  // namespace tp::cli
