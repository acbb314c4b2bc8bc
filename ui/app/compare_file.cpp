#include "ui/app/compare_file.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include "core/export/compare_html.h"
#include "core/export/compare_stacks.h"
#include "core/export/compare_text.h"
#include "ui/app/export.h"
#include "ui/base/time_text.h"
#include "ui/compare/compare_times.h"
#include "ui/compare/difference_flame.h"
#include "ui/view/compared.h"
#include "ui/view/told_states.h"
#include "ui/view/waits_answer.h"

namespace tp::ui {
namespace {

// Asks for the sections of the report that not all traces have; false while one is missing.
bool askSections(Context& c, const CompareAnswer::Scopes& scopes, ReportSections& sections) {
  CompareView& view = compareView(c);
  if (toldStates(c, c.session).running) {
    sections.threads = view.answer.wholeThreads(c.session, scopes);
    if (!sections.threads) return false;
  }
  if (c.index().info().traits.kernel) {
    sections.latencies = view.times.wholeLatencies(c.session, scopes);
    if (!sections.latencies) return false;
  }
  if (!sections.threads || !sections.threads->known) return true;
  sections.waits = view.times.wholeWaits(c.session, c.memory.of<WaitsAnswer>(), scopes);
  // They are summed up here, some in each frame.
  if (!sections.waits) c.moreToCome = true;
  return sections.waits.has_value();
}

std::optional<std::string> html(Context& c, const CompareAnswer::Scopes& scopes) {
  CompareAnswer& answer = compareView(c).answer;
  const DifferenceLook& look = compareView(c).look;
  const StackComparison* stacks = answer.stacks(c.session, scopes, compareView(c).how, false);
  ReportSections sections;
  if (stacks == nullptr || !askSections(c, scopes, sections)) return std::nullopt;
  const std::optional<FunctionComparison> functions = answer.wholeFunctions(c.session, scopes);
  if (!functions) return std::nullopt;
  return comparisonHtml(*functions, *stacks, sections, {look.width, look.colour});
}

std::optional<std::string> csv(Context& c, const CompareAnswer::Scopes& scopes) {
  CompareAnswer& answer = compareView(c).answer;
  auto textOf = [](const auto* found) { return found ? std::optional(comparisonCsv(*found)) : std::nullopt; };
  switch (comparedBy(c)) {
    case ComparedBy::Threads:
      return textOf(answer.threads(c.session, scopes, compareView(c).how, false));
    case ComparedBy::Stacks:
      return textOf(answer.stacks(c.session, scopes, compareView(c).how, false));
    case ComparedBy::Latencies:
    case ComparedBy::Waits:
      return textOf(timesOf(c, scopes, false));
    case ComparedBy::Functions:
      break;
  }
  return textOf(answer.functions(c.session, scopes, compareView(c).how, false));
}

std::optional<std::string> svg(Context& c, const CompareAnswer::Scopes& scopes) {
  CompareAnswer& answer = compareView(c).answer;
  const StackComparison* stacks = answer.stacks(c.session, scopes, compareView(c).how, false);
  if (stacks == nullptr) return std::nullopt;
  // What is zoomed into is of the comparison that is drawn.
  const DifferenceFlame& drawn = c.memory.of<DifferenceFlame>();
  return differenceFlameSvg(drawn.number == answer.number() ? drawn : DifferenceFlame(), compareView(c).look, *stacks);
}

void give(Context& c, const std::string& why) {
  c.compareFile.reset();
  c.host.endFile(false);
  c.say("Nothing was saved: " + why);
}

}  // namespace

bool saveComparison(Context& c, std::string_view word) {
  const auto row = std::find_if(std::begin(kCompareFiles), std::end(kCompareFiles),
                                [word](const CompareFileRow& one) { return one.word == word; });
  const auto scopes = c.session.phase() == Phase::Ready ? compared(c) : std::nullopt;
  if (row == std::end(kCompareFiles) || !scopes || !c.host.beginFile || isExporting(c)) return false;
  const FunctionsHow& how = compareView(c).how;
  if (row->file != CompareFile::Csv && (how.slowest || severalRecordings(*scopes)))
    return c.say("Several recordings, and the calls of one function, are compared as a table only."), false;
  // Now, since browsers let a page ask where to save only after a click.
  c.exportName = c.host.beginFile(fileName(c.session, "-compared." + std::string(row->word)));
  if (c.exportName.empty()) return c.say("There is nowhere to write it."), false;
  c.compareFile = {row->file, *scopes, how};
  return c.moreToCome = true;
}

void followCompareFile(Context& c) {
  if (!c.compareFile) return;
  const auto scopes = compared(c);
  if (!scopes || *scopes != c.compareFile->scopes || compareView(c).how != c.compareFile->how)
    return give(c, "meanwhile, something else is compared.");
  const std::optional<std::string> text = c.compareFile->file == CompareFile::Html  ? html(c, *scopes)
                                          : c.compareFile->file == CompareFile::Csv ? csv(c, *scopes)
                                                                                    : svg(c, *scopes);
  const CompareAnswer& answer = compareView(c).answer;
  const ComparedTimes& times = compareView(c).times;
  const bool report = c.compareFile->file == CompareFile::Html;
  const bool timed = c.compareFile->file == CompareFile::Csv &&
                     (comparedBy(c) == ComparedBy::Latencies || comparedBy(c) == ComparedBy::Waits);
  const std::string& missing = timed ? times.missing() : answer.missing();
  if (!text) return missing.empty() ? void() : give(c, missing);
  if (((timed || report) && times.cut()) || (!timed && answer.cut()))
    return give(c, "the trace could not be read again.");
  c.compareFile.reset();
  c.host.putFile(*text);
  const std::string failure = c.host.endFile(true);
  c.say(failure.empty() ? "Saved " + bytesText(text->size()) + " as " + c.exportName
                        : "It could not be saved: " + failure);
}

}  // namespace tp::ui
