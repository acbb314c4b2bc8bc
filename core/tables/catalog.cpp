#include "core/tables/catalog.h"

#include <utility>

#include "core/tables/column_table.h"
#include "core/tables/record_tables.h"
#include "core/tables/whole_tables.h"

namespace tp {

std::vector<std::unique_ptr<Table>> makeTables(TableTrace& trace) {
  std::vector<std::unique_ptr<Table>> tables;
  auto add = [&](std::vector<std::unique_ptr<Table>> more) {
    for (std::unique_ptr<Table>& one : more) tables.push_back(std::move(one));
  };
  tables.push_back(makeSliceTable(trace));
  tables.push_back(makeInstantTable(trace));
  tables.push_back(makeCounterTable(trace));
  tables.push_back(makeThreadStateTable(trace));
  tables.push_back(makeSchedTable(trace));
  tables.push_back(makeWaitTable(trace));
  tables.push_back(makeEventTable(trace));
  tables.push_back(makeEventFieldTable(trace));
  tables.push_back(makeArgTable(trace));
  tables.push_back(makeStackSampleTable(trace));
  add(makeTrackTables(trace));
  add(makeFigureTables(trace));
  tables.push_back(makeStackTable(trace));
  tables.push_back(makeLossTable(trace));
  tables.push_back(makeGapTable(trace));
  add(makeInfoTables(trace));
  tables.push_back(makeColumnTable(tables));
  return tables;
}

}  // namespace tp
