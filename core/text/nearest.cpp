#include "core/text/nearest.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

namespace tp {
namespace {

constexpr size_t kMax = 3;
// Names that are longer are compared by their last part only.
constexpr size_t kLongest = 64;

std::string folded(std::string_view text) {
  std::string out(text);
  for (char& one : out) one = static_cast<char>(std::tolower(static_cast<unsigned char>(one)));
  return out;
}

// Returns the name of a function without its arguments and its scope.
std::string_view lastPart(std::string_view name) {
  const size_t end = std::min(name.size(), name.find('(', 1));
  name = name.substr(0, end);
  const size_t scope = name.rfind("::");
  return scope == std::string_view::npos ? name : name.substr(scope + 2);
}

// Returns how many characters have to be changed, put in, left out or exchanged with the next one to make one text of
// the other; nullopt if these are more than `most`.
std::optional<size_t> changesBetween(std::string_view a, std::string_view b, size_t most) {
  if (std::max(a.size(), b.size()) - std::min(a.size(), b.size()) > most) return std::nullopt;
  std::vector<size_t> before(b.size() + 1), last(b.size() + 1), now(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) now[j] = std::min(now[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, now);
  }
  return last[b.size()] <= most ? std::optional(last[b.size()]) : std::nullopt;
}

// Returns how far a name is from the word, both in small letters; nullopt if it is not near.
std::optional<size_t> distance(const std::string& word, const std::string& name) {
  const size_t most = word.size() / 3;
  if (word == name || lastPart(name) == word) return 0;
  std::optional<size_t> best;
  for (const std::string_view part : {std::string_view(name), lastPart(name)}) {
    if (part.size() > kLongest || word.size() > kLongest) continue;
    const std::optional<size_t> changes = changesBetween(word, part, most);
    if (changes && (!best || *changes < *best)) best = changes;
  }
  return best;
}

}  // namespace

std::vector<std::string> nearestNames(std::string_view word, std::span<const std::string> names) {
  const std::string wanted = folded(word);
  std::vector<std::pair<size_t, std::string>> near;
  for (const std::string& name : names)
    if (const std::optional<size_t> far = distance(wanted, folded(name))) near.emplace_back(*far, name);
  std::sort(near.begin(), near.end());
  near.erase(std::unique(near.begin(), near.end()), near.end());
  std::vector<std::string> out;
  for (const auto& [far, name] : near)
    // Where one is very near, those that are not are nothing that was meant.
    if (out.size() < kMax && far <= near.front().first + 1) out.push_back(name);
  return out;
}

std::string meantNames(std::string_view word, std::span<const std::string> names) {
  std::string out;
  const std::vector<std::string> near = nearestNames(word, names);
  for (size_t i = 0; i < near.size(); ++i)
    out += (i == 0 ? "; did you mean " : i + 1 == near.size() ? " or " : ", ") + near[i];
  return near.empty() ? out : out + "?";
}

}  // namespace tp
