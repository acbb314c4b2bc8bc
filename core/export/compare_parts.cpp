#include "core/export/compare_parts.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/export/compare_text.h"
#include "core/text/characters.h"
#include "core/text/number_text.h"
#include "core/text/visible_text.h"
#include "core/trace/sums.h"
#include "core/trace/time_text.h"

namespace tp {

std::string unitText(const ClockInfo& clock) {
  return clock.isNs ? "ns" : "counts of " + visibleText(clock.name);
}

std::string changeText(int64_t change) {
  return (change > 0 ? "+" : "") + std::to_string(change);
}

std::string shownChange(int64_t change, const ClockInfo& clock) {
  const char* sign = change > 0 ? "+" : change < 0 ? "\u2212" : "";
  return sign + durationText(change < 0 ? minus(0, change) : change, clock);
}

std::string shownGrowth(int64_t from, int64_t to) {
  std::string text = grownText(from, to);
  if (text.starts_with('-')) text.replace(0, 1, "\u2212");
  return text;
}

std::string decimalText(double number, int decimals) {
  char text[400];
  std::snprintf(text, sizeof text, "%.*f", decimals, number);
  return text;
}

std::string thousandthsText(int64_t figure) {
  const uint64_t size = figure < 0 ? -static_cast<uint64_t>(figure) : static_cast<uint64_t>(figure);
  std::string out = (figure < 0 ? "-" : "") + std::to_string(size / 1000) + '.';
  appendDecimal(out, size % 1000, 3, '0');
  return out;
}

std::string Figures::count(int64_t figure, std::string_view one) const {
  if (!divided) return countText(static_cast<uint64_t>(figure), one);
  const std::string digits = thousandthsText(figure);
  return countText(static_cast<uint64_t>(figure / 1000)) + digits.substr(digits.size() - 4) + " " + std::string(one) +
         "s";
}

std::string grownText(int64_t from, int64_t to) {
  const double grown = grownPercent(from, to);
  return std::isfinite(grown) ? (grown < 0 ? "" : "+") + decimalText(grown, 1) + " %" : "from 0";
}

std::string sideHead(const char* name, const ComparedSide& side) {
  return std::string(name) + "  " + visibleText(side.name) + (side.part.empty() ? "" : ": " + visibleText(side.part));
}

std::string withinText(const ComparedSide& side) {
  if (side.begin > side.end) return {};
  return "within " + std::to_string(minus(side.end, side.begin)) + " " + unitText(side.clock);
}

std::string missingText(const char* name, const ComparedSide& side) {
  std::string out;
  auto tell = [&](const std::string& text) { out += std::string(name) + ": " + text + "\n"; };
  if (side.lossPlaces > 0) {
    const std::string records = side.lostRecords > 0 ? ", at least " + countText(side.lostRecords, "record") : "";
    tell("records were lost at " + countText(side.lossPlaces, "place") + records);
  }
  if (side.warnings > 0) tell(countText(side.warnings, "warning") + ", which tracepane check prints");
  if (!side.gaps.empty()) tell(side.gaps);
  if (!side.copies.empty()) tell(side.copies);
  if (!side.left.empty()) tell(side.left);
  return out;
}

std::string otherNameText(const std::string& before, MatchedBy by) {
  if (before.empty()) return {};
  return " (A: " + visibleText(before) + (by == MatchedBy::Callers ? ", by its callers and callees)" : ")");
}

void appendRight(std::string& out, std::string_view text, size_t width) {
  out.append(width - std::min(width, characterCount(text)), ' ');
  out += text;
}

void sideMembers(JsonWriter& json, const ComparedSide& side) {
  json.member("trace", side.name);
  if (!side.others.empty()) json.member("otherTraces", side.others);
  if (!side.part.empty()) json.member("part", side.part);
  json.member("from", side.begin <= side.end ? std::optional(side.begin) : std::nullopt);
  json.member("to", side.begin <= side.end ? std::optional(side.end) : std::nullopt);
  json.member("lossPlaces", side.lossPlaces);
  json.member("lostRecords", side.lostRecords);
  json.member("warnings", side.warnings);
  json.member("gaps", side.gaps);
  if (!side.copies.empty()) json.member("copies", side.copies);
  if (!side.left.empty()) json.member("left", side.left);
}

void figureMember(JsonWriter& json, std::string_view key, std::optional<int64_t> figure, const Figures& figures) {
  json.key(key);
  if (figure)
    json.raw(figures.text(*figure));
  else
    json.raw("null");
}

void appendFigure(std::string& out, std::optional<int64_t> figure, const Figures& figures) {
  out += ',';
  if (figure) out += figures.text(*figure);
}

const char* Foot::sign(const char* sign, const char* text) {
  const std::pair<const char*, const char*> one{sign, text};
  if (std::find(met_.begin(), met_.end(), one) == met_.end()) met_.push_back(one);
  return sign;
}

std::string Foot::text(const char* between, const char* end) const {
  std::string out;
  for (const auto& [sign, text] : met_) out += std::string(sign) + between + text + end + "\n";
  return out;
}

}  // namespace tp
