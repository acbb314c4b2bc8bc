#include "core/export/compare_limit.h"
#include "core/export/compare_parts.h"
#include "core/export/compare_text.h"
#include "core/export/compare_threads_parts.h"
#include "core/export/csv_text.h"
#include "core/text/number_text.h"
#include "core/text/visible_text.h"
#include "core/trace/sums.h"
#include "core/trace/time_text.h"

namespace tp {
namespace {

constexpr size_t kWidth = 16;

Time runningOf(const ThreadFigures& figures) {
  return figures.in(ComparedState::Running);
}

void figureMembers(JsonWriter& json, const ThreadFigures& of, const Figures& figures) {
  json.member("threads", of.threads);
  for (size_t i = 0; i < kComparedStates.size(); ++i) figureMember(json, kComparedStates[i], of.times[i], figures);
  figureMember(json, "assumed", of.assumed, figures);
  figureMember(json, "switches", of.switchesOrRate(), figures);
}

void sideObject(JsonWriter& json, const ComparedSide& side, const ThreadFigures& sums, const Figures& figures) {
  json.beginObject();
  sideMembers(json, side);
  figureMembers(json, sums, figures);
  json.endObject();
}

void appendRow(std::string& out, const ThreadChange& one, const std::vector<ComparedState>& states,
               const Figures& figures, Foot& foot) {
  for (const ComparedState state : states) {
    const bool noise = state == ComparedState::Running && one.noise();
    const char* sign = noise ? foot.sign("≈", kNoise) : "";
    appendRight(out, sign + figures.change(one.change(state)), kWidth);
  }
  for (const ThreadFigures* side : {&one.a, &one.b})
    appendRight(out, side->threads > 0 ? figures.text(runningOf(*side)) : "-", kWidth);
  out += "  ";
  if (one.a.threads == 0) out += "new: ";
  if (one.b.threads == 0) out += "vanished: ";
  appendVisible(out, one.name);
  out += threadCountsText(one) + '\n';
}

std::string sideLine(const char* name, const ComparedSide& side, const ThreadFigures& sums, const Figures& figures) {
  const std::string unit = " " + unitText(side.clock);
  std::string out = sideHead(name, side) + ": " + countText(sums.threads, "thread") + " ran for " +
                    figures.text(runningOf(sums)) + unit;
  if (const std::string within = withinText(side); !within.empty()) out += ", " + within;
  return out += '\n';
}

}  // namespace

std::string comparisonJson(const ThreadComparison& compared, std::optional<double> limit) {
  const Figures figures(!compared.per.empty());
  std::string out;
  JsonWriter json(out, JsonWriter::Spacing::Spaced);
  json.beginObject();
  json.member("by", "thread");
  json.member("unit", unitText(compared.sideA.clock));
  if (figures.divided) json.member("per", compared.per);
  json.member("known", compared.known);
  sideObject(json.key("a"), compared.sideA, compared.a, figures);
  sideObject(json.key("b"), compared.sideB, compared.b, figures);
  limitMembers(json, runningOf(compared.a), runningOf(compared.b), limit, lackText(compared));
  json.member("same", compared.same);
  json.key("changes").objects(compared.changes, [&](const ThreadChange& one) {
    json.member("name", one.name);
    json.member("kind", one.a.threads == 0 ? "new" : one.b.threads == 0 ? "vanished" : "both");
    json.member("noise", one.noise());
    figureMember(json, "noiseBelow", one.noiseBelow, figures);
    json.key("change").beginObject();
    for (size_t i = 0; i < kComparedStates.size(); ++i)
      figureMember(json, kComparedStates[i], one.change(static_cast<ComparedState>(i)), figures);
    json.endObject();
    sideObjects(json, one, [&](const ThreadFigures& side) { figureMembers(json, side, figures); });
  });
  json.endObject();
  return out += '\n';
}

std::string comparisonCsv(const ThreadComparison& compared) {
  const Figures figures(!compared.per.empty());
  std::string out = "name,noise";
  for (const std::string_view state : kComparedStates) ((out += ',') += state) += "Change";
  for (const char* side : {"A", "B"}) {
    (out += ",threads") += side;
    for (const std::string_view state : kComparedStates) ((out += ',') += state) += side;
    for (const char* key : {"assumed", "switches"}) ((out += ',') += key) += side;
  }
  out += '\n';
  for (const ThreadChange& one : compared.changes) {
    appendCsvText(out, one.name);
    out += one.noise() ? ",1" : ",0";
    for (size_t i = 0; i < kComparedStates.size(); ++i)
      (out += ',') += figures.text(one.change(static_cast<ComparedState>(i)));
    for (const ThreadFigures* side : {&one.a, &one.b}) {
      appendDecimal(out += ',', side->threads);
      for (const Time time : side->times) (out += ',') += figures.text(time);
      for (const int64_t figure : {side->assumed, side->switchesOrRate()}) (out += ',') += figures.text(figure);
    }
    out += '\n';
  }
  return out;
}

std::string comparisonReport(const ThreadComparison& compared, std::optional<double> limit) {
  const Figures figures(!compared.per.empty());
  std::string out;
  if (compared.known)
    out += sideLine("A", compared.sideA, compared.a, figures) + sideLine("B", compared.sideB, compared.b, figures);
  if (compared.known && figures.divided)
    out += "times are per " + visibleText(compared.per) +
           ", each rounded to a thousandth; totals are of what was rounded\n";
  out += missingText("A", compared.sideA) + missingText("B", compared.sideB);
  if (!compared.known) return out + "not known: not both tell which thread ran when\n";
  const std::string lack = lackText(compared);
  if (!lack.empty()) out += lack + "\n";
  if (compared.changes.empty()) {
    if (lack.empty()) out += "nothing differs\n";
  } else {
    out += "running " + figures.change(minus(runningOf(compared.b), runningOf(compared.a))) + " (" +
           grownText(runningOf(compared.a), runningOf(compared.b)) + ")\n\n";
    const std::vector<ComparedState> states = shownStates(compared);
    for (const ComparedState state : states) appendRight(out, kComparedStates[static_cast<size_t>(state)], kWidth);
    for (const char* title : {"running A", "running B"}) appendRight(out, title, kWidth);
    out += "  threads\n";
    Foot foot;
    for (const ThreadChange& one : compared.changes) appendRow(out, one, states, figures, foot);
    out += "\nthe times in states are changes from A to B\n" + foot.text() + countText(compared.same, "name") +
           (compared.same == 1 ? " is" : " are") + " the same on both sides\n";
  }
  if (limit) out += limitText("running time", runningOf(compared.a), runningOf(compared.b), *limit, lack);
  return out;
}

}  // namespace tp
