#include "core/export/compare_row_name.h"

#include "core/analysis/compare/change_figures.h"

namespace tp {
namespace {

constexpr char kInlined[] =
    "a guess: on one side the function is a part of its callers, so that its time is in their self time, and their "
    "change by each has it";
constexpr char kMoved[] =
    "self time of calls within other outermost functions in B than in A; it is no part of the change, and in no sum";

}  // namespace

std::string rowName(const FunctionChange& one, const RowWords& words, Foot& foot) {
  std::string out = one.added() ? "new: " : one.vanished() ? "vanished: " : "";
  if (one.guessed()) out += foot.sign("~", kGuessedName);
  out += words.name(one.name) + otherNameText(one.before, one.by);
  const char* inlined = one.inlinedInto.empty() && one.inlined.empty() ? "" : foot.sign("~inlined", kInlined);
  if (!one.inlinedInto.empty()) out += std::string(" (") + inlined + " into " + namesOf(one.inlinedInto) + ")";
  if (!one.inlined.empty())
    out += " (" + words.change(sumOf(one.inlined)) + " of it: " + namesOf(one.inlined) + ", " + inlined + ")";
  if (one.moved.time != 0)
    out += " (" + words.time(one.moved.time) + " " + foot.sign("moved", kMoved) + ": " + movedWords(one.moved) + ")";
  return one.offCpu ? out + " (in no sum)" : out;
}

}  // namespace tp
