#include "core/parquet/text_dictionary.h"

#include <algorithm>

#include "core/parquet/plain.h"

namespace tp::parquet {

uint32_t TextDictionary::find(std::string_view text) {
  if (const auto found = numbers_.find(text); found != numbers_.end()) {
    recent_[slotOf(text)] = {found->first, found->second};
    return found->second;
  }
  if (numbers_.size() >= kMaxTexts || page_.size() + text.size() > kMaxBytes) return kNoNumber;
  const auto number = static_cast<uint32_t>(numbers_.size());
  texts_.emplace_back(text);
  numbers_.emplace(texts_.back(), number);
  const size_t begin = page_.size();
  appendPlain(page_, text);
  bounds_.add(std::string_view(page_).substr(begin + kPlainLength));
  return number;
}

uint32_t TextDictionary::numberAnew(uint64_t code, std::string_view text) {
  const uint32_t made = number(text);
  if (made == kNoNumber || code >= kMaxCodes) return made;
  const auto place = static_cast<size_t>(code);
  if (place >= codes_.size()) codes_.resize(std::max(place + 1, codes_.size() * 2), kNoNumber);
  return codes_[place] = made;
}

void TextDictionary::clear() {
  texts_.clear();
  numbers_.clear();
  recent_ = {};
  std::fill(codes_.begin(), codes_.end(), kNoNumber);
  page_.clear();
  bounds_ = {};
}

}  // namespace tp::parquet
