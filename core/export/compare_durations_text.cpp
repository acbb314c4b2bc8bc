#include "core/export/compare_durations_text.h"

#include "core/analysis/compare/block_bootstrap.h"
#include "core/export/compare_parts.h"
#include "core/text/visible_text.h"
#include "core/trace/time_text.h"

namespace tp {
namespace {

constexpr size_t kWidth = 24;

// How kToldParts are called.
struct PartName {
  const char* key;
  const char* title;
};
constexpr PartName kPartNames[] = {{"min", "shortest"},        {"p10", "10th percentile"}, {"p25", "25th percentile"},
                                   {"median", "median"},       {"p75", "75th percentile"}, {"p90", "90th percentile"},
                                   {"p99", "99th percentile"}, {"max", "longest"}};
static_assert(std::size(kPartNames) == kToldParts.size());

void betweenMember(JsonWriter& json, const char* key, const std::optional<Between<double>>& figure) {
  json.key(key);
  if (!figure) return json.raw("null");
  json.beginObject();
  json.member("atLeast", figure->least);
  json.member("atMost", figure->most);
  json.endObject();
}

void sideObject(JsonWriter& json, const ComparedSide& side, const std::string& function, const DurationFigures& of) {
  json.beginObject();
  sideMembers(json, side);
  json.member("function", function);
  json.member("calls", of.calls);
  json.member("atMost", of.left.atMost);
  json.member("open", of.left.open);
  json.member("unbegun", of.left.unbegun);
  json.member("blocks", of.blocks);
  for (size_t part = 0; part < of.times.size(); ++part) {
    json.key(kPartNames[part].key).beginObject();
    json.member("atLeast", of.times[part].least);
    json.member("atMost", of.times[part].most);
    json.endObject();
  }
  json.endObject();
}

std::string timeText(const DurationFigures& of, size_t part) {
  if (of.times.empty()) return "-";
  const Between<Time>& time = of.times[part];
  const std::string least = std::to_string(time.least);
  return time.exact() ? least : least + ".." + std::to_string(time.most);
}

void sideLines(std::string& out, const char* name, const ComparedSide& side, const std::string& function,
               const DurationFigures& of) {
  out += sideHead(name, side) + ": " + countText(of.calls, "call") + " of " + visibleText(function);
  if (const std::string within = withinText(side); !within.empty()) out += ", " + within;
  out += '\n';
}

void leftLines(std::string& out, const char* name, const ComparedSide& side, const DurationFigures& of) {
  const std::string begin = std::string(name) + ": left out: ";
  if (const uint64_t unknown = of.left.open + of.left.unbegun; unknown > 0)
    out += begin + countText(unknown, "call") + " of unknown duration\n";
  if (of.left.atMost > 0) out += begin + countText(of.left.atMost, "call") + " whose duration is an upper bound\n";
  out += missingText(name, side);
}

std::string ratioLine(const DurationComparison& of) {
  if (!of.ratio) return "how much longer the median is, is not known: a side has no calls, or a median of 0\n";
  std::string out = "median of B: " + betweenText(*of.ratio, 4) + " times that of A; ";
  if (!of.interval) return out + "no interval: " + noIntervalText(of.noInterval) + "\n";
  return out + "95 % interval " + decimalText(of.interval->least, 3) + " to " + decimalText(of.interval->most, 3) +
         "\nthe interval is of how durations vary within each recording (" + std::to_string(of.a.blocks) + " and " +
         std::to_string(of.b.blocks) + " blocks of time, " + std::to_string(kDraws) +
         " draws), not of how recordings differ\n";
}

}  // namespace

std::string betweenText(const Between<double>& figure, int decimals) {
  const std::string least = decimalText(figure.least, decimals), most = decimalText(figure.most, decimals);
  return least == most ? least : least + " to " + most;
}

std::string comparisonJson(const DurationComparison& compared) {
  std::string out;
  JsonWriter json(out, JsonWriter::Spacing::Spaced);
  json.beginObject();
  json.member("by", "duration");
  json.member("unit", unitText(compared.sideA.clock));
  sideObject(json.key("a"), compared.sideA, compared.functionA, compared.a);
  sideObject(json.key("b"), compared.sideB, compared.functionB, compared.b);
  betweenMember(json, "ratioOfMedians", compared.ratio);
  betweenMember(json, "interval95", compared.interval);
  json.key("noInterval");
  if (compared.noInterval == NoInterval::None)
    json.raw("null");
  else
    json.value(noIntervalText(compared.noInterval));
  betweenMember(json, "longerInB", compared.longer);
  json.endObject();
  return out += '\n';
}

std::string comparisonReport(const DurationComparison& compared) {
  std::string out;
  sideLines(out, "A", compared.sideA, compared.functionA, compared.a);
  sideLines(out, "B", compared.sideB, compared.functionB, compared.b);
  leftLines(out, "A", compared.sideA, compared.a);
  leftLines(out, "B", compared.sideB, compared.b);
  out += "\ndurations with callees, in " + unitText(compared.sideA.clock) + '\n';
  appendRight(out, "A", kWidth + 16);
  appendRight(out, "B", kWidth);
  out += '\n';
  bool rounded = false;
  for (size_t part = 0; part < kToldParts.size(); ++part) {
    std::string title = kPartNames[part].title;
    title.resize(16, ' ');
    out += title;
    for (const DurationFigures* side : {&compared.a, &compared.b}) {
      appendRight(out, timeText(*side, part), kWidth);
      rounded = rounded || (!side->times.empty() && !side->times[part].exact());
    }
    out += '\n';
  }
  if (rounded) out += "x..y: there are so many durations that they are kept rounded; it lies between both\n";
  out += '\n' + ratioLine(compared);
  if (compared.longer)
    out += "a call of B lasts longer than one of A in " +
           betweenText({compared.longer->least * 100, compared.longer->most * 100}, 2) +
           " % of all pairs; of equal ones, half count\n";
  return out;
}

}  // namespace tp
