#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <optional>

#include "core/sql/sql_database.h"
#include "core/sql/sql_script.h"
#include "core/tables/catalog.h"
#include "core/tables/result_text.h"
#include "core/text/characters.h"
#include "core/text/visible_text.h"
#include "native/cli/event_output.h"
#include "native/cli/open.h"
#include "native/cli/parquet_output.h"
#include "native/cli/query_parquet.h"
#include "native/cli/trace_facts.h"
#include "native/cli/trace_tables.h"
#include "native/cli/verbs.h"
#include "native/output/output_file.h"

namespace tp::cli {
namespace {

struct QueryOptions {
  TraceArguments traces;  // the last of the paths is the query, unless a file has it
  std::string sql;
  std::string file;  // has the query, `-`: standard input; empty: the arguments have it
  std::string format = "table";
  std::string output;                // a file; empty: standard output
  std::string compression = "zstd";  // of Parquet
  std::string expect;                // EMPTY, NONEMPTY or an expression that holds for each row; empty: nothing
  std::optional<uint64_t> limit;     // rows that are printed
  uint64_t memory = 256;
  double seconds = 0;  // 0: as long as it takes
  bool schema = false;
};

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

// Prints the error, with the line of the query and its place marked. Of a file, the line has a number.
void complainOfQuery(const QueryOptions& options, const SqlError& error) {
  const std::string& sql = options.sql;
  const bool placed = error.offset && *error.offset <= sql.size();
  std::string where = "query";
  if (!options.file.empty() && options.file != "-") {
    where = options.file;
    if (placed)
      where +=
          ":" + std::to_string(1 + std::count(sql.begin(), sql.begin() + static_cast<ptrdiff_t>(*error.offset), '\n'));
  }
  complain(where + ": " + error.message);
  if (!placed) return;
  const size_t begin = *error.offset == 0 ? 0 : sql.rfind('\n', *error.offset - 1) + 1;
  const std::string line = sql.substr(begin, sql.find('\n', *error.offset) - begin);
  const std::string space(characterCount(visibleText(line.substr(0, *error.offset - begin))), ' ');
  std::fprintf(stderr, "  %s\n  %s^\n", visibleText(line).c_str(), space.c_str());
}

ResultFormat formatOf(const std::string& name) {
  if (name == "csv") return ResultFormat::Csv;
  if (name == "json") return ResultFormat::Json;
  return name == "jsonl" ? ResultFormat::Jsonl : ResultFormat::Table;
}

// Counts the rows of a query, and hands them to `take` as long as that returns true. Returns false after an error of
// the query.
bool eachRow(SqlQuery& query, std::optional<uint64_t> limit, uint64_t& rows,
             const std::function<bool(std::span<const Cell>)>& take) {
  std::vector<Cell> cells(query.columns().size());
  SqlQuery::Step step;
  while ((step = query.step()) == SqlQuery::Step::Row) {
    if (rows == limit) {
      complain("query: cut after " + std::to_string(rows) + " rows, there are more");
      break;
    }
    ++rows;
    for (size_t i = 0; i < cells.size(); ++i) cells[i] = query.cell(i);
    if (!take(cells)) break;
  }
  return step != SqlQuery::Step::Failed;
}

// Prints the rows as text, and counts them. Returns false after an error of the query; errors of the file are left to
// whoever closes it.
bool printRows(SqlQuery& query, const QueryOptions& options, std::FILE* file, uint64_t& rows) {
  constexpr size_t kFlushBytes = size_t{1} << 16;
  ResultText text(formatOf(options.format), query.columns());
  std::string out;
  const bool read = eachRow(query, options.limit, rows, [&](std::span<const Cell> cells) {
    text.row(cells, out);
    return out.size() < kFlushBytes || writeOut(out, file);
  });
  // Of a query that is stopped before its first row, there is no empty result.
  if (read || rows > 0) text.end(out);
  writeOut(out, file);
  return read;
}

// Writes the rows to a file or to standard output, and counts them. Returns false after an error of the query. `whole`
// is set to false (after complaining) if not all that the query has told could be written as Parquet.
bool writeRows(SqlQuery& query, const QueryOptions& options, std::FILE* file, uint64_t& rows, bool& whole) {
  if (options.format != "parquet") return printRows(query, options, file, rows);
  QueryParquet result(query);
  auto add = [&](std::span<const Cell> cells) { return result.add(cells); };
  if (!eachRow(query, options.limit, rows, add)) return false;
  // That a row could not be kept is known there.
  whole = result.write(codecNamed(options.compression), file);
  return true;
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
  uint64_t wrong = 0;  // the first row that is not as expected, counted from 1
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
      if (wrong == 0 && !isTrue(query->cell(0))) wrong = tested;
    }
    if (step == SqlQuery::Step::Failed) {
      complain("--expect: " + query->error().message);
      return kFailure;
    }
    holds = wrong == 0 && tested > 0;
  }
  if (!holds)
    complain("the result is not as expected: " + options.expect +
             (wrong > 0 ? ", in row " + std::to_string(wrong) : std::string()));
  return holds ? 0 : kUnmet;
}

// The text of the query, from a file if one is given. Returns false (after complaining) if there is none.
bool readQuery(QueryOptions& options) {
  if (!options.file.empty()) {
    std::ifstream file;
    if (options.file != "-") file.open(options.file, std::ios::binary);
    options.sql.assign(std::istreambuf_iterator<char>(options.file == "-" ? std::cin : file), {});
    if (!file) return complain(options.file + ": can't be read"), false;
  } else if (!options.traces.paths.empty()) {
    options.sql = options.traces.paths.back();
    options.traces.paths.pop_back();
  }
  if (options.traces.paths.empty())
    return complain("a query needs a trace and the query: tracepane query TRACE 'SELECT ...'"), false;
  return true;
}

// Returns false (after complaining) if the result can't go where it should.
bool outputOrComplain(QueryOptions& options) {
  if (options.output == "-") options.output.clear();
  if (native::isAmong(options.output, options.traces.paths))
    return complain(options.output + ": this is a part of the trace; give another file for the rows"), false;
  if (options.format == "parquet" && options.output.empty() && isatty(STDOUT_FILENO) != 0)
    return complain("Parquet is not for a terminal: -o FILE says where it goes"), false;
  return true;
}

int query(QueryOptions options) {
  if (options.schema) return printSchema(options.traces);
  if (!readQuery(options) || !outputOrComplain(options)) return kFailure;
  TraceTables trace(options.traces);
  if (!trace.open()) return kFailure;
  SqlLimits limits;
  limits.heapBytes = options.memory << 20;
  limits.seconds = options.seconds;
  SqlDatabase database(trace.tables(), trace.cancelled(), limits, {}, &trace.trace());
  SqlError error;
  const std::optional<SqlScript> script = readScript(options.sql, database, error);
  if (!script) return complainOfQuery(options, error), kFailure;
  auto fail = [&](SqlError why) {
    if (why.offset) why.offset = script->placeOf(*why.offset);
    complainOfQuery(options, why);
    return kFailure;
  };
  std::optional<SqlQuery> asked = database.query(script->query, error);
  if (!asked) return fail(error);
  native::OutputFile out;
  if (!options.output.empty() && !out.begin(options.output)) return complain(out.error()), kFailure;
  uint64_t rows = 0;
  bool whole = true;
  if (!writeRows(*asked, options, options.output.empty() ? stdout : out.file(), rows, whole))
    return fail(asked->error());
  if (!whole) return kFailure;
  const std::string statement = script->query.substr(0, asked->length());
  asked.reset();
  const int status = checkExpected(database, statement, options, rows);
  trace.printWarnings();
  if (!trace.isWhole()) return kFailure;
  if (!options.output.empty() && !out.finish()) return complain(out.error()), kFailure;
  return status;
}

}  // namespace

Run queryVerb(VerbOptions& takes) {
  auto options = std::make_shared<QueryOptions>();
  takes.tracesAndMore(options->traces, "file or directory, or several, and behind them the query");
  takes.signatures(options->traces);
  takes.text("--format", options->format, "table if not given", {"table", "csv", "json", "jsonl", "parquet"});
  takes.text("-o,--output", options->output, "a file for the rows, in place of standard output");
  takes.compression(options->compression);
  takes.text("--file", options->file, "the query is in this file; - is standard input");
  takes.text("--expect", options->expect,
             "EMPTY, NONEMPTY, or an expression that must hold for each row; else the exit status is 1");
  takes.number("--limit", options->limit, "print so many rows at most");
  takes.number("--memory", options->memory, "megabytes for the database, 256 if not given", uint64_t{16},
               uint64_t{1} << 20);
  takes.notNegative("--timeout", options->seconds, "stop after so many seconds");
  takes.flag("--schema", options->schema, "print the tables, views and functions, and what their columns are");
  return [options] { return query(*options); };
}

}  // namespace tp::cli
