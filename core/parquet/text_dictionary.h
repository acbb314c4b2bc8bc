// The texts of a column in a row group by number, as long as there are not too many of them.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/parquet/statistics.h"

namespace tp::parquet {

class TextDictionary {
 public:
  static constexpr uint32_t kNoNumber = ~uint32_t{0};
  static constexpr size_t kMaxTexts = size_t{1} << 16;
  static constexpr size_t kMaxBytes = size_t{1} << 20;
  static constexpr size_t kMaxCodes = size_t{1} << 24;

  // Returns the text that a caller's own number stands for.
  using TextOf = std::function<std::string_view(int64_t code)>;

  // Returns the number of the text, a new one if need be; kNoNumber if it is not there, and there is no room for it.
  uint32_t number(std::string_view text) {
    const Recent& recent = recent_[slotOf(text)];
    return recent.number != kNoNumber && recent.text == text ? recent.number : find(text);
  }
  // The same for a text that the caller has a number for. `textOf` is called when the code is met first; of codes that
  // are very large or below 0, each time.
  uint32_t number(int64_t code, const TextOf& textOf) {
    const auto place = static_cast<uint64_t>(code);
    if (place < codes_.size() && codes_[place] != kNoNumber) return codes_[place];
    return numberAnew(place, textOf(code));
  }

  size_t size() const { return numbers_.size(); }
  // The page of the dictionary: each text behind its length (PLAIN).
  std::string_view page() const { return page_; }
  const TextBounds& bounds() const { return bounds_; }
  void clear();

 private:
  // A text that was asked for lately. Columns of events have few texts, by turns.
  struct Recent {
    std::string_view text;  // in texts_
    uint32_t number = kNoNumber;
  };
  static constexpr size_t kRecent = 64;

  static size_t slotOf(std::string_view text) {
    const auto byte = [&](size_t at) { return static_cast<size_t>(static_cast<unsigned char>(text[at])); };
    return text.empty() ? 0 : (text.size() + byte(0) * 5 + byte(text.size() / 2) * 3 + byte(text.size() - 1)) % kRecent;
  }
  uint32_t find(std::string_view text);
  uint32_t numberAnew(uint64_t code, std::string_view text);

  std::deque<std::string> texts_;  // a deque, so that texts are never moved
  std::unordered_map<std::string_view, uint32_t> numbers_;
  std::array<Recent, kRecent> recent_;
  std::vector<uint32_t> codes_;  // by code of the caller
  std::string page_;
  TextBounds bounds_;
};

}  // namespace tp::parquet
