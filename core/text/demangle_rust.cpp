#include "core/text/demangle_rust.h"

#include <cstdint>
#include <cstdlib>

namespace tp {
namespace {

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

bool isHex(char c) {
  return isDigit(c) || (c >= 'a' && c <= 'f');
}

struct Spelling {
  std::string_view code;
  std::string_view text;
};

constexpr Spelling kSpellings[] = {
    {"SP", "@"},  {"BP", "*"},  {"RF", "&"},   {"LT", "<"},  {"GT", ">"},  {"LP", "("},  {"RP", ")"},
    {"C", ","},   {"u20", " "}, {"u22", "\""}, {"u27", "'"}, {"u2b", "+"}, {"u3b", ";"}, {"u3d", "="},
    {"u5b", "["}, {"u5d", "]"}, {"u7b", "{"},  {"u7d", "}"}, {"u7e", "~"},
};

// Appends one component of a legacy name: "_$LT$T$u20$as$u20$core..fmt..Debug$GT$". The simple form ends at " as ".
void appendComponent(std::string& out, std::string_view name, RustStyle style) {
  bool plain = name.find('$') == std::string_view::npos;
  if (style == RustStyle::Full && name.substr(0, 2) == "_$") name.remove_prefix(1);
  while (!name.empty()) {
    if ((!plain || style == RustStyle::Full) && name.substr(0, 2) == "..") {
      out += "::";
      name.remove_prefix(2);
      continue;
    }
    if (name[0] == '$') {
      if (style == RustStyle::Simple && name.substr(0, 12) == "$u20$as$u20$") {
        out += '>';
        return;
      }
      size_t end = name.find('$', 1);
      std::string_view code = end != std::string_view::npos ? name.substr(1, end - 1) : std::string_view{};
      bool found = false;
      for (const Spelling& one : kSpellings)
        if (one.code == code) {
          out += one.text;
          name.remove_prefix(end + 1);
          found = true;
          break;
        }
      if (found) continue;
    }
    out += name[0];
    name.remove_prefix(1);
  }
}

struct Builtin {
  char code;
  const char* name;
};

constexpr Builtin kBuiltins[] = {
    {'a', "i8"},    {'b', "bool"},  {'c', "char"}, {'d', "f64"}, {'e', "str"},  {'f', "f32"},  {'h', "u8"},
    {'i', "isize"}, {'j', "usize"}, {'l', "i32"},  {'m', "u32"}, {'n', "i128"}, {'o', "u128"}, {'s', "i16"},
    {'t', "u16"},   {'u', "()"},    {'v', "..."},  {'x', "i64"}, {'y', "u64"},  {'z', "!"},    {'p', "_"},
};

// Reads a v0 name and writes the demangled one. In the simple style, traits, the places of implementations and the
// return types of function pointers are read but not written.
class V0 {
 public:
  V0(std::string_view text, RustStyle style) : text_(text), full_(style == RustStyle::Full) {}

  bool run(std::string& out) {
    if (isDigit(peek())) ++at_;  // an encoding version; none is defined yet
    if (!path(true)) return false;
    // The crate that instantiated it.
    if (char next = peek(); next == 'C' || next == 'B') {
      ++hidden_;
      if (!path(false)) return false;
      --hidden_;
    }
    if (at_ < text_.size() && peek() != '.' && peek() != '$') return false;
    out = std::move(out_);
    return true;
  }

 private:
  // A name may refer back to parts of itself, and so may expand to far more than its length.
  static constexpr uint32_t kMaxSteps = 4000;
  static constexpr uint32_t kMaxDepth = 96;
  static constexpr size_t kLongest = 16 * 1024;

  // Limits the recursion depth, the number of steps and the length of the output.
  struct Level {
    explicit Level(V0& of) : v0(of) { ++v0.depth_; }
    ~Level() { --v0.depth_; }
    bool tooMuch() const { return v0.depth_ > kMaxDepth || ++v0.steps_ > kMaxSteps || v0.out_.size() > kLongest; }
    V0& v0;
  };

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool eat(char c) {
    if (peek() != c || c == '\0') return false;
    ++at_;
    return true;
  }
  void say(std::string_view text) {
    if (hidden_ == 0) out_ += text;
  }
  void say(std::string_view simple, std::string_view full) { say(full_ ? full : simple); }
  // uftrace's rule for "::": not before the first name after an opening bracket.
  void separate() {
    if (!first_) out_ += "::";
    first_ = false;
  }

  bool base62(uint64_t& value) {
    value = 0;
    if (eat('_')) return true;
    for (;;) {
      char c = peek();
      if (c == '_') break;
      uint64_t digit = isDigit(c)             ? static_cast<uint64_t>(c - '0')
                       : c >= 'a' && c <= 'z' ? static_cast<uint64_t>(c - 'a' + 10)
                       : c >= 'A' && c <= 'Z' ? static_cast<uint64_t>(c - 'A' + 36)
                                              : 62;
      if (digit == 62) return false;
      value = value * 62 + digit;
      ++at_;
    }
    ++at_;
    ++value;
    return true;
  }

  bool disambiguator(uint64_t& value) {
    value = 0;
    if (!eat('s')) return true;
    if (!base62(value)) return false;
    ++value;
    return true;
  }

  bool identifier(std::string_view& name) {
    eat('u');  // the name is in Punycode, and is left so
    size_t length = 0;
    if (full_ && !isDigit(peek())) return false;
    // A length has no leading zeros, so that several empty names in a row are "000". uftrace reads that as one number,
    // and a missing number as zero.
    if (!full_ || !eat('0'))
      while (isDigit(peek()) && length < 100000) length = length * 10 + static_cast<size_t>(text_[at_++] - '0');
    eat('_');
    if (length > text_.size() - at_) return false;
    name = text_.substr(at_, length);
    at_ += length;
    return true;
  }

  bool lifetime() {
    uint64_t value = 0;
    return eat('L') && base62(value);
  }
  bool binder() {
    uint64_t value = 0;
    return !eat('G') || base62(value);
  }

  // Reads at an earlier place by `read`, then continues behind the reference.
  template <class Read>
  bool backReference(Read&& read) {
    size_t from = at_;
    uint64_t target = 0;
    if (!eat('B') || !base62(target) || target >= from) return false;
    size_t after = at_;
    at_ = static_cast<size_t>(target);
    bool good = read();
    at_ = after;
    return good;
  }

  bool path(bool value) {
    Level level(*this);
    if (level.tooMuch()) return false;
    uint64_t number = 0;
    std::string_view name;
    switch (peek()) {
      case 'C':
        ++at_;
        if (!disambiguator(number) || !identifier(name)) return false;
        sayName(name, true);
        return true;
      case 'N':
        return nested(value);
      case 'M':
      case 'X':
      case 'Y':
        return implementation(text_[at_++]);
      case 'I':
        return generic(value);
      case 'B':
        return backReference([&] { return path(value); });
      default:
        return false;
    }
  }

  void sayName(std::string_view name, bool root) {
    if (hidden_ > 0 || name.empty()) return;
    if (full_) {
      if (!root) say("::");
    } else {
      separate();
    }
    say(name);
  }

  bool nested(bool value) {
    ++at_;
    char space = peek();
    if (space == '\0') return false;
    ++at_;
    uint64_t number = 0;
    std::string_view name;
    if (!path(value) || !disambiguator(number) || !identifier(name)) return false;
    bool special = space >= 'A' && space <= 'Z';
    if (full_ && special) {
      say("::{");
      say(space == 'C' ? "closure" : space == 'S' ? "shim" : std::string_view(&space, 1));
      if (!name.empty()) say(":");
      say(name);
      say("#" + std::to_string(number) + "}");
      return true;
    }
    sayName(name, false);
    if (!full_ && space == 'C' && hidden_ == 0) {
      separate();
      say("{closure}");
    }
    return true;
  }

  // M: inherent implementation of a type; X: of a trait for a type; Y: a trait's own method for a type. M and X also
  // give the implementation's path.
  bool implementation(char kind) {
    uint64_t number = 0;
    if (kind == 'M' && !full_) separate();
    if (kind != 'Y') {
      ++hidden_;
      if (!disambiguator(number) || !path(false)) return false;
      --hidden_;
    }
    // uftrace writes the brackets of Y even within what it hides.
    auto bracket = [&](const char* text) {
      if (kind == 'Y' && !full_) {
        out_ += text;
      } else {
        say(text);
      }
    };
    bracket("<");
    first_ = true;
    if (!type()) return false;
    if (kind != 'M') {
      if (!full_) ++hidden_;
      say(" as ");
      if (!path(false)) return false;
      if (!full_) --hidden_;
    }
    bracket(">");
    return true;
  }

  bool generic(bool value) {
    ++at_;
    if (!path(value)) return false;
    say("<", value ? "::<" : "<");
    for (bool any = false; !eat('E'); any = true) {
      if (any) say(",", ", ");
      first_ = true;
      if (peek() == 'L') {
        if (!lifetime()) return false;
        say("", "'_");
      } else if (eat('K') ? !constant() : !type()) {
        return false;
      }
    }
    say(">");
    first_ = false;
    return true;
  }

  bool list(char end) {
    for (bool any = false; !eat(end); any = true) {
      if (any) say(",", ", ");
      if (!type()) return false;
    }
    return true;
  }

  bool type() {
    Level level(*this);
    if (level.tooMuch()) return false;
    char c = peek();
    for (const Builtin& one : kBuiltins)
      if (one.code == c) {
        ++at_;
        say(one.name);
        return true;
      }
    switch (c) {
      case 'A':
        ++at_;
        say("[");
        if (!type()) return false;
        say(";", "; ");
        if (!constant()) return false;
        say("]");
        return true;
      case 'S':
        ++at_;
        say("[");
        if (!type()) return false;
        say("]");
        return true;
      case 'T': {
        ++at_;
        say("(");
        if (!list('E')) return false;
        say(")");
        return true;
      }
      case 'R':
      case 'Q':
        ++at_;
        say(c == 'R' ? "&" : full_ ? "&mut " : "&mut_");
        if (peek() == 'L' && !lifetime()) return false;
        return type();
      case 'P':
      case 'O':
        ++at_;
        if (c == 'P') say("*const_", "*const ");
        if (c == 'O') say("*mut_", "*mut ");
        return type();
      case 'F':
        ++at_;
        return function();
      case 'D':
        ++at_;
        return dynamic();
      case 'B':
        // uftrace follows references to paths only; it shows names with other references unchanged.
        return backReference([&] { return full_ ? type() : path(false); });
      default:
        return path(false);
    }
  }

  bool function() {
    if (!binder()) return false;
    if (eat('U')) say("", "unsafe ");
    if (eat('K') && !eat('C')) {
      std::string_view abi;
      if (!identifier(abi)) return false;
    }
    say("fn(");
    if (!list('E')) return false;
    say(")");
    if (full_ && eat('u')) return true;
    if (!full_) ++hidden_;
    say(" -> ");
    if (!type()) return false;
    if (!full_) --hidden_;
    return true;
  }

  bool dynamic() {
    if (!binder()) return false;
    say("", "dyn ");
    for (bool any = false; !eat('E'); any = true) {
      if (any) say("", " + ");
      if (!path(false)) return false;
      while (eat('p')) {
        std::string_view name;
        if (!identifier(name)) return false;
        if (full_) {
          say("<");
          say(name);
          say(" = ");
        } else {
          sayName(name, false);
        }
        if (!type()) return false;
        say("", ">");
      }
    }
    return lifetime();
  }

  bool constant() {
    Level level(*this);
    if (level.tooMuch()) return false;
    if (eat('p')) {
      say("_");
      return true;
    }
    if (peek() == 'B') return backReference([&] { return full_ ? constant() : path(false); });
    char kind = peek();
    ++hidden_;
    if (!type()) return false;
    --hidden_;
    bool negative = eat('n');
    uint64_t value = 0;
    for (; isHex(peek()); ++at_)
      value = value << 4 | static_cast<uint64_t>(isDigit(peek()) ? peek() - '0' : peek() - 'a' + 10);
    if (!eat('_')) return false;
    if (!full_) {
      say(std::to_string(static_cast<int32_t>(static_cast<uint32_t>(value))));
    } else if (kind == 'b') {
      say(value != 0 ? "true" : "false");
    } else {
      say((negative ? "-" : "") + std::to_string(value));
    }
    return true;
  }

  std::string_view text_;  // behind "_R", from where references count
  bool full_;
  size_t at_ = 0;
  uint32_t hidden_ = 0;
  uint32_t depth_ = 0;
  uint32_t steps_ = 0;
  bool first_ = true;
  std::string out_;
};

}  // namespace

std::string demangleRustLegacy(std::string_view mangled, RustStyle style) {
  if (mangled.substr(0, 3) != "_ZN") return {};
  mangled.remove_prefix(3);
  std::string out;
  for (;;) {
    size_t digits = 0, length = 0;
    while (digits < mangled.size() && digits < 5 && isDigit(mangled[digits]))
      length = length * 10 + static_cast<size_t>(mangled[digits++] - '0');
    if (digits == 0 || length == 0 || mangled.size() - digits < length) return {};
    std::string_view name = mangled.substr(digits, length);
    mangled.remove_prefix(digits + length);
    // The name ends with a hash, which alone distinguishes it from one of C++.
    if (length == 17 && name[0] == 'h' && mangled.substr(0, 1) == "E") {
      bool hash = true;
      for (char c : name.substr(1)) hash = hash && isHex(c);
      if (hash) return out;
    }
    if (!out.empty()) out += "::";
    appendComponent(out, name, style);
  }
}

std::string demangleRustV0(std::string_view mangled, RustStyle style) {
  std::string out;
  if (mangled.substr(0, 2) != "_R" || !V0(mangled.substr(2), style).run(out)) return {};
  return out;
}

}  // namespace tp
