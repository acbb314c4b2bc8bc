// A trace with its tables, as the command line has them, in one thread.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/io/local_files.h"
#include "core/joint/open_traces.h"
#include "core/tables/catalog.h"
#include "tests/support/local_facts.h"

namespace tp::test {

struct OpenTables {
  // Fails the test if the trace can't be opened; `reader` is then null.
  explicit OpenTables(const std::string& path) : files(*openLocalFiles({path})), facts(files) {
    auto opened = openTraces(files, {});
    EXPECT_TRUE(opened.ok()) << path;
    if (!opened.ok()) return;
    reader = std::move(*opened);
    JoinOptions apart;
    apart.functions = FunctionIdentity::Apart;
    events = std::move(*openTraces(files, apart));
    trace = std::make_unique<TableTrace>(*reader, *events, files, facts, cancelled);
    tables = makeTables(*trace);
  }

  Table& table(std::string_view name) {
    for (const std::unique_ptr<Table>& one : tables)
      if (one->name() == name) return *one;
    ADD_FAILURE() << "there is no table " << name;
    return *tables.front();
  }
  size_t column(std::string_view table_, std::string_view name) {
    const auto columns = table(table_).columns();
    for (size_t i = 0; i < columns.size(); ++i)
      if (columns[i].name == name) return i;
    ADD_FAILURE() << "there is no column " << name;
    return 0;
  }

  FileSet files;
  std::atomic<bool> cancelled = false;
  LocalFacts facts;
  std::unique_ptr<TraceReader> reader, events;
  std::unique_ptr<TableTrace> trace;
  std::vector<std::unique_ptr<Table>> tables;
};

}  // namespace tp::test
