#include "core/sql/service/sql_service.h"

#include <algorithm>
#include <utility>

#include "core/io/archive.h"
#include "core/io/file_changes.h"
#include "core/joint/open_traces.h"
#include "core/sql/sql_script.h"
#include "core/tables/catalog.h"
#include "core/tables/parquet_table.h"
#include "core/tables/result_parquet.h"

namespace tp {
namespace {

using Clock = std::chrono::steady_clock;

// Replies are at least so far apart, or have so many bytes of rows.
constexpr std::chrono::milliseconds kOften(150);
constexpr size_t kReplyBytes = size_t{1} << 20;
// A result has at most so many bytes: the front end keeps all of it in memory.
constexpr uint64_t kResultBytes = uint64_t{128} << 20;

}  // namespace

// Members are destroyed from the last to the first: each needs those before it.
struct SqlService::Trace {
  Trace(std::unique_ptr<TraceReader> drawn, std::unique_ptr<TraceReader> listed, const FileSet& files,
        const JoinOptions& options, const std::atomic<bool>& cancelled, const SqlLimits& limits,
        const std::function<void(SqlStage, double)>& tell)
      : reader(std::move(drawn)),
        events(std::move(listed)),
        facts(files, options, cancelled, [tell](double share) { tell(SqlStage::Indexing, share); }),
        tables(*reader, *events, files, facts, cancelled, [tell] { tell(SqlStage::Reading, -1); }),
        list(makeTables(tables)),
        database(
            list, cancelled, limits, [tell] { tell(SqlStage::Reading, -1); }, &tables) {}

  std::unique_ptr<TraceReader> reader, events;
  IndexedFacts facts;
  TableTrace tables;
  std::vector<std::unique_ptr<Table>> list;
  SqlDatabase database;
};

SqlService::SqlService(FileSet files, const JoinOptions& options, const std::atomic<bool>& cancelled, Send send,
                       const SqlLimits& limits)
    : options_(options), cancelled_(cancelled), send_(std::move(send)), limits_(limits), files_(std::move(files)) {}

SqlService::~SqlService() = default;

void SqlService::takeIndex(Bytes block) {
  SqlError error;
  if (open(error)) trace_->facts.takeIndex(block);
}

double SqlService::seconds() const {
  return std::chrono::duration<double>(Clock::now() - began_).count();
}

bool SqlService::open(SqlError& error) {
  if (trace_) return true;
  sendProgress(SqlStage::Opening, -1);
  Result<FileSet> expanded = expandArchives(files_);
  if (!expanded) {
    error.message = expanded.error().text();
    return false;
  }
  files_ = chosenFiles(*expanded, options_);
  JoinOptions apart = options_;
  apart.functions = FunctionIdentity::Apart;
  auto drawn = openTraces(files_, options_), listed = openTraces(files_, apart);
  if (!drawn || !listed) {
    error.message = (!drawn ? drawn : listed).error().text();
    return false;
  }
  trace_ = std::make_unique<Trace>(std::move(*drawn), std::move(*listed), files_, options_, cancelled_, limits_,
                                   [this](SqlStage stage, double share) { sendProgress(stage, share); });
  return true;
}

void SqlService::run(SqlError& error) {
  if (!request_.table.empty()) return writeTable(error);
  SqlDatabase& database = trace_->database;
  const std::optional<SqlScript> script = readScript(request_.text, database, error);
  if (!script) return;
  std::optional<SqlQuery> query = database.query(script->query, error);
  if (query) request_.parquet ? writeFile(*query, error) : readRows(*query, error);
  if (error.offset) error.offset = script->placeOf(*error.offset);
}

void SqlService::answer(Bytes request) {
  began_ = told_ = Clock::now();
  answering_ = true;
  request_ = {};
  reply_ = {};
  rows_ = {};
  sent_ = bytes_ = 0;
  WireReader in(request);
  in(request_);
  reply_.id = request_.id;
  SqlError error;
  if (in.failed()) error.message = "the question can't be understood";
  if (error.message.empty() && open(error)) run(error);
  if (cancelled_) error = {"stopped", {}};
  if (error.message.empty() && trace_) error.message = trace_->facts.failure();
  // What was read of files that are not what they were may be wrong.
  if (const std::vector<FileChange> changes = changesOf(files_, true); !changes.empty() && !cancelled_)
    error = {changes.front().text() + ": open it again", {}};
  if (!error.message.empty()) {
    reply_.stage = SqlStage::Failed;
    reply_.error = std::move(error.message);
    reply_.offset = error.offset;
  }
  reply_.share = 1;
  send();
  answering_ = false;
}

bool SqlService::prepare() {
  if (prepared_ || !trace_ || cancelled_) return false;
  if (!places_) {
    for (const std::unique_ptr<Table>& table : trace_->list)
      if (table->name() == "slice") places_ = std::make_unique<PlaceScan>(trace_->tables, *table->coded());
  }
  if (places_ && places_->step()) return true;
  places_.reset();
  prepared_ = true;
  return false;
}

void SqlService::readRows(SqlQuery& query, SqlError& error) {
  reply_.columns = query.columns();
  reply_.columnCount = static_cast<uint32_t>(reply_.columns.size());
  sendProgress(SqlStage::Reading, -1);
  uint64_t rows = 0;
  SqlQuery::Step step;
  while ((step = query.step()) == SqlQuery::Step::Row) {
    reply_.read = trace_->database.rowsRead();
    if ((request_.rowLimit > 0 && rows == request_.rowLimit) || bytes_ > kResultBytes) {
      reply_.stage = SqlStage::Cut;
      return;
    }
    ++rows;
    addRow(query);
    if (rows_.size() >= kReplyBytes) send();
  }
  reply_.read = trace_->database.rowsRead();
  reply_.stage = SqlStage::Done;
  if (step == SqlQuery::Step::Failed) error = query.error();
}

void SqlService::writeFile(SqlQuery& query, SqlError& error) {
  ResultParquet file(query.columns(), query.integers());
  std::vector<Cell> cells(query.columns().size());
  sendProgress(SqlStage::Reading, -1);
  SqlQuery::Step step;
  while ((step = query.step()) == SqlQuery::Step::Row) {
    if (file.bytes() > kResultBytes)
      return void(error.message = "its rows are more than 128 MB: the command line writes them");
    for (size_t i = 0; i < cells.size(); ++i) cells[i] = query.cell(i);
    file.add(cells);
  }
  if (step == SqlQuery::Step::Failed) return void(error = query.error());
  reply_.columns = {"parquet"};
  reply_.columnCount = 1;
  file.write(parquet::Codec::Zstd, [this](std::string_view bytes) { return addFile(bytes); });
  reply_.read = trace_->database.rowsRead();
  reply_.stage = SqlStage::Done;
}

void SqlService::writeTable(SqlError& error) {
  const std::span<const ParquetSource> sources = parquetSources();
  const auto source = std::find_if(sources.begin(), sources.end(),
                                   [&](const ParquetSource& one) { return one.name == request_.table; });
  if (source == sources.end()) return void(error.message = "there is no table " + request_.table);
  const auto table = std::find_if(trace_->list.begin(), trace_->list.end(),
                                  [&](const auto& one) { return one->name() == source->table; });
  if (table == trace_->list.end()) return void(error.message = "this trace has no table " + request_.table);
  reply_.columns = {"parquet"};
  reply_.columnCount = 1;
  sendProgress(SqlStage::Reading, -1);
  ParquetTable file(**table, *source, {request_.from, request_.to}, parquet::Codec::Zstd,
                    [this](std::string_view bytes) { return addFile(bytes); });
  while (!cancelled_ && file.step()) {
    reply_.read = file.rows();
    sendProgress(SqlStage::Reading, -1);
  }
  if (!file.finish()) error.message = "there is no memory to compress it";
  if (file.misfits() > 0) reply_.remark = std::to_string(file.misfits()) + " numbers of more than 63 bits are NULL";
  reply_.read = file.rows();
  reply_.stage = SqlStage::Done;
}

// Adds bytes of a file, as a row. Returns whether further ones are wanted.
bool SqlService::addFile(std::string_view bytes) {
  rows_.put(Cell::Kind::Text);
  rows_.putString(bytes);
  ++reply_.rows;
  if (rows_.size() >= kReplyBytes) send();
  return !cancelled_;
}

void SqlService::addRow(const SqlQuery& query) {
  const size_t before = rows_.size();
  for (size_t i = 0; i < reply_.columnCount; ++i) {
    const Cell cell = query.cell(i);
    rows_.put(cell.kind);
    if (cell.kind == Cell::Kind::Integer) rows_.put(cell.integer);
    if (cell.kind == Cell::Kind::Real) rows_.put(cell.real);
    if (cell.kind == Cell::Kind::Text) rows_.putString(cell.text);
  }
  bytes_ += rows_.size() - before;
  ++reply_.rows;
}

// Says how far it is, if the last reply was some time ago.
void SqlService::sendProgress(SqlStage stage, double share) {
  if (!answering_) return;
  const bool other = std::exchange(reply_.stage, stage) != stage;
  reply_.share = share;
  const Clock::time_point now = Clock::now();
  if (!other && now - told_ < kOften) return;
  told_ = now;
  if (trace_ && stage == SqlStage::Reading && request_.table.empty()) reply_.read = trace_->database.rowsRead();
  send();
}

void SqlService::send() {
  reply_.seconds = seconds();
  WireWriter out;
  out(reply_);
  out.append(rows_.take());
  rows_ = {};
  reply_.rows = 0;
  reply_.columns.clear();
  send_(out.take());
}

}  // namespace tp
