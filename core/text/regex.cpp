// Regular expressions run as sets of places in a small program (an NFA), so that matching never backtracks.
#include <algorithm>

#include "core/text/pattern.h"

namespace tp {
namespace {

constexpr size_t kMaxCode = 4000;
constexpr int kMaxNested = 50;
constexpr uint32_t kMaxRepeats = 255;

}  // namespace

// Compiles a pattern recursively.
class RegexParser {
 public:
  RegexParser(std::string_view pattern, Regex& regex) : pattern_(pattern), regex_(regex) {}

  bool parse(bool whole, std::string& problem, size_t& at) {
    Regex::Code code;
    if (whole) code.push_back({Op::Begin, 0, 0});
    append(code, alternatives(0));
    if (problem_.empty() && at_ < pattern_.size()) fail("this ) closes nothing");
    if (whole) code.push_back({Op::End, 0, 0});
    code.push_back({Op::Match, 0, 0});
    regex_.code_ = std::move(code);
    problem = problem_;
    at = problemAt_;
    return problem_.empty();
  }

 private:
  using Op = Regex::Op;
  using Code = Regex::Code;

  bool more() const { return problem_.empty() && at_ < pattern_.size(); }
  void fail(const char* problem) {
    if (!problem_.empty()) return;
    problem_ = problem;
    problemAt_ = at_;
  }
  void append(Code& to, const Code& from) {
    if (to.size() + from.size() > kMaxCode) return fail("the expression is too long");
    to.insert(to.end(), from.begin(), from.end());
  }
  static int32_t length(const Code& code) { return static_cast<int32_t>(code.size()); }

  Code alternatives(int nested) {
    if (nested > kMaxNested) {
      fail("too many parentheses within each other");
      return {};
    }
    Code code = sequence(nested);
    while (more() && pattern_[at_] == '|') {
      ++at_;
      Code other = sequence(nested);
      Code both{{Op::Split, 1, length(code) + 2}};
      append(both, code);
      both.push_back({Op::Jump, length(other) + 1, 0});
      append(both, other);
      code = std::move(both);
    }
    return code;
  }

  Code sequence(int nested) {
    Code code;
    while (more() && pattern_[at_] != '|' && pattern_[at_] != ')') append(code, repeated(nested));
    return code;
  }

  Code repeated(int nested) {
    Code part = one(nested);
    while (more()) {
      char c = pattern_[at_];
      if (c == '*' || c == '+' || c == '?') {
        ++at_;
        part = c == '*' ? many(part) : c == '+' ? atLeastOnce(part) : optional(part);
      } else if (c == '{' && at_ + 1 < pattern_.size() && pattern_[at_ + 1] >= '0' && pattern_[at_ + 1] <= '9') {
        part = counted(part);
      } else {
        break;
      }
    }
    return part;
  }

  Code many(const Code& part) {
    Code code{{Op::Split, 1, length(part) + 2}};
    append(code, part);
    code.push_back({Op::Jump, -length(part) - 1, 0});
    return code;
  }
  Code atLeastOnce(Code part) {
    part.push_back({Op::Split, -length(part), 1});
    return part;
  }
  Code optional(const Code& part) {
    Code code{{Op::Split, 1, length(part) + 1}};
    append(code, part);
    return code;
  }

  uint32_t count() {
    uint32_t value = 0;
    for (; more() && pattern_[at_] >= '0' && pattern_[at_] <= '9'; ++at_) {
      value = value * 10 + static_cast<uint32_t>(pattern_[at_] - '0');
      if (value > kMaxRepeats) fail("too many repeats");
    }
    return value;
  }

  // {n}, {n,} or {n,m}
  Code counted(const Code& part) {
    ++at_;
    uint32_t least = count(), most = least;
    bool open = false;
    if (more() && pattern_[at_] == ',') {
      ++at_;
      open = more() && pattern_[at_] == '}';
      if (!open) most = count();
    }
    if (!more() || pattern_[at_] != '}') {
      fail("this { is not closed");
      return {};
    }
    ++at_;
    if (most < least) fail("the smaller number of repeats comes first");
    Code code;
    for (uint32_t i = 0; i < least && problem_.empty(); ++i) append(code, part);
    for (uint32_t i = least; i < most && problem_.empty(); ++i) append(code, optional(part));
    if (open) append(code, many(part));
    return code;
  }

  Code one(int nested) {
    char c = pattern_[at_];
    switch (c) {
      case '(': {
        ++at_;
        Code code = alternatives(nested + 1);
        if (!more() || pattern_[at_] != ')') {
          fail("this ( is not closed");
          return {};
        }
        ++at_;
        return code;
      }
      case '[':
        return bracket();
      case '.':
        ++at_;
        return {{Op::Any, 0, 0}};
      case '^':
        ++at_;
        return {{Op::Begin, 0, 0}};
      case '$':
        ++at_;
        return {{Op::End, 0, 0}};
      case '*':
      case '+':
      case '?':
        fail("nothing stands here that could repeat");
        return {};
      case '\\':
        return escape();
      default:
        ++at_;
        return byte(c);
    }
  }

  static Code byte(char c) { return {{Op::Byte, static_cast<unsigned char>(c), 0}}; }
  Code set(const std::bitset<256>& bytes) {
    regex_.sets_.push_back(bytes);
    return {{Op::Set, static_cast<int32_t>(regex_.sets_.size() - 1), 0}};
  }

  // The bytes of \d, \w, \s and their opposites; empty for any other letter.
  static std::bitset<256> classOf(char letter) {
    std::bitset<256> bytes;
    char small = static_cast<char>(letter | 0x20);
    if (small != 'd' && small != 'w' && small != 's') return bytes;
    for (char c : std::string_view(small == 's' ? " \t\n\r\f\v" : "0123456789")) bytes.set(static_cast<size_t>(c));
    if (small == 'w') {
      bytes.set('_');
      for (size_t c = 'a'; c <= 'z'; ++c) bytes.set(c).set(c - 32);
    }
    return letter == small ? bytes : ~bytes;
  }

  Code escape() {
    ++at_;
    if (!more()) {
      fail("nothing follows this backslash");
      return {};
    }
    char c = pattern_[at_++];
    std::bitset<256> bytes = classOf(c);
    if (bytes.any()) return set(bytes);
    return byte(c == 'n' ? '\n' : c == 't' ? '\t' : c);
  }

  Code bracket() {
    size_t open = at_++;
    bool inverted = more() && pattern_[at_] == '^';
    if (inverted) ++at_;
    std::bitset<256> bytes;
    for (bool first = true; more() && (first || pattern_[at_] != ']'); first = false) {
      auto low = static_cast<unsigned char>(pattern_[at_++]);
      if (low == '\\' && more()) {
        std::bitset<256> named = classOf(pattern_[at_]);
        low = static_cast<unsigned char>(pattern_[at_++]);
        bytes |= named;
        if (named.any()) continue;
      }
      auto high = low;
      if (at_ + 1 < pattern_.size() && pattern_[at_] == '-' && pattern_[at_ + 1] != ']') {
        high = static_cast<unsigned char>(pattern_[at_ + 1]);
        at_ += 2;
      }
      for (size_t c = low; c <= high; ++c) bytes.set(c);
    }
    if (!more()) {
      at_ = open;
      fail("this [ is not closed");
      return {};
    }
    ++at_;
    return set(inverted ? ~bytes : bytes);
  }

  std::string_view pattern_;
  Regex& regex_;
  size_t at_ = 0;
  std::string problem_;
  size_t problemAt_ = 0;
};

bool Regex::compile(std::string_view pattern, bool whole, std::string& problem, size_t& at) {
  *this = Regex{};
  isLiteral_ = !whole && pattern.find_first_of("\\^$.[]|()*+?{}") == std::string_view::npos;
  literal_ = isLiteral_ ? pattern : std::string_view{};
  if (isLiteral_) return true;
  if (!RegexParser(pattern, *this).parse(whole, problem, at)) return false;
  for (Places& places : places_) {
    places.list.reserve(code_.size());
    places.has.assign(code_.size(), 0);
  }
  return true;
}

void Regex::Places::clear() {
  for (uint32_t place : list) has[place] = 0;
  list.clear();
}

bool Regex::takes(const Inst& inst, unsigned char byte) const {
  if (inst.op == Op::Byte) return inst.x == byte;
  if (inst.op == Op::Set) return sets_[static_cast<size_t>(inst.x)][byte];
  return inst.op == Op::Any;
}

// Adds the place and all places that it reaches without a further byte; returns true if the end of the expression is
// one of them.
bool Regex::reach(Places& places, uint32_t from, bool begin, bool end) const {
  stack_.assign(1, from);
  while (!stack_.empty()) {
    uint32_t place = stack_.back();
    stack_.pop_back();
    if (places.has[place]) continue;
    places.has[place] = 1;
    places.list.push_back(place);
    const Inst& inst = code_[place];
    auto jump = [&](int32_t by) { stack_.push_back(static_cast<uint32_t>(static_cast<int32_t>(place) + by)); };
    if (inst.op == Op::Match) return true;
    if (inst.op == Op::Jump || inst.op == Op::Split) jump(inst.x);
    if (inst.op == Op::Split) jump(inst.y);
    if ((inst.op == Op::Begin && begin) || (inst.op == Op::End && end)) jump(1);
  }
  return false;
}

bool Regex::foundIn(std::string_view text) const {
  if (isLiteral_) return text.find(literal_) != std::string_view::npos;
  if (code_.empty()) return false;
  Places* now = &places_[0];
  Places* next = &places_[1];
  now->clear();
  next->clear();
  if (reach(*now, 0, true, text.empty())) return true;
  for (size_t i = 0; i < text.size(); ++i) {
    bool end = i + 1 == text.size();
    for (uint32_t place : now->list)
      if (takes(code_[place], static_cast<unsigned char>(text[i])) && reach(*next, place + 1, false, end)) return true;
    // A match may begin at any byte.
    if (reach(*next, 0, false, end)) return true;
    now->clear();
    std::swap(now, next);
  }
  return false;
}

}  // namespace tp
