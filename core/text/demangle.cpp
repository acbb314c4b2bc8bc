#include "core/text/demangle.h"

#include <cxxabi.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "core/text/demangle_bound.h"
#include "core/text/demangle_rust.h"

namespace tp {
namespace {

bool isWord(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}

// Returns the place of the bracket that closes the one at `at`, or of the last character if none does.
size_t closing(std::string_view text, size_t at, char open, char close) {
  int depth = 0;
  for (size_t i = at; i < text.size(); ++i) {
    if (text[i] == open) ++depth;
    if (text[i] == close && (close != '>' || i == 0 || text[i - 1] != '-') && --depth == 0) return i;
  }
  return text.size() - 1;
}

// Returns the length of the operator's sign at `at`, behind "operator"; 0 if there is none.
size_t operatorSign(std::string_view text, size_t at) {
  static constexpr std::string_view kSigns[] = {"()", "[]", "->*", "->", "<=>",   "<<=",      ">>=", "<<",    ">>",
                                                "<=", ">=", "<",   ">",  "new[]", "delete[]", "new", "delete"};
  std::string_view rest = text.substr(at);
  // One runtime puts a blank between "operator<" and its template arguments, another does not.
  if (rest.size() > 2 && rest.substr(0, 2) == "<<" && rest[2] != '(' && rest[2] != '<' && rest[2] != ' ' &&
      rest[2] != '=')
    return 1;
  size_t space = !rest.empty() && rest[0] == ' ' ? 1 : 0;
  for (std::string_view sign : kSigns)
    if (rest.substr(space, sign.size()) == sign) return space + sign.size();
  return 0;
}

// Reads at most 8 digits, enough for the numbers of lambdas; 0 if there are none.
long numberAt(std::string_view text, size_t at) {
  constexpr size_t kDigits = 8;
  return std::strtol(std::string(text.substr(at, kDigits)).c_str(), nullptr, 10);
}

std::string simplify(std::string_view full) {
  std::string out;
  size_t start = 0;  // in `out`, where the name begins: after the return type
  for (size_t i = 0; i < full.size();) {
    std::string_view rest = full.substr(i);
    bool wordBefore = out.size() > start && isWord(out.back());
    if (!wordBefore && rest.rfind("operator", 0) == 0 && (rest.size() == 8 || !isWord(rest[8]))) {
      // One runtime puts a blank before the suffix of a literal.
      const size_t quotes = i + 8 + (rest.substr(8, 1) == " " ? 1 : 0);
      if (full.substr(quotes, 2) == "\"\"") {
        out += "operator\"\"";
        i = quotes + 2 + (full.substr(quotes + 2, 1) == " " ? 1 : 0);
        continue;
      }
      size_t sign = operatorSign(full, i + 8);
      if (sign > 0) {
        out += rest.substr(0, 8 + sign);
        i += 8 + sign;
        // A blank separates the sign from template arguments; it does not end a return type.
        if (full.substr(i, 2) == " <") ++i;
        continue;
      }
      if (rest.size() > 8 && rest[8] == ' ') {
        // A conversion: its type would be taken for a return type.
        out += "operator(cast)";
        size_t paren = full.find('(', i);
        if (paren == std::string_view::npos) break;
        i = paren;
        continue;
      }
      out += "operator";
      i += 8;
    } else if (rest.rfind("(anonymous namespace)", 0) == 0) {
      out += "_GLOBAL__N_1";
      i += 21;
    } else if (rest.rfind("{lambda(", 0) == 0) {
      size_t end = closing(full, i, '{', '}');
      size_t number = full.rfind('#', end);
      // Number 0 is the first lambda of a function.
      long n = number != std::string_view::npos ? numberAt(full, number + 1) : 1;
      out += "$_" + std::to_string(n > 0 ? n - 1 : 0);
      i = end + 1;
    } else if (rest.rfind("'lambda", 0) == 0) {
      // Another runtime writes these as 'lambda', 'lambda0', 'lambda1'.
      size_t quote = full.find('\'', i + 1);
      if (quote == std::string_view::npos) quote = full.size() - 1;
      out += "$_" + std::to_string(quote == i + 7 ? 0 : numberAt(full, i + 7) + 1);
      i = quote + 1;
      if (full.substr(i, 1) == "(") i = closing(full, i, '(', ')') + 1;
    } else if ((full[i] == '(' || full.substr(i, 2) == " (") &&
               out.compare(start, std::string::npos, "decltype") == 0) {
      i = closing(full, full.find('(', i), '(', ')') + 1;
    } else if (full[i] == '<') {
      i = closing(full, i, '<', '>') + 1;
    } else if (full[i] == '(' && out.size() == start) {
      // A function that returns a pointer or reference to another stands in brackets: "int (*pick(char))(long)".
      ++i;
    } else if (full[i] == '(') {
      size_t end = closing(full, i, '(', ')');
      // Parameters of the function itself end the name; those of an enclosing function do not.
      size_t next = end + 1;
      if (full.substr(next, 6) == " const") next += 6;
      if (full.substr(next, 2) != "::") break;
      i = next;
    } else if (full[i] == ' ') {
      start = out.size();
      ++i;
    } else {
      // Behind a class, this is a pointer to one of its members.
      if ((start == out.size() || out.ends_with("::")) && (full[i] == '*' || full[i] == '&')) {
        start = out.size();
        ++i;
        continue;
      }
      out += full[i++];
    }
  }
  return out.substr(start);
}

// Demangles with the C++ runtime; empty if it can't.
std::string ofRuntime(const std::string& mangled) {
  int status = 0;
  char* text = abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status);
  if (text == nullptr) return {};
  std::string name = status == 0 ? text : "";
  std::free(text);
  return name;
}

// If the runtime does not understand the return type or parameters of a name, it may still understand its beginning.
std::string withoutTypes(const std::string& mangled) {
  constexpr size_t kLongest = 2048;
  for (size_t end = mangled.find('E'); end < std::min(mangled.size(), kLongest); end = mangled.find('E', end + 1))
    if (std::string name = ofRuntime(mangled.substr(0, end + 1)); !name.empty()) return name;
  return {};
}

// One runtime does not understand conversions to types with template arguments. Returns the name without the type.
std::string withoutConversion(const std::string& mangled) {
  for (size_t at = mangled.find("cv"); at != std::string::npos; at = mangled.find("cv", at + 1)) {
    std::string name = ofRuntime(mangled.substr(0, at) + "10conversionEv");
    const size_t end = name.rfind("conversion(");
    if (end != std::string::npos) return name.replace(end, 10, "operator conversion");
  }
  return {};
}

// One runtime omits the name of a constructor whose class has an ABI tag, or writes no name but the tag.
void repeatClass(std::string& name) {
  constexpr std::string_view kTag = "[abi:";
  size_t end = name.rfind("::");
  if (end == std::string::npos || end == 0) return;
  end += 2;
  std::string_view last = std::string_view(name).substr(end);
  const bool destroys = !last.empty() && last.front() == '~';
  if (destroys) last.remove_prefix(1);
  if (!last.empty() && last.substr(0, kTag.size()) != kTag) return;
  name.resize(end + (destroys ? 1 : 0));
  size_t before = name.rfind("::", end - 3);
  size_t from = before == std::string::npos ? 0 : before + 2;
  const std::string of = name.substr(from, end - 2 - from);
  name += of.substr(0, of.find(kTag));
}

// Members of classes with an abbreviation in the mangling (std::string and others) are named after the class template,
// whatever the runtime calls them: "std::basic_string<>::_Rep::_S_create".
void spellTemplate(std::string_view mangled, std::string& name) {
  struct Short {
    char letter;
    std::string_view alias, word;
  };
  static constexpr Short kShorts[] = {{'s', "string", "basic_string<>"},
                                      {'i', "istream", "basic_istream"},
                                      {'o', "ostream", "basic_ostream"},
                                      {'d', "iostream", "basic_iostream"}};
  if (mangled.substr(0, 3) != "_ZN") return;
  const size_t at = mangled.find_first_not_of("rVKRO", 3);
  if (at == std::string_view::npos || at + 1 >= mangled.size() || mangled[at] != 'S') return;
  for (const Short& one : kShorts) {
    if (mangled[at + 1] != one.letter) continue;
    const size_t end = name.find("::", 5);
    if (name.rfind("std::", 0) != 0 || end == std::string::npos) return;
    std::string rest = name.substr(end + 2);
    const bool destroys = !rest.empty() && rest.front() == '~';
    const std::string_view method = std::string_view(rest).substr(destroys ? 1 : 0);
    // Constructors and destructors repeat the class's name.
    if (method == one.alias || (method.size() > 6 && method.substr(0, 6) == "basic_" && method.substr(6) == one.alias))
      rest = (destroys ? "~" : "") + std::string(one.word);
    name = "std::" + std::string(one.word) + "::" + rest;
    return;
  }
}

// Returns where the name begins after which the compiler has named a file's initialiser or finaliser.
size_t behindPrefixes(std::string_view mangled) {
  static constexpr std::string_view kPrefixes[] = {"_GLOBAL__sub_I_", "_GLOBAL__sub_D_"};
  size_t at = 0;
  while (mangled.substr(at, kPrefixes[0].size()) == kPrefixes[0] ||
         mangled.substr(at, kPrefixes[1].size()) == kPrefixes[1])
    at += kPrefixes[0].size();
  return at;
}

// For a name without these prefixes.
std::string simpleOf(std::string_view mangled) {
  for (auto rust : {demangleRustV0, demangleRustLegacy})
    if (std::string name = rust(mangled, RustStyle::Simple); !name.empty()) return name;
  if (mangled.substr(0, 2) != "_Z") return std::string(mangled);
  std::string full = demangle(mangled);
  if (full == mangled) return full;
  std::string name = simplify(full);
  repeatClass(name);
  spellTemplate(mangled, name);
  // In the full form, an inherited constructor has the name of the base class; use the class that inherits it.
  if (mangled.find("CI1") != std::string_view::npos || mangled.find("CI2") != std::string_view::npos) {
    size_t last = name.rfind("::");
    size_t before = last != std::string::npos && last > 0 ? name.rfind("::", last - 1) : std::string::npos;
    if (before != std::string::npos) name = name.substr(0, last + 2) + name.substr(before + 2, last - before - 2);
  }
  return name.empty() ? full : name;
}

}  // namespace

std::string simpleName(std::string_view declaration) {
  return simplify(declaration);
}

std::string demangle(std::string_view mangled) {
  for (auto rust : {demangleRustV0, demangleRustLegacy})
    if (std::string name = rust(mangled, RustStyle::Full); !name.empty()) return name;
  std::string name(mangled);
  if (name.rfind("_Z", 0) != 0) return name;
  // The runtime itself does not bound the length.
  constexpr uint64_t kMaxBound = uint64_t{4} << 20;
  constexpr size_t kLongest = size_t{64} << 10;
  if (demangledBound(mangled) > kMaxBound) return name;
  std::string text = ofRuntime(name);
  if (text.empty()) text = withoutTypes(name);
  if (text.empty()) text = withoutConversion(name);
  return text.empty() || text.size() > kLongest ? name : text;
}

std::string demangleSimple(std::string_view mangled) {
  // The code that runs before main for a file is named after the first symbol in the file.
  const size_t first = behindPrefixes(mangled);
  return std::string(mangled.substr(0, first)) + simpleOf(mangled.substr(first));
}

}  // namespace tp
