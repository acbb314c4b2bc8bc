// The functions beside the tables: those of Perfetto's library that people use most, as queries over the tables.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/sql/sql_functions.h"

namespace tp {

struct SqlLibraryFunction {
  std::string_view name;
  std::string_view arguments;  // "NAME TYPE, NAME TYPE"
  std::string_view columns;    // the same of the table that it returns; empty: it returns an INTEGER
  std::string_view about;      // for the reference
  std::string_view select;
};

std::span<const SqlLibraryFunction> sqlLibrary();
// The SELECT of the view sql_function, a row for each function that is not SQLite's own: those of the library, and
// those of sql_built_ins.h, sql_states.h and sql_path.h.
std::string sqlFunctionList();
// The functions that are no queries, as comments of SQL: what each is for, its arguments, and the columns of its table.
std::string nativeFunctionsText();
// What is made of one.
SqlFunction functionOf(const SqlLibraryFunction& one);
// "CREATE PERFETTO FUNCTION ..." as a script would make it.
std::string textOf(const SqlLibraryFunction& one);

}  // namespace tp
