#include <algorithm>

#include "core/export/compare_limit.h"
#include "core/export/compare_parts.h"
#include "core/export/compare_text.h"
#include "core/export/compare_times_parts.h"
#include "core/export/csv_text.h"
#include "core/text/number_text.h"
#include "core/text/visible_text.h"
#include "core/trace/time_text.h"

namespace tp {
namespace {

constexpr size_t kWidth = 16, kCountWidth = 12;
constexpr size_t kMostRows = 50;  // of a kind, in the text; the others are one row

// The figures that JSON and CSV have of each side.
struct SideFigure {
  const char* key;
  bool divided;  // by TimedComparison::per
  std::optional<int64_t> (*of)(const TimedFigures&);
};
constexpr SideFigure kSideFigures[] = {
    {"count", true, [](const TimedFigures& f) { return std::optional(f.countOrRate()); }},
    {"sum", true, [](const TimedFigures& f) { return std::optional(f.sum); }},
    {"median", false, [](const TimedFigures& f) { return std::optional<int64_t>(f.median); }},
    {"max", false, [](const TimedFigures& f) { return f.count > 0 ? std::optional(f.max) : std::nullopt; }},
    {"atMost", false, [](const TimedFigures& f) { return std::optional(static_cast<int64_t>(f.atMost)); }},
    {"uncertain", false, [](const TimedFigures& f) { return std::optional(static_cast<int64_t>(f.uncertain)); }},
    {"unknown", false, [](const TimedFigures& f) { return std::optional(static_cast<int64_t>(f.unknown)); }},
};

// The figures that they have of the change.
struct ChangeFigure {
  const char* key;
  std::optional<int64_t> (*of)(const TimedChange&);
};
constexpr ChangeFigure kChangeFigures[] = {
    {"change", [](const TimedChange& c) { return std::optional(c.parts.change); }},
    {"byCount", [](const TimedChange& c) { return std::optional(c.parts.byCount); }},
    {"byEach", [](const TimedChange& c) { return std::optional(c.parts.byEach); }},
    {"countChange", [](const TimedChange& c) { return std::optional(c.countChange()); }},
    {"noiseBelow", [](const TimedChange& c) { return c.noiseBelow; }},
};

const char* sortOf(const TimedChange& one) {
  return one.added() ? "new" : one.vanished() ? "vanished" : "both";
}

void totalsObject(JsonWriter& json, const TimedTotals& totals, const Figures& figures) {
  json.beginObject();
  json.member("told", totals.told);
  json.member("names", totals.names);
  figureMember(json, "count", totals.count, figures);
  figureMember(json, "sum", totals.sum, figures);
  json.member("atMost", totals.atMost);
  json.member("uncertain", totals.uncertain);
  json.member("unknown", totals.unknown);
  json.endObject();
}

void sideObject(JsonWriter& json, const ComparedSide& side) {
  json.beginObject();
  sideMembers(json, side);
  json.endObject();
}

std::string sideLine(const char* name, const ComparedSide& side) {
  std::string out = sideHead(name, side);
  if (const std::string within = withinText(side); !within.empty()) out += ": " + within;
  return out += '\n';
}

// A time that is known, behind its sign.
std::string signedText(ToldTime told, int64_t figure, const Figures& as, Foot& foot) {
  const char* sign = signOf(told);
  if (told == ToldTime::Uncertain) foot.sign(sign, "before a time: records are missing at the ends of some");
  if (told == ToldTime::AtMost) foot.sign(sign, "an upper bound: a CPU, or records, are missing");
  return sign + as.text(figure);
}

std::string boundedText(ToldTime told, std::optional<int64_t> figure, const Figures& as, Foot& foot) {
  if (told == ToldTime::None) return "-";
  return told == ToldTime::Unknown ? "?" : signedText(told, *figure, as, foot);
}

std::string countsText(const TimedFigures& figures, const Figures& as, Foot& foot) {
  const std::string text = as.text(figures.countOrRate());
  if (figures.unknown == 0) return text;
  return text + foot.sign("+", "behind a count: so many more are of unknown length") + std::to_string(figures.unknown);
}

void appendTitles(std::string& out, bool medians) {
  for (const char* title : {"change", "by count", "by each", "sum A", "sum B"}) appendRight(out, title, kWidth);
  for (const char* title : {"count A", "count B"}) appendRight(out, title, kCountWidth);
  if (medians)
    for (const char* title : {"median A", "median B"}) appendRight(out, title, kCountWidth);
  for (const char* title : {"max A", "max B"}) appendRight(out, title, kCountWidth);
  out += "  name\n";
}

void appendRow(std::string& out, const TimedChange& one, const Figures& figures, bool medians, Foot& foot) {
  const Figures whole(false);
  const char* noise = one.noise() ? foot.sign("≈", kNoise) : "";
  appendRight(out, noise + figures.change(one.parts.change), kWidth);
  for (const int64_t part : {one.parts.byCount, one.parts.byEach}) appendRight(out, figures.change(part), kWidth);
  for (const TimedFigures* side : {&one.a, &one.b})
    appendRight(out, boundedText(toldAs(*side, side->sum), side->sum, figures, foot), kWidth);
  for (const TimedFigures* side : {&one.a, &one.b}) appendRight(out, countsText(*side, figures, foot), kCountWidth);
  if (medians)
    for (const TimedFigures* side : {&one.a, &one.b})
      appendRight(out, boundedText(toldAs(*side, side->median), side->median, whole, foot), kCountWidth);
  for (const TimedFigures* side : {&one.a, &one.b})
    appendRight(out, boundedText(longestToldAs(*side), side->max, whole, foot), kCountWidth);
  out += "  ";
  if (one.added()) out += "new: ";
  if (one.vanished()) out += "vanished: ";
  appendVisible(out, one.thread);
  if (!one.thread.empty() && !one.name.empty()) out += ": ";
  appendVisible(out, one.name);
  out += '\n';
}

// The sum of those that have no row.
void appendOthers(std::string& out, std::span<const TimedChange> others, const Figures& figures) {
  const ChangeParts sum = sumOf(others);
  for (const int64_t part : {sum.change, sum.byCount, sum.byEach}) appendRight(out, figures.change(part), kWidth);
  out += "  " + countText(others.size(), "other") + ", each less: see csv or json\n";
}

void appendKind(std::string& out, const TimedComparison& compared, size_t kind, const Figures& figures, Foot& foot) {
  const TimedComparison::Kind& totals = compared.totals[kind];
  const char* title = compared.kinds.all[kind].title;
  if (totals.a.told != totals.b.told) {
    out += std::string("\n") + title + ": " + oneSidedText(totals) + "\n";
    return;
  }
  const std::span<const TimedChange> rows = changesOf(compared, kind);
  if (!totals.compared() || rows.empty()) return;
  const std::string a = signedText(toldAs(totals.a), totals.a.sum, figures, foot);
  const std::string b = signedText(toldAs(totals.b), totals.b.sum, figures, foot);
  out += std::string("\n") + title + ": " + a + " -> " + b + ", " + figures.change(totals.change()) + " (" +
         grownText(totals.a.sum, totals.b.sum) + ")\n";
  const bool medians = showsMedians(rows);
  appendTitles(out, medians);
  for (const TimedChange& one : rows.first(std::min(rows.size(), kMostRows)))
    appendRow(out, one, figures, medians, foot);
  if (rows.size() > kMostRows) appendOthers(out, rows.subspan(kMostRows), figures);
}

}  // namespace

std::string comparisonJson(const TimedComparison& compared, std::optional<double> limit) {
  const Figures figures(!compared.per.empty()), whole(false);
  std::string out;
  JsonWriter json(out, JsonWriter::Spacing::Spaced);
  json.beginObject();
  json.member("by", compared.kinds.by);
  json.member("unit", unitText(compared.sideA.clock));
  if (figures.divided) json.member("per", compared.per);
  sideObject(json.key("a"), compared.sideA);
  sideObject(json.key("b"), compared.sideB);
  limitMembers(json, limit && growsAbove(compared, *limit), limit, lackText(compared));
  json.member("same", compared.same);
  json.key("groups").beginArray();
  for (size_t kind = 0; kind < compared.totals.size(); ++kind) {
    const TimedComparison::Kind& totals = compared.totals[kind];
    json.beginObject();
    json.member("group", compared.kinds.all[kind].key);
    json.member("compared", totals.compared());
    totalsObject(json.key("a"), totals.a, figures);
    totalsObject(json.key("b"), totals.b, figures);
    figureMember(json, "change", totals.compared() ? std::optional(totals.change()) : std::nullopt, figures);
    if (limit && compared.kinds.all[kind].judged) json.member("failed", kindGrowsAbove(compared, kind, *limit));
    json.endObject();
  }
  json.endArray();
  json.key("changes").objects(compared.changes, [&](const TimedChange& one) {
    json.member("group", compared.kinds.all[one.kind].key);
    if (!one.thread.empty()) json.member("thread", one.thread);
    json.member("name", one.name);
    json.member("kind", sortOf(one));
    json.member("noise", one.noise());
    for (const ChangeFigure& figure : kChangeFigures) figureMember(json, figure.key, figure.of(one), figures);
    sideObjects(json, one, [&](const TimedFigures& side) {
      for (const SideFigure& figure : kSideFigures)
        figureMember(json, figure.key, figure.of(side), figure.divided ? figures : whole);
    });
  });
  json.endObject();
  return out += '\n';
}

std::string comparisonCsv(const TimedComparison& compared) {
  const Figures figures(!compared.per.empty()), whole(false);
  std::string out = "group,thread,name,kind,noise";
  appendFigureTitles(out, kChangeFigures, kSideFigures);
  out += '\n';
  for (const TimedChange& one : compared.changes) {
    out += compared.kinds.all[one.kind].key;
    appendCsvText(out += ',', one.thread);
    appendCsvText(out += ',', one.name);
    (out += ',') += sortOf(one);
    out += one.noise() ? ",1" : ",0";
    for (const ChangeFigure& figure : kChangeFigures) appendFigure(out, figure.of(one), figures);
    for (const TimedFigures* side : {&one.a, &one.b})
      for (const SideFigure& figure : kSideFigures)
        appendFigure(out, figure.of(*side), figure.divided ? figures : whole);
    out += '\n';
  }
  return out;
}

std::string comparisonReport(const TimedComparison& compared, std::optional<double> limit) {
  const Figures figures(!compared.per.empty());
  std::string out = sideLine("A", compared.sideA) + sideLine("B", compared.sideB);
  if (figures.divided)
    out += "sums and counts are per " + visibleText(compared.per) +
           ", each rounded to a thousandth; totals are of what was rounded\n";
  for (size_t kind = 0; kind < compared.totals.size(); ++kind) {
    const TimedComparison::Kind& totals = compared.totals[kind];
    out += doubtText("A", compared.kinds.all[kind], totals.a) + doubtText("B", compared.kinds.all[kind], totals.b);
  }
  out += missingText("A", compared.sideA) + missingText("B", compared.sideB);
  const std::string lack = lackText(compared);
  if (!lack.empty()) out += lack + "\n";
  if (lack.empty() && compared.changes.empty()) out += "nothing differs\n";
  Foot foot;
  for (size_t kind = 0; kind < compared.totals.size(); ++kind) appendKind(out, compared, kind, figures, foot);
  if (!compared.changes.empty())
    out += "\nchange is of the sum; by count: more or fewer, each at A's mean; by each: the rest\n" + foot.text() +
           countText(compared.same, "row") + (compared.same == 1 ? " is" : " are") + " the same on both sides\n";
  for (size_t kind = 0; limit && kind < compared.totals.size(); ++kind) {
    const TimedComparison::Kind& totals = compared.totals[kind];
    const char* key = compared.kinds.all[kind].key;
    if (const char* side = onlySideOf(compared, kind); lack.empty() && side != nullptr)
      out += limitText(key, 0, 0, *limit, std::string("only ") + side + " has any");
    else if (lack.empty() && kindGrowsAbove(compared, kind, *limit))
      out += limitText(key, totals.a.sum, totals.b.sum, *limit, lack);
  }
  if (limit && !lack.empty()) out += limitText("any sum", 0, 0, *limit, lack);
  return out;
}

}  // namespace tp
