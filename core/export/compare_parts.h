// What the texts of all comparisons have in common.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/analysis/compare/compared_side.h"
#include "core/analysis/compare/function_match.h"
#include "core/text/json_writer.h"

namespace tp {

// "ns", "counts of x86-tsc".
std::string unitText(const ClockInfo& clock);
// "+12", "-3", "0".
std::string changeText(int64_t change);
// "+1.2 ms", "−870 ns", "0 ns": for people, where changeText() is exact.
std::string shownChange(int64_t change, const ClockInfo& clock);
// "0.007937": a number with so many decimals.
std::string decimalText(double number, int decimals);
// A figure in thousandths: "-12.345".
std::string thousandthsText(int64_t figure);
// Figures as numbers; of a comparison whose figures were divided (FunctionComparison::per), with three decimals.
struct Figures {
  explicit Figures(bool thousandths) : divided(thousandths) {}

  std::string text(int64_t figure) const { return divided ? thousandthsText(figure) : std::to_string(figure); }
  std::string change(int64_t figure) const { return (figure > 0 ? "+" : "") + text(figure); }
  // "6 062 calls", "6 062.500 calls": as countText() has it. `figure`: at least 0.
  std::string count(int64_t figure, std::string_view one) const;

  bool divided;
};
// "+1.5 %"; of what grew from nothing "from 0".
std::string grownText(int64_t from, int64_t to);
// The same with a minus sign as shownChange() has it: "−3.4 %".
std::string shownGrowth(int64_t from, int64_t to);
// "A  trace.dat: thread 12": how the line of a side begins. `name` is "A" or "B".
std::string sideHead(const char* name, const ComparedSide& side);
// "within 12 ns": how long the time is that is compared; empty if nothing was recorded in it.
std::string withinText(const ComparedSide& side);
// Sentences about what a side lost or does not tell, a line each; `name` is "A" or "B".
std::string missingText(const char* name, const ComparedSide& side);

// What Foot says of a change that is noise.
inline constexpr char kNoise[] =
    "noise: less than five times what the halves of A, or of B, each half of its time, differ by";

// What Foot says of "~" before a name.
inline constexpr char kGuessedName[] = "before a name: that it is the function of another name in A is a guess";
// " (A: scaled)", " (A: scaled, by its callers and callees)": behind the name of a function that has another one in A.
// Empty: it has the same.
std::string otherNameText(const std::string& before, MatchedBy by);

// Appends the text, behind spaces that fill `width` characters.
void appendRight(std::string& out, std::string_view text, size_t width);

// Appends the members of a side's object that all comparisons have.
void sideMembers(JsonWriter& json, const ComparedSide& side);
// Appends a figure; null if there is none.
void figureMember(JsonWriter& json, std::string_view key, std::optional<int64_t> figure, const Figures& figures);
// Appends the objects of both sides of a change; `put` appends the members of one, whose figures it is passed.
template <class Change, class Put>
void sideObjects(JsonWriter& json, const Change& of, const Put& put) {
  json.key("a").beginObject();
  put(of.a);
  json.endObject();
  json.key("b").beginObject();
  put(of.b);
  json.endObject();
}
// Appends the titles that a table has for figures of the change, and for those of each side, with commas before them.
template <class ChangeFigures, class SideFigures>
void appendFigureTitles(std::string& out, const ChangeFigures& changes, const SideFigures& sides) {
  for (const auto& figure : changes) (out += ',') += figure.key;
  for (const char* side : {"A", "B"})
    for (const auto& figure : sides) ((out += ',') += figure.key) += side;
}
// Appends a comma, and the figure if there is one.
void appendFigure(std::string& out, std::optional<int64_t> figure, const Figures& figures);

// The explanations of signs under a table: each once, in the order in which they were met first.
class Foot {
 public:
  // Returns the sign, and explains it. `text` must outlive this.
  const char* sign(const char* sign, const char* text);
  // A line for each, with `between` behind the sign and `end` at its end.
  std::string text(const char* between = "  ", const char* end = "") const;

 private:
  std::vector<std::pair<const char*, const char*>> met_;
};

}  // namespace tp
