#include "core/text/demangle_bound.h"

#include <algorithm>
#include <vector>

namespace tp {
namespace {

constexpr uint64_t kMax = uint64_t{1} << 40;
// Lengths of the longest texts that one or two letters stand for: "std::basic_ostream<char, std::char_traits<char> >".
constexpr uint64_t kLongWord = 64, kShortWord = 20;

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

class Walk {
 public:
  explicit Walk(std::string_view text) : text_(text) {}

  uint64_t run() {
    while (at_ < text_.size()) step();
    if (open_.size() > 1) balanced_ = false;
    uint64_t sum = kLongWord;  // for prefixes such as "typeinfo name for "
    for (const Group& group : open_) sum = capped(sum + group.sum + group.part);
    return balanced_ ? sum : loose_;
  }

 private:
  // What is between an opening letter and its E. `part` is the length of the type or name that is being read.
  struct Group {
    bool one = false;    // all of it is a single part: types are not listed in it
    bool words = false;  // two lower-case letters are an operator
    uint64_t sum = 0;    // of the parts before this one
    uint64_t part = 0;
    uint32_t packs = 0;  // pack expansions around the group and in the part
    uint32_t outer = 0;  // of those, how many are around the group
  };

  static uint64_t capped(uint64_t value) { return std::min(value, kMax); }
  char peek(size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  void grow(uint64_t by) {
    open_.back().part = capped(open_.back().part + by);
    loose_ = capped(loose_ + by);
  }
  void refer() {
    open_.back().part = capped(open_.back().part + largest_ + kShortWord);
    loose_ = capped(loose_ * 2 + kShortWord);
  }

  // Ends a whole type or name, unless template arguments follow.
  void endPart() {
    Group& group = open_.back();
    if (group.part > largest_) largest_ = group.part;
    if (group.one || peek() == 'I') return;
    // The text of a single pack is as long as its parts; within another pack, all of it is repeated for each element.
    if (group.packs > 1) group.part = capped(group.part * text_.size());
    largest_ = std::max(largest_, group.part);
    group.sum = capped(group.sum + group.part);
    group.part = 0;
    group.packs = group.outer;
    if (open_.size() == 1) group.words = false;
  }

  void push(bool one, bool words) {
    const uint32_t packs = open_.back().packs;
    open_.push_back({one, words, 0, 0, packs, packs});
  }

  void pop() {
    if (open_.size() == 1) {
      balanced_ = false;
      return;
    }
    const Group group = open_.back();
    open_.pop_back();
    open_.back().packs = std::max(open_.back().packs, group.packs);
    // The brackets and commas around it.
    open_.back().part = capped(open_.back().part + group.sum + group.part + kShortWord);
    endPart();
  }

  void name() {
    uint64_t length = 0;
    while (isDigit(peek()) && length < text_.size()) length = length * 10 + static_cast<uint64_t>(text_[at_++] - '0');
    grow(length + 2);
    at_ = std::min<size_t>(text_.size(), at_ + static_cast<size_t>(std::min<uint64_t>(length, text_.size())));
    endPart();
  }

  // After S or T: skips to the underscore.
  void reference() {
    while (isDigit(peek()) || (peek() >= 'A' && peek() <= 'Z')) ++at_;
    if (peek() == '_') ++at_;
    refer();
    endPart();
  }

  void step() {
    const char c = text_[at_];
    if (isDigit(c)) return name();
    ++at_;
    grow(kShortWord / 4);
    const bool words = open_.back().words;
    switch (c) {
      case 'S':
        if (isDigit(peek()) || peek() == '_' || (peek() >= 'A' && peek() <= 'Z')) return reference();
        if (peek() == 't') {
          ++at_;
          return;
        }
        ++at_;
        grow(kLongWord);
        return endPart();
      case 'T':
        if (isDigit(peek()) || peek() == '_') return reference();
        return;
      case 'N':
        return push(true, true);
      case 'X':
        return push(true, true);
      case 'L':
        // A literal's value is digits up to the E; an internal-linkage name of C++ begins with an L, too.
        if (words && isDigit(peek())) return;
        grow(kShortWord);
        push(true, false);
        return literal();
      case 'Z':
        return push(true, true);
      case 'I':
      case 'J':
      case 'F':
        return push(false, false);
      case 'E':
        return pop();
      case 'C':
        if (isDigit(peek())) ++at_;
        grow(largest_);  // the class's name once more
        return;
      case 'D':
        return special();
      case 'U':
        if (peek() == 'l') {
          ++at_;
          push(false, false);
        }
        return;
      case 'A':
        while (isDigit(peek())) ++at_;
        return;
      default:
        break;
    }
    if (c < 'a' || c > 'z') return;
    if (words && peek() >= 'A') {
      const char second = peek();
      ++at_;
      if ((c == 'c' || c == 't' || c == 'i') && second == 'l') push(true, true);
      return;
    }
    if (c == 'r' && !words) return;
    grow(kShortWord);
    endPart();
  }

  // Skips its type and digits, before the E; the name of an entity is read like any other.
  void literal() {
    if (peek() >= 'a' && peek() <= 'z') ++at_;
    const size_t from = at_;
    while (isDigit(peek()) || peek() == 'n') ++at_;
    if (peek() != 'E') at_ = from;
    grow(kShortWord + (at_ - from));
  }

  void special() {
    const char c = peek();
    ++at_;
    if (c == 'p') ++open_.back().packs;
    if (c == 't' || c == 'T') return push(true, true);
    if (isDigit(c)) return grow(largest_);
    if (c != 'p' && c != 'o' && c != 'v') {
      grow(kShortWord);
      endPart();
    }
  }

  std::string_view text_;
  size_t at_ = 0;
  std::vector<Group> open_ = {Group{false, true, 0, 0, 0, 0}};
  uint64_t largest_ = 0;
  uint64_t loose_ = kLongWord;
  bool balanced_ = true;
};

}  // namespace

uint64_t demangledBound(std::string_view mangled) {
  if (mangled.substr(0, 2) == "_Z") mangled.remove_prefix(2);
  return Walk(mangled).run();
}

}  // namespace tp
