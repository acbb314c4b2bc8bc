// A value for each level of detail that has one: most lanes have marks at few levels.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/index/mark.h"

namespace tp {

template <class T>
class SparseLevels {
 public:
  // Returns the value of `level` (0 to kLevels), which is added if there is none. Valid until the next one is added.
  T& at(int level) {
    uint8_t& place = places_[static_cast<size_t>(level)];
    if (place == 0) {
      all_.emplace_back();
      place = static_cast<uint8_t>(all_.size());
    }
    return all_[place - 1u];
  }
  // Returns null if there is none.
  T* find(int level) {
    uint8_t place = places_[static_cast<size_t>(level)];
    return place == 0 ? nullptr : &all_[place - 1u];
  }
  const T* find(int level) const {
    uint8_t place = places_[static_cast<size_t>(level)];
    return place == 0 ? nullptr : &all_[place - 1u];
  }

  // In no particular order.
  std::vector<T>& all() { return all_; }
  const std::vector<T>& all() const { return all_; }

  void clear() {
    places_ = {};
    all_ = std::vector<T>();
  }

 private:
  std::array<uint8_t, kLevels + 1> places_ = {};  // position in `all_` + 1; 0: none
  std::vector<T> all_;
};

}  // namespace tp
