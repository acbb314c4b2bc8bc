#include "core/analysis/compare/function_match.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <unordered_map>
#include <unordered_set>

namespace tp {
namespace {

constexpr std::string_view kSuffixes[] = {"constprop", "isra", "part", "cold", "lto_priv", "llvm"};
constexpr size_t kLongest = 1 + 9;  // of these, with the dot
constexpr std::string_view kClone = " [clone ";

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

bool isWord(char c) {
  return c == '_' || isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80) != 0;
}

// Removes one ".part.2" or ".cold" from the end of the name. Returns false if there is none.
bool removeSuffix(std::string_view& name) {
  size_t end = name.size();
  const size_t number = name.find_last_not_of("0123456789");
  if (number != std::string_view::npos && number + 1 < end && name[number] == '.') end = number;
  // What is farther away is no suffix: names are not searched as a whole for each.
  const size_t from = end - std::min(end, kLongest);
  const size_t within = name.substr(from, end - from).rfind('.');
  if (within == std::string_view::npos || from + within == 0) return false;
  const size_t dot = from + within;
  const std::string_view word = name.substr(dot + 1, end - dot - 1);
  if (std::find(std::begin(kSuffixes), std::end(kSuffixes), word) == std::end(kSuffixes)) return false;
  name = name.substr(0, dot);
  return true;
}

// Removes one " [clone .isra.0]", as demanglers print a suffix.
bool removeClone(std::string_view& name) {
  if (!name.ends_with(']')) return false;
  const size_t clone = name.rfind(kClone);
  if (clone == std::string_view::npos || clone == 0) return false;
  std::string_view within = name.substr(clone + kClone.size() - 1);  // with the space, which removeSuffix() leaves
  within.remove_suffix(1);
  if (!removeSuffix(within)) return false;
  while (removeSuffix(within)) {
  }
  if (within != " ") return false;
  name = name.substr(0, clone);
  return true;
}

bool removeHash(std::string_view& name) {
  constexpr size_t kLength = 3 + 16;
  if (name.size() <= kLength) return false;
  const std::string_view hash = name.substr(name.size() - kLength);
  if (hash.substr(0, 3) != "::h" || hash.find_first_not_of("0123456789abcdef", 3) != std::string_view::npos)
    return false;
  name.remove_suffix(kLength);
  return true;
}

// Returns where the name of an operator ends that begins at `at`; `at` if none does. Its signs open no arguments.
size_t endOfOperator(std::string_view name, size_t at) {
  constexpr std::string_view kWord = "operator";
  if (name.substr(at, kWord.size()) != kWord || (at > 0 && isWord(name[at - 1]))) return at;
  const size_t signs = at + kWord.size();
  if (name.substr(signs, 2) == "()") return signs + 2;
  const size_t end = std::min(name.size(), name.find_first_not_of("<>=-!&|+*/%^~,[]", signs));
  return end > signs ? end : at;
}

using Plain = std::string (*)(std::string_view);

std::string withoutBoth(std::string_view name) {
  return withoutArguments(withoutSuffixes(name));
}

struct Only {
  std::array<size_t, 2> at{}, count{};  // of `a` and of `b`
};

}  // namespace

std::string withoutSuffixes(std::string_view name) {
  while (removeClone(name) || removeSuffix(name) || removeHash(name)) {
  }
  return std::string(name);
}

std::string withoutArguments(std::string_view name) {
  std::string out;
  size_t open = 0;
  bool behindOperator = false;
  for (size_t i = 0; i < name.size();) {
    if (const size_t end = endOfOperator(name, i); end > i) {
      if (open == 0) out += name.substr(i, end - i);
      behindOperator = open == 0;
      i = end;
      continue;
    }
    const char c = name[i++];
    if (c == '<' && open == 0) {
      // Rust has "f::<T>"; "<T as Trait>::f", "a::<impl T>::f" and "f::<lambda(int)>" would lose their names.
      const std::string_view within = name.substr(i);
      const bool rust = out.ends_with("::") && !within.starts_with("impl ") && !within.starts_with("lambda");
      if (!rust && !behindOperator && (out.empty() || !isWord(out.back()))) return std::string(name);
      if (rust) out.resize(out.size() - 2);
      open = 1;
    } else if (c == '<') {
      ++open;
    } else if (c == '>' && (i < 2 || name[i - 2] != '-')) {
      if (open == 0) return std::string(name);
      --open;
    } else if (open == 0) {
      out += c;
      behindOperator = behindOperator && c == ' ';
    }
  }
  return open == 0 && !out.empty() ? out : std::string(name);
}

std::vector<MatchedNames> matchNames(std::span<const std::string> a, std::span<const std::string> b,
                                     const NameCorrections& corrections) {
  std::vector<MatchedNames> out;
  std::vector<bool> doneA(a.size()), doneB(b.size());
  auto pair = [&](size_t inA, size_t inB, MatchedBy by) {
    doneA[inA] = doneB[inB] = true;
    out.push_back({inA, inB, by});
  };
  for (const auto& [nameA, nameB] : corrections.same) {
    const auto inA = std::find(a.begin(), a.end(), nameA), inB = std::find(b.begin(), b.end(), nameB);
    if (inA == a.end() || inB == b.end()) continue;
    const auto atA = static_cast<size_t>(inA - a.begin()), atB = static_cast<size_t>(inB - b.begin());
    if (!doneA[atA] && !doneB[atB]) pair(atA, atB, nameA == nameB ? MatchedBy::Name : MatchedBy::Told);
  }
  const std::unordered_set<std::string_view> apart(corrections.apart.begin(), corrections.apart.end());
  std::unordered_map<std::string_view, size_t> exact;
  for (size_t i = 0; i < b.size(); ++i) exact.emplace(b[i], i);
  for (size_t i = 0; i < a.size(); ++i) {
    const auto same = exact.find(a[i]);
    if (same != exact.end() && !doneA[i] && !doneB[same->second]) pair(i, same->second, MatchedBy::Name);
  }
  for (const Plain plain : {Plain(withoutSuffixes), Plain(withoutBoth)}) {
    std::unordered_map<std::string, Only> left;
    auto count = [&](std::span<const std::string> names, const std::vector<bool>& done, size_t side) {
      for (size_t i = 0; i < names.size(); ++i) {
        if (done[i] || apart.contains(names[i])) continue;
        Only& only = left[plain(names[i])];
        only.at[side] = i;
        ++only.count[side];
      }
    };
    count(a, doneA, 0);
    count(b, doneB, 1);
    for (const auto& [name, only] : left)
      if (only.count[0] == 1 && only.count[1] == 1) pair(only.at[0], only.at[1], MatchedBy::Endings);
  }
  std::sort(out.begin(), out.end(), [](const MatchedNames& x, const MatchedNames& y) { return x.a < y.a; });
  return out;
}

}  // namespace tp
