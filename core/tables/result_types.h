// Finds out of which types the columns of a query's result are, which only its rows tell.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/parquet/format.h"
#include "core/tables/table.h"

namespace tp {

class ResultTypes {
 public:
  // `integers`: by column, whether it is an integer if no row tells.
  ResultTypes(std::vector<std::string> names, std::vector<bool> integers);

  void add(std::span<const Cell> cells);
  // Integers, if all values so far are; reals, if they are numbers; else texts. Names are different from each other.
  std::vector<parquet::Column> columns() const;

 private:
  struct Seen {
    bool integer = false, real = false, text = false;
  };

  std::vector<std::string> names_;
  std::vector<bool> integers_;
  std::vector<Seen> seen_;
};

}  // namespace tp
