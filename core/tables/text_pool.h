// Texts by number: equal texts have equal numbers, so that rows hold and compare numbers.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

namespace tp {

class TextPool {
 public:
  int64_t code(std::string_view text) {
    auto found = codes_.find(text);
    if (found != codes_.end()) return found->second;
    texts_.emplace_back(text);
    const auto made = static_cast<int64_t>(texts_.size() - 1);
    codes_.emplace(texts_.back(), made);
    return made;
  }
  // Valid as long as the pool; empty for a number that code() did not return.
  std::string_view text(int64_t code) const {
    return code >= 0 && static_cast<size_t>(code) < texts_.size() ? std::string_view(texts_[static_cast<size_t>(code)])
                                                                  : std::string_view();
  }

 private:
  std::deque<std::string> texts_;  // a deque, so that texts are never moved
  std::unordered_map<std::string_view, int64_t> codes_;
};

}  // namespace tp
