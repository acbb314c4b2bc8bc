#include "core/export/compare_parts.h"
#include "core/export/compare_text.h"
#include "core/export/csv_text.h"
#include "core/text/number_text.h"
#include "core/text/visible_text.h"
#include "core/trace/time_text.h"

namespace tp {
namespace {

constexpr size_t kWidth = 15;

const char* kindOf(const FunctionChange& one) {
  return one.added() ? "new" : one.vanished() ? "vanished" : "both";
}

// The figures that JSON and CSV have of each side.
struct SideFigure {
  const char* key;
  std::optional<int64_t> (*of)(const FunctionFigures&);
};
constexpr SideFigure kSideFigures[] = {
    {"calls", [](const FunctionFigures& f) { return std::optional(static_cast<int64_t>(f.calls)); }},
    {"total", [](const FunctionFigures& f) { return f.total; }},
    {"self", [](const FunctionFigures& f) { return std::optional(f.self); }},
    {"selfDoubt", [](const FunctionFigures& f) { return std::optional(f.selfDoubt); }},
    {"atMost", [](const FunctionFigures& f) { return std::optional(static_cast<int64_t>(f.atMost)); }},
    {"open", [](const FunctionFigures& f) { return std::optional(static_cast<int64_t>(f.open)); }},
    {"unbegun", [](const FunctionFigures& f) { return std::optional(static_cast<int64_t>(f.unbegun)); }},
};

// The figures that they have of the change.
struct ChangeFigure {
  const char* key;
  std::optional<int64_t> (*of)(const FunctionChange&);
};
constexpr ChangeFigure kChangeFigures[] = {
    {"change", [](const FunctionChange& c) { return std::optional(c.change); }},
    {"byCalls", [](const FunctionChange& c) { return std::optional(c.byCalls); }},
    {"byEach", [](const FunctionChange& c) { return std::optional(c.byEach); }},
    {"callsChange", [](const FunctionChange& c) { return std::optional(c.callsChange()); }},
    {"totalChange", [](const FunctionChange& c) { return c.totalChange(); }},
    {"noiseBelow", [](const FunctionChange& c) { return c.noiseBelow; }},
};

void sideObject(JsonWriter& json, const ComparedSide& side, const FunctionTotals& totals) {
  json.beginObject();
  sideMembers(json, side);
  json.member("functions", totals.functions);
  json.member("calls", totals.calls);
  json.member("self", totals.self);
  json.member("selfDoubt", totals.selfDoubt);
  json.member("offCpu", totals.offCpu);
  json.member("atMost", totals.atMost);
  json.member("open", totals.open);
  json.member("unbegun", totals.unbegun);
  json.endObject();
}

void sideLine(std::string& out, const char* name, const ComparedSide& side, const FunctionTotals& totals) {
  const std::string unit = " " + unitText(side.clock);
  out += std::string(name) + "  " + visibleText(side.name) + ": self " + std::to_string(totals.self) + unit + " in " +
         countText(totals.calls, "call") + " of " + countText(totals.functions, "function");
  if (side.begin <= side.end) out += ", within " + std::to_string(side.end - side.begin) + unit;
  out += '\n';
}

std::string selfText(const FunctionFigures& figures, Foot& foot) {
  if (figures.none()) return "-";
  const char* sign = figures.selfDoubt > 0 ? foot.sign("~", "before a time: may be off, as callees have no known end")
                     : figures.atMost > 0  ? foot.sign("<=", "an upper bound, as records are missing within calls")
                                           : "";
  return figures.calls > 0 ? sign + std::to_string(figures.self) : "?";
}

std::string callsText(const FunctionFigures& figures, Foot& foot) {
  const uint64_t unknown = figures.open + figures.unbegun;
  if (unknown == 0) return std::to_string(figures.calls);
  return std::to_string(figures.calls) + foot.sign("+", "behind calls: so many more are of unknown duration") +
         std::to_string(unknown);
}

void appendRow(std::string& out, const FunctionChange& one, Foot& foot) {
  const char* noise = one.noise() ? foot.sign("≈", kNoise) : "";
  appendRight(out, noise + changeText(one.change), kWidth);
  for (const int64_t part : {one.byCalls, one.byEach}) appendRight(out, changeText(part), kWidth);
  for (const FunctionFigures* side : {&one.a, &one.b}) appendRight(out, selfText(*side, foot), kWidth);
  for (const FunctionFigures* side : {&one.a, &one.b}) appendRight(out, callsText(*side, foot), 11);
  const std::optional<int64_t> total = one.totalChange();
  appendRight(out, total ? changeText(*total) : "?", kWidth);
  out += "  ";
  if (one.added()) out += "new: ";
  if (one.vanished()) out += "vanished: ";
  if (one.guessed()) out += foot.sign("~", "before a name: that it is the function of another name in A is a guess");
  appendVisible(out, one.name);
  if (one.guessed()) out += " (A: " + visibleText(one.before) + ")";
  if (one.offCpu) out += " (in no sum)";
  out += '\n';
}

}  // namespace

std::string doubtText(std::string_view name, const FunctionTotals& totals) {
  std::string out;
  auto tell = [&](const std::string& text) { out += std::string(name) + ": " + text + "\n"; };
  const uint64_t unknown = totals.open + totals.unbegun;
  if (unknown > 0) tell(countText(unknown, "call") + " of unknown duration, in no sum");
  if (totals.atMost > 0) tell(countText(totals.atMost, "call") + " whose duration is an upper bound");
  if (totals.selfDoubt > 0)
    tell("self time may be off by " + std::to_string(totals.selfDoubt) + ": callees have no known end or beginning");
  if (totals.offCpu > 0) tell(std::to_string(totals.offCpu) + " off the CPU within calls, in no sum");
  return out;
}

std::string comparisonJson(const FunctionComparison& compared, std::optional<double> limit) {
  std::string out;
  JsonWriter json(out, JsonWriter::Spacing::Spaced);
  json.beginObject();
  json.member("by", "function");
  json.member("unit", unitText(compared.sideA.clock));
  sideObject(json.key("a"), compared.sideA, compared.a);
  sideObject(json.key("b"), compared.sideB, compared.b);
  json.member("change", compared.change());
  limitMembers(json, compared.a.self, compared.b.self, limit);
  json.member("same", compared.same);
  json.key("changes").objects(compared.changes, [&](const FunctionChange& one) {
    json.member("name", one.name);
    if (one.guessed()) json.member("before", one.before);
    json.member("kind", kindOf(one));
    json.member("guessed", one.guessed());
    json.member("noise", one.noise());
    if (one.offCpu) json.member("offCpu", true);
    for (const ChangeFigure& figure : kChangeFigures) json.member(figure.key, figure.of(one));
    for (const FunctionFigures* side : {&one.a, &one.b}) {
      json.key(side == &one.a ? "a" : "b").beginObject();
      for (const SideFigure& figure : kSideFigures) json.member(figure.key, figure.of(*side));
      json.endObject();
    }
  });
  json.endObject();
  return out += '\n';
}

std::string comparisonCsv(const FunctionComparison& compared) {
  std::string out = "name,before,kind,guessed,noise,off_cpu";
  for (const ChangeFigure& figure : kChangeFigures) (out += ',') += figure.key;
  for (const char* side : {"A", "B"})
    for (const SideFigure& figure : kSideFigures) ((out += ',') += figure.key) += side;
  out += '\n';
  auto cell = [&](std::optional<int64_t> figure) {
    out += ',';
    if (figure) appendDecimal(out, *figure);
  };
  for (const FunctionChange& one : compared.changes) {
    appendCsvText(out, one.name);
    appendCsvText(out += ',', one.before);
    (out += ',') += kindOf(one);
    for (const bool is : {one.guessed(), one.noise(), one.offCpu}) out += is ? ",1" : ",0";
    for (const ChangeFigure& figure : kChangeFigures) cell(figure.of(one));
    for (const FunctionFigures* side : {&one.a, &one.b})
      for (const SideFigure& figure : kSideFigures) cell(figure.of(*side));
    out += '\n';
  }
  return out;
}

std::string comparisonReport(const FunctionComparison& compared, std::optional<double> limit) {
  std::string out;
  sideLine(out, "A", compared.sideA, compared.a);
  sideLine(out, "B", compared.sideB, compared.b);
  out += doubtText("A", compared.a) + missingText("A", compared.sideA);
  out += doubtText("B", compared.b) + missingText("B", compared.sideB);
  if (compared.changes.empty()) {
    out += compared.same > 0 ? "nothing differs\n" : "neither A nor B has calls\n";
  } else {
    out += "self time " + changeText(compared.change()) + " (" + grownText(compared.a.self, compared.b.self) + ")\n\n";
    for (const char* title : {"change", "by calls", "by each", "self A", "self B"}) appendRight(out, title, kWidth);
    for (const char* title : {"calls A", "calls B"}) appendRight(out, title, 11);
    appendRight(out, "total change", kWidth);
    out += "  function\n";
    Foot foot;
    for (const FunctionChange& one : compared.changes) appendRow(out, one, foot);
    out += "\nchange is of self time; by calls: calls more or fewer, at A's mean self time; by each: the rest\n";
    out += foot.text() + countText(compared.same, "function") + (compared.same == 1 ? " is" : " are") +
           " the same on both sides\n";
  }
  if (limit) out += limitText("self time", compared.a.self, compared.b.self, *limit);
  return out;
}

}  // namespace tp
