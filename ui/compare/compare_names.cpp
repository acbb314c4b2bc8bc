#include "ui/compare/compare_names.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/text/visible_text.h"
#include "ui/base/menu.h"
#include "ui/base/time_text.h"
#include "ui/view/corrected_names.h"
#include "ui/view/slice_label.h"

namespace tp::ui {
namespace {

constexpr size_t kMostItems = 8;
constexpr size_t kLongestName = 60;  // characters of a name in an item

std::string itemName(const std::string& name) {
  return fitName(visibleText(name), kLongestName);
}

// How far apart the calls of both are, and what each takes.
double distance(const FunctionFigures& x, const FunctionFigures& y) {
  auto apart = [](double a, double b) { return std::abs(std::log((a + 1) / (b + 1))); };
  auto number = [](int64_t figure) { return static_cast<double>(std::max<int64_t>(0, figure)); };
  return apart(number(x.callsOrRate()), number(y.callsOrRate())) * 4 + apart(number(x.self), number(y.self));
}

// What the other side has alone, the most alike first.
std::vector<std::string> candidatesOf(const FunctionComparison& found, const FunctionChange& of) {
  std::vector<std::pair<double, const FunctionChange*>> all;
  for (const FunctionChange& one : found.changes)
    if (!one.offCpu && (of.added() ? one.vanished() : one.added()))
      all.emplace_back(of.added() ? distance(of.b, one.a) : distance(of.a, one.b), &one);
  std::stable_sort(all.begin(), all.end(), [](const auto& x, const auto& y) { return x.first < y.first; });
  std::vector<std::string> names;
  for (const auto& [far, one] : all) names.push_back(one->name);
  return names;
}

void drawCandidates(Context& c, const std::string& name, bool added, const std::vector<std::string>& candidates) {
  for (size_t i = 0; i < std::min(candidates.size(), kMostItems); ++i) {
    const std::string& other = candidates[i];
    if (!menuItem(c, "The same function as " + itemName(other) + (added ? " in A" : " in B"))) continue;
    if (added)
      saySame(c, other, name);
    else
      saySame(c, name, other);
  }
  if (candidates.size() > kMostItems)
    menuItem(c, countText(candidates.size() - kMostItems, "function") + " more that only the other side has", nullptr,
             false, false);
}

}  // namespace

std::function<void(Context&)> nameItems(Context& c, const FunctionComparison& found, size_t row) {
  const FunctionChange& one = found.changes[row];
  const bool said = isSaid(c, one.name) || (!one.before.empty() && isSaid(c, one.before));
  const bool alone = !one.offCpu && one.added() != one.vanished();
  const bool inlined = !one.inlinedInto.empty();
  std::vector<std::string> candidates = alone ? candidatesOf(found, one) : std::vector<std::string>();
  std::vector<std::string> within;  // the functions that seem to be inlined into this one
  for (size_t i = 0; i < std::min(one.inlined.size(), kMostItems); ++i) within.push_back(one.inlined[i].name);
  if (!said && !one.guessed() && !inlined && within.empty() && candidates.empty()) return nullptr;
  return [name = one.name, before = one.before, added = one.added(), guessed = one.guessed(), inlined, said,
          within = std::move(within), candidates = std::move(candidates)](Context& c) {
    ImGui::Separator();
    if (guessed && menuItem(c, "Not the same function as " + itemName(before) + " in A")) sayApart(c, name);
    if (inlined && menuItem(c, "It was not inlined")) sayApart(c, name);
    for (const std::string& one : within)
      if (menuItem(c, itemName(one) + " was not inlined")) sayApart(c, one);
    drawCandidates(c, name, added, candidates);
    if (said && menuItem(c, "Guess again what it is on the other side")) {
      forgetSaid(c, name);
      if (!before.empty()) forgetSaid(c, before);
    }
  };
}

}  // namespace tp::ui
