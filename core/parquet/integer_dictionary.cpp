#include "core/parquet/integer_dictionary.h"

#include "core/parquet/plain.h"

namespace tp::parquet {

bool IntegerDictionary::number(std::span<int64_t> values) {
  // Differences of equal values take some bytes for each block, a run of them takes as many.
  constexpr size_t kShortest = 32;
  size_t changes = 1;
  for (size_t i = 1; i < values.size(); ++i) changes += values[i] != values[i - 1] ? 1 : 0;
  if (changes * kShortest > values.size() || values_.size() + changes > kMaxValues) return false;
  int64_t value = 0;
  uint32_t number = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    if (i == 0 || values[i] != value) {
      value = values[i];
      number = numbers_.try_emplace(value, static_cast<uint32_t>(values_.size())).first->second;
      if (number == values_.size()) values_.push_back(value);
    }
    values[i] = number;
  }
  return true;
}

void IntegerDictionary::appendPage(std::string& out) const {
  appendPlain(out, values_);
}

void IntegerDictionary::clear() {
  values_.clear();
  numbers_.clear();
}

}  // namespace tp::parquet
