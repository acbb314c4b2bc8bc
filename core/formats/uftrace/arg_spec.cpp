#include "core/formats/uftrace/arg_spec.h"

#include <algorithm>
#include <cctype>

#include "core/text/demangle.h"
#include "core/text/pattern.h"

namespace tp::uftrace {
namespace {

// Calls `each` for every non-empty part between separators.
template <class Each>
void split(std::string_view text, char separator, Each&& each) {
  while (!text.empty()) {
    size_t at = text.find(separator);
    if (at != 0) each(text.substr(0, at));
    if (at == std::string_view::npos) return;
    text.remove_prefix(at + 1);
  }
}

uint32_t digits(std::string_view& text) {
  uint32_t value = 0;
  while (!text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) != 0) {
    if (value < 100000) value = value * 10 + static_cast<uint32_t>(text[0] - '0');
    text.remove_prefix(1);
  }
  return value;
}

bool takePrefix(std::string_view& text, std::string_view prefix) {
  if (text.substr(0, prefix.size()) != prefix) return false;
  text.remove_prefix(prefix.size());
  return true;
}

// Parses an optional width in bits into `bytes`. Returns false if there is a width that no value has.
bool parseBits(std::string_view& text, uint32_t& bytes) {
  if (text.empty()) return true;
  const uint32_t bits = digits(text);
  if (bits >= 8 && bits <= 128) bytes = bits / 8;
  return bits >= 8 && bits <= 128 && bits % 8 == 0;
}

// Parses ":NAME", the name of an enum or a struct, which takes up the rest of the text. Empty text is accepted.
bool parseType(std::string_view text, ArgSpec& spec) {
  if (text.empty()) return true;
  if (!takePrefix(text, ":")) return false;
  spec.type = text;
  return !text.empty();
}

// Returns false if the text deviates from the manual's grammar; what could be parsed is stored in `spec` nevertheless.
bool parseFormat(std::string_view text, uint32_t longSize, ArgSpec& spec) {
  constexpr std::string_view kFormats = "diuxosScfpet";
  spec.explicitFormat = true;
  bool good = true;
  if (std::isdigit(static_cast<unsigned char>(text[0])) == 0) {
    good = kFormats.find(text[0]) != std::string_view::npos;
    if (std::isalpha(static_cast<unsigned char>(text[0])) != 0) {
      spec.format = text[0];
      text.remove_prefix(1);
    }
  }
  if (spec.format == 'f') spec.size = 8;
  if (spec.format == 'c') spec.size = 1;
  if (spec.format == 'e') {
    spec.size = longSize;
    return !text.empty() && parseType(text, spec);
  }
  if (spec.format == 't') {
    spec.size = std::min(digits(text), 1024u);
    return parseType(text, spec);
  }
  good = parseBits(text, spec.size) && good;
  return good && text.empty();
}

// Parses where the recorder found the argument: "stack+2", "rdi". The place identifies the argument when lists are
// merged. A struct may have several registers and stays identified by its index. Returns false in the same cases as
// parseFormat().
bool parsePlace(std::string_view text, ArgSpec& spec) {
  auto isRegister = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '+'; };
  const bool good = std::all_of(text.begin(), text.end(), isRegister);
  if (text.empty() || spec.where == ArgSpec::Where::Result) return good;
  if (takePrefix(text, "stack")) {
    takePrefix(text, "+");
    spec.where = ArgSpec::Where::Stack;
    spec.index = digits(text);
    return good && text.empty();
  }
  if (spec.format != 't') {
    spec.where = ArgSpec::Where::Register;
    spec.index = 0;
    spec.reg = text;
  }
  return good;
}

enum class Parsed : uint8_t { None, Odd, Good };

Parsed parseOne(std::string_view text, uint32_t longSize, ArgSpec& spec) {
  spec.size = longSize;
  if (takePrefix(text, "fparg")) {
    spec.where = ArgSpec::Where::Float;
    spec.format = 'f';
    spec.size = 8;
  } else if (takePrefix(text, "arg")) {
    spec.where = ArgSpec::Where::Argument;
  } else if (takePrefix(text, "retval")) {
    spec.where = ArgSpec::Where::Result;
  } else {
    return Parsed::None;
  }
  const size_t before = text.size();
  spec.index = digits(text);
  // Arguments have a number, return values have none.
  bool good = (text.size() < before) == (spec.where != ArgSpec::Where::Result);
  size_t percent = text.find('%');
  std::string_view place = percent != std::string_view::npos ? text.substr(percent + 1) : std::string_view{};
  good = good && (percent == std::string_view::npos || !place.empty());
  text = text.substr(0, percent);
  if (takePrefix(text, "/")) {
    good = !text.empty() && parseFormat(text, longSize, spec) && good;
  } else {
    good = good && text.empty();
  }
  good = parsePlace(place, spec) && good;
  return good ? Parsed::Good : Parsed::Odd;
}

}  // namespace

ArgList parseArgList(std::string_view text, uint32_t longSize, std::string_view* odd) {
  ArgList list;
  if (odd != nullptr) *odd = {};
  split(text, ',', [&](std::string_view one) {
    ArgSpec spec;
    const Parsed parsed = parseOne(one, longSize, spec);
    if (parsed != Parsed::Good && odd != nullptr && odd->empty()) *odd = one;
    if (list.size() < kMaxArguments && parsed != Parsed::None) list.push_back(spec);
  });
  return list;
}

void mergeArgs(ArgList& list, const ArgList& more) {
  for (const ArgSpec& spec : more) {
    auto same = std::find_if(list.begin(), list.end(), [&](const ArgSpec& known) {
      return known.where == spec.where && known.index == spec.index && known.reg == spec.reg;
    });
    if (same == list.end()) {
      if (list.size() < kMaxArguments) list.push_back(spec);
    } else if (!same->explicitFormat && spec.explicitFormat) {
      *same = spec;
    }
  }
}

struct ArgRules::Pattern {
  std::string text;
  bool isRegex = false;
  bool isGlob = false;
  // Not std::regex: for nested repetitions that needs as much memory as the counts claim.
  Regex regex;
  ArgList arguments;
  ArgList result;
  size_t place = 0;  // Position among all of the user's rules, from 1.

  bool matches(std::string_view name) const { return isRegex ? regex.foundIn(name) : globMatches(text, name); }
};

ArgRules::ArgRules(const InfoFile& info) : longSize_(info.longSize()) {
  // Without an info file it is not known whether arguments were recorded automatically. The lists in the debug files
  // are the best guess then.
  automaticOn_ = !info.present || info.get("auto-args") == "1";
  std::string_view type = info.get("pattern_type");
  addUser(info.get("argspec", true), type);
  addUser(info.get("retspec"), type);
  addAutomatic(info.get("argauto"), false);
  addAutomatic(info.get("retauto"), true);
}

ArgRules::~ArgRules() = default;

// `at` is the position of the '@' in the rule.
ArgList ArgRules::parsed(std::string_view rule, size_t at) {
  constexpr size_t kMaxTold = 40;  // Bytes of a name that the warning quotes.
  std::string_view odd;
  ArgList list = parseArgList(rule.substr(at + 1), longSize_, &odd);
  if (!odd.empty() && odd_++ == 0) {
    firstOdd_ = rule.substr(0, std::min(at, kMaxTold));
    firstOdd_ += "@";
    firstOdd_ += odd.substr(0, kMaxTold);
  }
  return list;
}

void ArgRules::addUser(std::string_view text, std::string_view patternType) {
  split(text, ';', [&](std::string_view rule) {
    size_t at = rule.find('@');
    if (at == std::string_view::npos) return;
    ++users_;
    auto pattern = std::make_unique<Pattern>();
    pattern->text = rule.substr(0, at);
    pattern->place = users_;
    bool meta = pattern->text.find_first_of("^$.[]*+?{}()|\\") != std::string::npos;
    const bool named = !meta || patternType == "simple";
    if (!named && (user_.size() >= kMaxPatterns || patternText_ + pattern->text.size() > kMaxPatternText)) {
      ++leftOut_;
      return;
    }
    if (patternType == "glob") {
      pattern->isGlob = meta;
    } else if (patternType != "simple" && meta) {
      std::string problem;
      size_t place = 0;
      pattern->isRegex = pattern->regex.compile(pattern->text, false, problem, place);
    }
    for (ArgSpec& spec : parsed(rule, at))
      (spec.where == ArgSpec::Where::Result ? pattern->result : pattern->arguments).push_back(std::move(spec));
    if (pattern->isGlob || pattern->isRegex) {
      patternText_ += pattern->text.size();
      user_.push_back(std::move(pattern));
    } else {
      plain_[pattern->text].push_back(std::move(pattern));
    }
  });
}

void ArgRules::addAutomatic(std::string_view text, bool result) {
  split(text, ';', [&](std::string_view rule) {
    size_t at = rule.find('@');
    if (at == std::string_view::npos) return;
    mergeArgs(automatic_[result][demangleSimple(rule.substr(0, at))], parsed(rule, at));
  });
}

// Merges in the order in which the user gave the patterns.
ArgList ArgRules::byUser(std::string_view name, bool result) const {
  std::vector<const Pattern*> found;
  for (const auto& pattern : user_)
    if (!(result ? pattern->result : pattern->arguments).empty() && pattern->matches(name))
      found.push_back(pattern.get());
  if (auto plain = plain_.find(std::string(name)); plain != plain_.end())
    for (const auto& pattern : plain->second) found.push_back(pattern.get());
  std::sort(found.begin(), found.end(), [](const Pattern* a, const Pattern* b) { return a->place < b->place; });
  ArgList list;
  for (const Pattern* pattern : found) mergeArgs(list, result ? pattern->result : pattern->arguments);
  return list;
}

ArgList ArgRules::automatic(std::string_view name, bool result) const {
  if (!automaticOn_) return {};
  auto found = automatic_[result].find(std::string(name));
  return found != automatic_[result].end() ? found->second : ArgList{};
}

}  // namespace tp::uftrace
