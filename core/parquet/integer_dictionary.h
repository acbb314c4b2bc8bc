// The integers of a column in a row group by number, for pages in which neighbours are equal: ids of threads, for
// example.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace tp::parquet {

class IntegerDictionary {
 public:
  // Puts numbers in the place of the values. Returns false, and leaves them, if they would not take fewer bytes so, or
  // if there is no room for further values.
  bool number(std::span<int64_t> values);

  size_t size() const { return values_.size(); }
  // Appends the page of the dictionary (PLAIN).
  void appendPage(std::string& out) const;
  void clear();

 private:
  static constexpr size_t kMaxValues = size_t{1} << 12;

  std::vector<int64_t> values_;
  std::unordered_map<int64_t, uint32_t> numbers_;
};

}  // namespace tp::parquet
