#include "tests/support/perf_reference.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "core/io/cursor.h"

namespace tp::test {
namespace {

std::optional<uint64_t> numberOf(std::string_view text, int base = 10) {
  uint64_t number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<int64_t> signedOf(std::string_view text) {
  int64_t number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// Takes the next word off `text`.
std::string_view takeWord(std::string_view& text) {
  text = trimmed(text);
  const std::string_view word = text.substr(0, text.find(' '));
  text.remove_prefix(word.size());
  return word;
}

std::string words(std::string_view text) {
  std::string out;
  while (!trimmed(text).empty()) out.append(out.empty() ? "" : " ").append(takeWord(text));
  return out;
}

// "5282.503739055:" in ns.
std::optional<int64_t> timeOf(std::string_view word) {
  const size_t point = word.find('.');
  if (point == std::string_view::npos || word.size() != point + 11 || word.back() != ':') return std::nullopt;
  const auto seconds = numberOf(word.substr(0, point)), rest = numberOf(word.substr(point + 1, 9));
  if (!seconds || !rest) return std::nullopt;
  return static_cast<int64_t>(*seconds * 1000000000 + *rest);
}

// Finds the id of the thread, before which the command stands, of as many words as it likes.
bool readThread(std::string_view& rest, PerfLine& out) {
  const std::string_view line = rest;
  std::string_view word;
  while (!(word = takeWord(rest)).empty()) {
    const size_t slash = word.find('/');
    const auto pid = signedOf(slash == std::string_view::npos ? word : word.substr(0, slash));
    const auto tid = slash == std::string_view::npos ? pid : signedOf(word.substr(slash + 1));
    const auto before = static_cast<size_t>(word.data() - line.data());
    if (!pid || !tid || trimmed(line.substr(0, before)).empty()) continue;
    // Of script-events.txt, a number is an id only if a CPU, a time or an event follows.
    std::string_view ahead = rest;
    const std::string_view next = takeWord(ahead);
    if (slash == std::string_view::npos && !next.starts_with('[') && !timeOf(next) && !numberOf(next) &&
        !next.starts_with("PERF_RECORD"))
      continue;
    out.comm = trimmed(line.substr(0, before));
    out.pid = slash == std::string_view::npos ? -1 : *pid;
    out.tid = *tid;
    return true;
  }
  return false;
}

bool readLine(std::string_view rest, PerfLine& out) {
  if (!readThread(rest, out)) return false;
  std::string_view ahead = rest;
  std::string_view word = takeWord(ahead);
  if (word.starts_with('[')) {
    out.cpu = static_cast<int>(numberOf(word.substr(1, word.size() - 2)).value_or(0));
    rest = ahead;
    word = takeWord(ahead);
  }
  if (const auto time = timeOf(word)) {
    out.time = *time;
    rest = ahead;
    word = takeWord(ahead);
  }
  if (const auto period = signedOf(word)) {
    out.period = *period;
    rest = ahead;
    word = takeWord(ahead);
  }
  if (word.starts_with("PERF_RECORD_")) {
    out.event = word.substr(0, word.find_first_of("(:"));
    out.text = words(trimmed(rest).substr(out.event.size()));
    return true;
  }
  if (word.empty() || word.back() != ':') return false;
  out.event = word.substr(0, word.size() - 1);
  out.text = trimmed(ahead);
  const std::string_view first = out.text;
  if (const auto address = numberOf(first.substr(0, first.find(' ')), 16); address && first.size() >= 10)
    out.chain.push_back(*address);
  return true;
}

}  // namespace

std::vector<PerfLine> readPerfScript(std::string_view text) {
  std::vector<PerfLine> out;
  LineCursor lines(text);
  for (std::string_view line; lines.next(line);) {
    if (line.starts_with('\t')) {
      line.remove_prefix(1);
      std::string_view rest = line;
      const auto address = numberOf(takeWord(rest), 16);
      if (address && !out.empty()) out.back().chain.push_back(*address);
      continue;
    }
    PerfLine one;
    if (readLine(line, one)) out.push_back(std::move(one));
  }
  return out;
}

}  // namespace tp::test
