// Enumerations that the recorder described, to show values by their names.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tp::uftrace {

class Enums {
 public:
  // "enum color {RED,GREEN=5,BLUE}", several separated by ';'. A later one of a name counts.
  void add(std::string_view text);
  // "GREEN", "A|B+0x10" for flags; empty for an enum that is not known.
  std::string text(const std::string& name, int64_t value) const;

 private:
  struct Value {
    std::string name;
    int64_t value = 0;
  };
  std::map<std::string, std::vector<Value>> enums_;  // by value, largest first
};

}  // namespace tp::uftrace
