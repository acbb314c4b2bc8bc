// A trace opened as tables, for verbs that read them.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/tables/table_trace.h"
#include "native/cli/arguments.h"
#include "native/cli/open.h"
#include "native/cli/trace_facts.h"

namespace tp::cli {

class TraceTables {
 public:
  // `traces` must outlive this.
  explicit TraceTables(const TraceArguments& traces) : traces_(traces), facts_(traces) {}

  // Returns false (after complaining) if the trace can't be opened.
  bool open();
  // Opens the same trace once more, for the tables of another thread, which shares what is known of the trace as a
  // whole. Returns null (after complaining) if that fails. This must outlive it.
  std::unique_ptr<TraceTables> another();
  // Called before another thread reads tables of the trace, if one of them is about states: computes what such tables
  // may ask for, because an answer may change the index.
  void prepareStates() { facts_.scheduling(); }
  // After open(): all tables, and what they are of; valid as long as this.
  std::span<const std::unique_ptr<Table>> tables() const { return tables_; }
  TableTrace& trace() { return *tableTrace_; }
  const std::atomic<bool>& cancelled() const { return cancelled_; }

  // When no other thread reads tables of the trace any more:
  //
  // Takes what another thread has found wrong with the files.
  void takeWarnings(TraceTables& other);
  // Prints what was wrong with the files, as far as they were read.
  void printWarnings();
  // Returns false (after complaining) if files have changed, or if something could not be read: tables may then lack
  // rows.
  bool isWhole() const;

 private:
  void makeTables(TraceFacts& facts);

  const TraceArguments& traces_;
  std::optional<OpenTrace> trace_, events_;
  CliFacts facts_;
  const std::atomic<bool> cancelled_ = false;
  std::optional<TableTrace> tableTrace_;
  std::vector<std::unique_ptr<Table>> tables_;
};

}  // namespace tp::cli
