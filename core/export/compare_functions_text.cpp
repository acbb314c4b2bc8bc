#include <algorithm>

#include "core/analysis/compare/change_figures.h"
#include "core/analysis/compare/recordings.h"
#include "core/export/compare_limit.h"
#include "core/export/compare_parts.h"
#include "core/export/compare_row_name.h"
#include "core/export/compare_text.h"
#include "core/export/csv_text.h"
#include "core/text/number_text.h"
#include "core/text/visible_text.h"
#include "core/trace/sums.h"
#include "core/trace/time_text.h"

namespace tp {
namespace {

constexpr size_t kWidth = 15, kChanceWidth = 10;

// What JSON and CSV have of chance, if there are several recordings.
struct ChanceFigure {
  const char* key;
  int decimals;  // in text and CSV; JSON has all digits
  std::optional<double> (*of)(const ChangeChance&);
};
constexpr ChanceFigure kChanceFigures[] = {
    {"p", 6, [](const ChangeChance& c) { return std::optional(c.p); }},
    {"q", 6, [](const ChangeChance& c) { return std::optional(c.q); }},
    {"effect", 3, [](const ChangeChance& c) { return c.effect; }},
};

std::optional<double> chanceFigure(const ChanceFigure& figure, const FunctionChange& one) {
  return one.chance ? figure.of(*one.chance) : std::nullopt;
}

// `none`: of what is not known.
std::string chanceText(const ChanceFigure& figure, const FunctionChange& one, const char* none) {
  const std::optional<double> number = chanceFigure(figure, one);
  return number ? decimalText(*number, figure.decimals) : none;
}

bool judged(const FunctionComparison& compared) {
  return compared.recordings && compared.recordings->splits > 0;
}

void recordingsMember(JsonWriter& json, const ComparedRecordings& of) {
  json.key("recordings").beginObject();
  json.member("a", of.a);
  json.member("b", of.b);
  if (of.copies > 0) json.member("copies", of.copies);
  if (of.splits > 0) {
    json.member("splits", of.splits);
    json.member("exact", of.exact);
    json.member("smallestP", of.smallest);
    json.member("tested", of.tested);
  }
  json.endObject();
}

std::string recordingsText(const ComparedRecordings& of) {
  if (of.copies > 0)
    return "chance is not judged: " + std::to_string(of.copies) +
           (of.copies == 1 ? " recording is" : " recordings are") +
           " the same as another one, and copies do not tell how recordings differ\n";
  if (of.splits == 0)
    return "chance is not judged: that takes at least " + std::to_string(kTestedRecordings) +
           " recordings of each side\n";
  return "p: the share of " + std::string(of.exact ? "all " : "") + std::to_string(of.splits) +
         " splits of the recordings" + (of.exact ? "" : ", drawn at random,") +
         " whose means of self time differ as much; no p is below " + decimalText(of.smallest, 6) +
         "\nq: p adjusted for " + countText(of.tested, "function") +
         " (Benjamini-Hochberg); effect: the change in standard deviations of the recordings of a side\n";
}

void inlinedMember(JsonWriter& json, const char* key, const std::vector<InlinedPart>& parts, const Figures& figures) {
  if (parts.empty()) return;
  json.key(key).objects(parts, [&](const InlinedPart& one) {
    json.member("name", one.name);
    figureMember(json, "change", one.change, figures);
  });
}

void movedMember(JsonWriter& json, const MovedTime& moved, const Figures& figures) {
  if (moved.time == 0) return;
  json.key("moved").beginObject();
  figureMember(json, "time", moved.time, figures);
  for (const auto& [key, parts] : {std::pair("from", &moved.from), std::pair("to", &moved.to)})
    json.key(key).objects(*parts, [&](const MovedPart& one) {
      json.member("within", one.within);
      figureMember(json, "change", one.change, figures);
    });
  json.endObject();
}

void sideObject(JsonWriter& json, const ComparedSide& side, const FunctionTotals& totals, const Figures& figures) {
  json.beginObject();
  sideMembers(json, side);
  json.member("functions", totals.functions);
  figureMember(json, "calls", totals.calls, figures);
  figureMember(json, "self", totals.self, figures);
  figureMember(json, "selfDoubt", totals.selfDoubt, figures);
  figureMember(json, "offCpu", totals.offCpu, figures);
  json.member("atMost", totals.atMost);
  json.member("open", totals.open);
  json.member("unbegun", totals.unbegun);
  json.endObject();
}

void sideLine(std::string& out, const char* name, const ComparedSide& side, const FunctionTotals& totals,
              const Figures& figures) {
  const std::string unit = " " + unitText(side.clock);
  out += sideHead(name, side) + ": self " + figures.text(totals.self) + unit + " in " +
         figures.count(totals.calls, "call") + " of " + countText(totals.functions, "function");
  if (const std::string within = withinText(side); !within.empty()) out += ", " + within;
  out += '\n';
}

std::string selfText(const FunctionFigures& figures, const Figures& as, Foot& foot) {
  if (figures.none()) return "-";
  const char* sign = figures.selfDoubt > 0 ? foot.sign("~", "before a time: may be off, as callees have no known end")
                     : figures.atMost > 0  ? foot.sign("\u2264", "an upper bound, as records are missing within calls")
                                           : "";
  return figures.calls > 0 ? sign + as.text(figures.self) : "?";
}

std::string callsText(const FunctionFigures& figures, const Figures& as, Foot& foot) {
  const uint64_t unknown = figures.open + figures.unbegun;
  if (unknown == 0) return as.text(figures.callsOrRate());
  return as.text(figures.callsOrRate()) + foot.sign("+", "behind calls: so many more are of unknown duration") +
         std::to_string(unknown);
}

void appendRow(std::string& out, const FunctionChange& one, const Figures& figures, bool chances, Foot& foot) {
  const char* noise = one.noise() ? foot.sign("≈", kNoise) : "";
  appendRight(out, noise + figures.change(one.change), kWidth);
  for (const int64_t part : {one.byCalls, one.byEach}) appendRight(out, figures.change(part), kWidth);
  for (const FunctionFigures* side : {&one.a, &one.b}) appendRight(out, selfText(*side, figures, foot), kWidth);
  for (const FunctionFigures* side : {&one.a, &one.b}) appendRight(out, callsText(*side, figures, foot), 11);
  const std::optional<int64_t> total = one.totalChange();
  appendRight(out, total ? figures.change(*total) : "?", kWidth);
  if (chances)
    for (const ChanceFigure& figure : kChanceFigures) appendRight(out, chanceText(figure, one, "?"), kChanceWidth);
  const RowWords words{[&](int64_t time) { return figures.text(time); },
                       [&](int64_t change) { return figures.change(change); },
                       [](std::string_view name) { return visibleText(name); }};
  out += "  " + rowName(one, words, foot) + '\n';
}

}  // namespace

std::string doubtText(std::string_view name, const FunctionTotals& totals,
                      const std::function<std::string(int64_t)>& time) {
  std::string out;
  auto tell = [&](const std::string& text) { out += std::string(name) + ": " + text + "\n"; };
  const uint64_t unknown = totals.open + totals.unbegun;
  if (unknown > 0) tell(countText(unknown, "call") + " of unknown duration, in no sum");
  if (totals.atMost > 0) tell(countText(totals.atMost, "call") + " whose duration is an upper bound");
  if (totals.selfDoubt > 0)
    tell("self time may be off by " + time(totals.selfDoubt) + ": callees have no known end or beginning");
  if (totals.offCpu > 0) tell(time(totals.offCpu) + " off the CPU within calls, in no sum");
  return out;
}

std::string graphSumText(std::string_view name, int64_t graph, const FunctionTotals& totals,
                         const std::function<std::string(int64_t)>& time) {
  const int64_t more = minus(graph, totals.self);
  if (more == 0) return {};
  std::string out = std::string(name) + ": the graph has " + time(more < 0 ? minus(0, more) : more) +
                    (more < 0 ? " less" : " more") + " than the " + time(totals.self) + " by function";
  const uint64_t unknown = totals.open + totals.unbegun;
  std::string with = unknown > 0 ? "what is known of " + countText(unknown, "call") + " of unknown duration" : "";
  if (totals.offCpu > 0) with += (with.empty() ? "" : ", and ") + std::string("time off the CPU within calls");
  if (!with.empty()) out += ", as it counts " + with;
  return out + "\n";
}

std::string comparisonJson(const FunctionComparison& compared, std::optional<double> limit) {
  const Figures figures(!compared.per.empty()), whole(false);
  std::string out;
  JsonWriter json(out, JsonWriter::Spacing::Spaced);
  json.beginObject();
  json.member("by", "function");
  json.member("unit", unitText(compared.sideA.clock));
  if (figures.divided) json.member("per", compared.per);
  if (compared.recordings) recordingsMember(json, *compared.recordings);
  sideObject(json.key("a"), compared.sideA, compared.a, figures);
  sideObject(json.key("b"), compared.sideB, compared.b, figures);
  figureMember(json, "change", compared.change(), figures);
  limitMembers(json, compared.a.self, compared.b.self, limit, lackText(compared));
  json.member("same", compared.same);
  json.key("changes").objects(compared.changes, [&](const FunctionChange& one) {
    json.member("name", one.name);
    if (!one.before.empty()) json.member("before", one.before);
    json.member("kind", kindOf(one));
    json.member("guessed", one.guessed());
    if (one.guessed()) json.member("guessedBy", guessedBy(one.by));
    inlinedMember(json, "inlinedInto", one.inlinedInto, figures);
    inlinedMember(json, "inlined", one.inlined, figures);
    movedMember(json, one.moved, figures);
    json.member("noise", one.noise());
    if (one.offCpu) json.member("offCpu", true);
    for (const ChangeFigure& figure : kChangeFigures) figureMember(json, figure.key, figure.of(one), figures);
    if (compared.recordings)
      for (const ChanceFigure& figure : kChanceFigures) json.member(figure.key, chanceFigure(figure, one));
    sideObjects(json, one, [&](const FunctionFigures& side) {
      for (const SideFigure& figure : kSideFigures)
        figureMember(json, figure.key, figure.of(side), figure.counts ? whole : figures);
    });
  });
  json.endObject();
  return out += '\n';
}

std::string comparisonCsv(const FunctionComparison& compared) {
  const Figures figures(!compared.per.empty()), whole(false);
  std::string out = "name,before,kind,guessed,noise,off_cpu";
  appendFigureTitles(out, kChangeFigures, kSideFigures);
  out += ",guessedBy,inlinedInto,inlined,inlinedChange,moved,movedFrom,movedTo";
  if (compared.recordings)
    for (const ChanceFigure& figure : kChanceFigures) (out += ',') += figure.key;
  out += '\n';
  for (const FunctionChange& one : compared.changes) {
    appendCsvText(out, one.name);
    appendCsvText(out += ',', one.before);
    (out += ',') += kindOf(one);
    for (const bool is : {one.guessed(), one.noise(), one.offCpu}) out += is ? ",1" : ",0";
    for (const ChangeFigure& figure : kChangeFigures) appendFigure(out, figure.of(one), figures);
    for (const FunctionFigures* side : {&one.a, &one.b})
      for (const SideFigure& figure : kSideFigures)
        appendFigure(out, figure.of(*side), figure.counts ? whole : figures);
    (out += ',') += one.guessed() ? guessedBy(one.by) : "";
    for (const std::vector<InlinedPart>* parts : {&one.inlinedInto, &one.inlined})
      appendCsvText(out += ',', namesOf(*parts));
    appendFigure(out, one.inlined.empty() ? std::nullopt : std::optional(sumOf(one.inlined)), figures);
    appendFigure(out, one.moved.time == 0 ? std::nullopt : std::optional(one.moved.time), figures);
    for (const std::vector<MovedPart>* parts : {&one.moved.from, &one.moved.to})
      appendCsvText(out += ',', namesOf(*parts));
    if (compared.recordings)
      for (const ChanceFigure& figure : kChanceFigures) (out += ',') += chanceText(figure, one, "");
    out += '\n';
  }
  return out;
}

std::string comparisonReport(const FunctionComparison& compared, std::optional<double> limit) {
  const Figures figures(!compared.per.empty());
  std::string out;
  sideLine(out, "A", compared.sideA, compared.a, figures);
  sideLine(out, "B", compared.sideB, compared.b, figures);
  if (figures.divided)
    out += "figures are per " + visibleText(compared.per) +
           ", each rounded to a thousandth; sums are of what was rounded\n";
  const auto time = [&](int64_t figure) { return figures.text(figure); };
  out += doubtText("A", compared.a, time) + missingText("A", compared.sideA);
  out += doubtText("B", compared.b, time) + missingText("B", compared.sideB);
  const std::string lack = lackText(compared);
  if (!lack.empty()) out += lack + "\n";
  if (compared.changes.empty()) {
    if (compared.same > 0) out += "nothing differs\n";
  } else {
    out +=
        "self time " + figures.change(compared.change()) + " (" + grownText(compared.a.self, compared.b.self) + ")\n\n";
    for (const char* title : {"change", "by calls", "by each", "self A", "self B"}) appendRight(out, title, kWidth);
    for (const char* title : {"calls A", "calls B"}) appendRight(out, title, 11);
    appendRight(out, "total change", kWidth);
    if (judged(compared))
      for (const ChanceFigure& figure : kChanceFigures) appendRight(out, figure.key, kChanceWidth);
    out += "  function\n";
    Foot foot;
    for (const FunctionChange& one : compared.changes) appendRow(out, one, figures, judged(compared), foot);
    out += "\nchange is of self time; by calls: calls more or fewer, at A's mean self time; by each: the rest\n";
    if (compared.recordings) out += recordingsText(*compared.recordings);
    out += foot.text() + countText(compared.same, "function") + (compared.same == 1 ? " is" : " are") +
           " the same on both sides\n";
  }
  if (limit) out += limitText("self time", compared.a.self, compared.b.self, *limit, lack);
  return out;
}

}  // namespace tp
