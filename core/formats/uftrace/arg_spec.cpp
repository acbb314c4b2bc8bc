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

// Parses where the recorder found the argument: "stack+2", "rdi", or, of a struct, "rdi+rsi". The place identifies the
// argument when lists are merged. Returns false in the same cases as parseFormat().
bool parsePlace(std::string_view text, ArgSpec& spec) {
  auto isRegister = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '+'; };
  const bool good = std::all_of(text.begin(), text.end(), isRegister);
  if (text.empty() || spec.isResult()) return good;
  if (takePrefix(text, "stack")) {
    takePrefix(text, "+");
    spec.where = ArgSpec::Where::Stack;
    spec.index = digits(text);
    return good && text.empty();
  }
  spec.where = ArgSpec::Where::Register;
  spec.index = 0;
  spec.reg = text.substr(text.rfind('+') + 1);
  return good;
}

// Returns whether a part of a rule names an argument or a result, be it damaged. A module's name has no folder.
bool isSpecification(std::string_view part) {
  return part.find('/') != std::string_view::npos || takePrefix(part, "arg") || takePrefix(part, "fparg") ||
         takePrefix(part, "retval");
}

// Returns whether a part of a rule is what triggers do, which says nothing of arguments. Any other is a module's name.
bool isAction(std::string_view part) {
  for (std::string_view action : {"filter", "notrace", "depth=", "time=", "size=", "caller", "hide", "trace", "finish",
                                  "read=", "color=", "backtrace", "recover", "auto-args", "clear", "if:"})
    if (takePrefix(part, action)) return true;
  return false;
}

bool isPlt(std::string_view module) {
  return module == "plt" || module == "PLT";
}

constexpr size_t kNoModule = ~size_t{0};

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
  if (spec.format == 'f') spec.where = spec.isResult() ? ArgSpec::Where::FloatResult : ArgSpec::Where::Float;
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

void mergeArgs(ArgList& list, const ArgList& more, bool exact) {
  for (const ArgSpec& spec : more) {
    auto same = std::find_if(list.begin(), list.end(), [&](const ArgSpec& known) {
      return known.where == spec.where && known.index == spec.index && known.reg == spec.reg;
    });
    if (same == list.end()) {
      if (list.size() >= kMaxArguments) continue;
      same = list.insert(list.end(), spec);
    } else if (exact || !same->exact) {
      *same = spec;
    } else {
      continue;
    }
    same->exact = exact;
  }
}

struct ArgRules::Pattern {
  std::string text;
  std::string module;  // The rule is about this module alone; empty: about all.
  bool isRegex = false;
  bool isGlob = false;
  // Not std::regex: for nested repetitions that needs as much memory as the counts claim.
  Regex regex;
  ArgList list;
  size_t place = 0;  // Position among all of the user's rules, from 1.

  bool exact() const { return !isRegex && !isGlob; }
  bool matches(std::string_view name) const { return isRegex ? regex.foundIn(name) : globMatches(text, name); }
};

ArgRules::ArgRules(const InfoFile& info) : longSize_(info.longSize()) {
  // Without an info file it is not known whether arguments were recorded automatically. The lists in the debug files
  // are the best guess then.
  automaticOn_ = !info.present || info.get("auto-args") == "1";
  std::string_view type = info.get("pattern_type");
  addUser(info.get("argspec", true), type, false);
  addUser(info.get("retspec"), type, true);
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

void ArgRules::addUser(std::string_view text, std::string_view patternType, bool result) {
  split(text, ';', [&](std::string_view rule) {
    const size_t at = std::min(rule.find('@'), rule.size());
    ++users_;
    auto pattern = std::make_unique<Pattern>();
    pattern->text = rule.substr(0, at);
    if (pattern->text.rfind("_Z", 0) == 0) pattern->text = demangleSimple(pattern->text);
    pattern->place = users_;
    const bool meta = pattern->text.find_first_of(".?*+-^$|()[]{}") != std::string::npos;
    const bool named = !meta || patternType == "simple" || pattern->text.rfind("operator ", 0) == 0;
    if (!named && (patterns_ >= kMaxPatterns || patternText_ + pattern->text.size() > kMaxPatternText)) {
      ++leftOut_;
      return;
    }
    if (patternType == "glob") {
      pattern->isGlob = !named;
    } else if (!named) {
      std::string problem;
      size_t place = 0;
      pattern->isRegex = pattern->regex.compile(pattern->text, false, problem, place);
    }
    std::string list;
    split(rule.substr(std::min(at + 1, rule.size())), ',', [&](std::string_view part) {
      if (isSpecification(part)) {
        list += list.empty() ? "" : ",";
        list += part;
      } else if (!isAction(part) && pattern->module.empty()) {
        pattern->module = part;
      }
    });
    const bool other = !pattern->module.empty() && !isPlt(pattern->module) && modules_.count(pattern->module) == 0;
    if (other && modules_.size() >= kMaxPatterns) {
      ++leftOut_;
      return;
    }
    if (other) modules_[pattern->module] = kNoModule;
    if (!list.empty())
      for (ArgSpec& spec : parsed(pattern->text + "@" + list, pattern->text.size()))
        if (spec.isResult() == result) pattern->list.push_back(std::move(spec));
    if (pattern->exact()) {
      user_[result].plain[pattern->text].push_back(std::move(pattern));
    } else {
      ++patterns_;
      patternText_ += pattern->text.size();
      user_[result].patterns.push_back(std::move(pattern));
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

void ArgRules::addModule(size_t number, std::string_view baseName) {
  for (auto& [name, first] : modules_)
    if (first == kNoModule && baseName.substr(0, name.size()) == name) first = number;
}

bool ArgRules::isAbout(const Pattern& pattern, const Called& called) const {
  if (pattern.module.empty()) return true;
  if (isPlt(pattern.module)) return called.linked && called.program;
  auto module = modules_.find(pattern.module);
  return module != modules_.end() && module->second == called.module;
}

// Merges in the order in which the user gave the patterns.
ArgList ArgRules::byUser(const Called& called, bool result, const ArgList& automatic) const {
  std::vector<const Pattern*> found;
  const Rules& rules = user_[result];
  for (const auto& pattern : rules.patterns)
    if (isAbout(*pattern, called) && pattern->matches(called.name)) found.push_back(pattern.get());
  if (auto plain = rules.plain.find(std::string(called.name)); plain != rules.plain.end())
    for (const auto& pattern : plain->second)
      if (isAbout(*pattern, called)) found.push_back(pattern.get());
  std::sort(found.begin(), found.end(), [](const Pattern* a, const Pattern* b) { return a->place < b->place; });
  ArgList list;
  for (const Pattern* pattern : found)
    mergeArgs(list, pattern->list.empty() ? automatic : pattern->list, pattern->exact());
  return list;
}

ArgList ArgRules::automatic(std::string_view name, bool result) const {
  auto found = automatic_[result].find(std::string(name));
  return found != automatic_[result].end() ? found->second : ArgList{};
}

}  // namespace tp::uftrace
