// The enumerations that the recorder described. They serve to show values by their names.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tp::uftrace {

class Enums {
 public:
  // Adds definitions such as "enum color {RED,GREEN=5,BLUE}", several of them separated by ';'. A later definition
  // replaces an earlier one of the same name.
  void add(std::string_view text);
  // Returns "GREEN", or "A|B+0x10" if no enumerator has exactly this value. Returns an empty string if the enum is
  // unknown.
  std::string text(const std::string& name, int64_t value) const;

 private:
  struct Value {
    std::string name;
    int64_t value = 0;
  };
  std::map<std::string, std::vector<Value>> enums_;  // The enumerators of each enum, by value, largest first.
};

}  // namespace tp::uftrace
