// SqlService answers questions in SQL about one trace, one after the other, in the caller's thread, as `tracepane
// query` does. It opens the trace when the first question comes.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/session/sql/sql_messages.h"
#include "core/sql/service/indexed_facts.h"
#include "core/sql/sql_database.h"
#include "core/tables/place_scan.h"

namespace tp {

class SqlService {
 public:
  // Takes the bytes of a SqlReply with its rows.
  using Send = std::function<void(std::vector<std::byte> reply)>;

  // `files` are as IndexWorker::open() takes them. `cancelled` must outlive this; it is set, by any thread, to give the
  // question up that is being answered. A service that was cancelled answers no more: make another one.
  SqlService(FileSet files, const JoinOptions& options, const std::atomic<bool>& cancelled, Send send,
             const SqlLimits& limits = {});
  ~SqlService();

  // Takes the next block of the index that a session has of these files (IndexKeeper), before the first question. All
  // of them spare the service making its own; what does not fit is left out.
  void takeIndex(Bytes block);

  // Answers a SqlRequest, by several replies. The last one says how it ended.
  void answer(Bytes request);

  // Call it again and again while there is no question: reads through the trace, for some milliseconds at a time, so
  // that questions about a range of time are answered without that (core/tables/place_scan.h). Returns false when
  // there is nothing more to do; before the first question, there is nothing to do either.
  bool prepare();

 private:
  struct Trace;

  bool open(SqlError& error);
  void run(SqlError& error);
  void readRows(SqlQuery& query, SqlError& error);
  void addRow(const SqlQuery& query);
  void writeFile(SqlQuery& query, SqlError& error);
  void writeTable(SqlError& error);
  bool addFile(std::string_view bytes);
  void sendProgress(SqlStage stage, double share);
  void send();
  double seconds() const;

  const JoinOptions options_;
  const std::atomic<bool>& cancelled_;
  const Send send_;
  const SqlLimits limits_;
  FileSet files_;
  std::unique_ptr<Trace> trace_;
  std::unique_ptr<PlaceScan> places_;  // after trace_, which it reads
  bool prepared_ = false;
  // Of the question that is being answered.
  bool answering_ = false;
  SqlRequest request_;
  SqlReply reply_;      // without what was sent already
  WireWriter rows_;     // of reply_
  uint64_t sent_ = 0;   // rows
  uint64_t bytes_ = 0;  // of all rows
  std::chrono::steady_clock::time_point began_, told_;
};

}  // namespace tp
