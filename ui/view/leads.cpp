#include "ui/view/leads.h"

#include <algorithm>
#include <utility>

#include "core/analysis/call_profile.h"
#include "core/analysis/filter.h"
#include "core/analysis/number.h"
#include "core/text/characters.h"
#include "ui/base/time_text.h"
#include "ui/view/slice_conditions.h"

namespace tp::ui {
namespace {

// In quotes, as the filter language takes it; empty if it can't be written so.
std::string quoted(std::string_view name) {
  const bool plain = !name.empty() && name.find_first_of("\"\\") == std::string_view::npos;
  return plain ? '"' + std::string(name) + '"' : std::string();
}

// Other numbers are shown rounded: a comparison with what is shown might find nothing.
bool isWhole(const std::string& text) {
  Number number;
  size_t length = 0;
  const bool read = parseNumber(text, number, length) && length == text.size();
  return read && text.find_first_of(".eE") == std::string::npos;
}

// The slices of a class of calls (CallProfiles::classOf()).
SliceKind kindOf(size_t trackClass) {
  if (trackClass == CallProfiles::classOf(TrackKind::Thread)) return SliceKind::Threads;
  if (trackClass == CallProfiles::classOf(TrackKind::Cpu)) return SliceKind::Cpus;
  return trackClass == CallProfiles::classOf(TrackKind::Async) ? SliceKind::Async : SliceKind::Calls;
}

constexpr size_t kLongestName = 36;  // bytes

// Returns where the parameters of a function's declaration begin; the length of the name if it has none.
size_t parametersOf(std::string_view name) {
  constexpr std::string_view kOperator = "operator", kAnonymous = "(anonymous namespace)";
  int nested = 0;  // in arguments of templates
  for (size_t at = 0; at < name.size(); ++at) {
    const std::string_view before = name.substr(0, at);
    if (name[at] == '(' && nested == 0 && at > 0 && !before.ends_with(kOperator)) {
      if (!name.substr(at).starts_with(kAnonymous)) return at;
      at += kAnonymous.size() - 1;
    } else if (name[at] == '<' && !before.ends_with(kOperator) && !before.ends_with("operator<")) {
      ++nested;
    } else if (name[at] == '>' && nested > 0 && !before.ends_with("-")) {
      --nested;
    }
  }
  return name.size();
}

}  // namespace

void openTab(Context& c, Tab tab) {
  c.tab = tab;
  c.drawerOpen = c.moreToCome = true;
}

void listSlices(Context& c, SliceListing listing) {
  c.listSlices = std::move(listing);
  c.moreToCome = true;
}

void listRecords(Context& c, std::string filter) {
  c.events.clearCalls();
  c.events.showHits(false);
  c.events.filter = std::move(filter);
  c.events.applyFilter();
  c.events.span = EventsView::Span::Whole;
  openTab(c, Tab::Events);
}

size_t callClass(const TraceIndex& index, ShownNames& names, NameId name, TrackId track) {
  if (name == kNoName || names.isNotRecorded(name)) return CallProfiles::kClasses;
  return CallProfiles::classOf(index.tracks()[track].key.kind);
}

SliceListing callsOf(const TraceIndex& index, NameId function, size_t trackClass) {
  SliceListing listing;
  listing.filter = nameCondition(index, function);
  listing.kind = kindOf(trackClass);
  return listing;
}

void listCallsOf(Context& c, NameId function, size_t trackClass) {
  listSlices(c, callsOf(c.index(), function, trackClass));
}

size_t countedClass(const TraceIndex& index, const std::vector<TrackId>& on) {
  const TrackTable& tracks = index.tracks();
  size_t best = CallProfiles::kClasses;
  auto look = [&](TrackId id) {
    if (id < tracks.size() && !index.lanesOf(id).empty())
      best = std::min(best, CallProfiles::classOf(tracks[id].key.kind));
  };
  for (TrackId id : on) look(id);
  for (TrackId id = 0; on.empty() && id < tracks.size(); ++id) look(id);
  return best;
}

std::string sameName(std::string_view name) {
  const std::string text = quoted(name);
  return text.empty() ? text : "name == " + text;
}

std::optional<Description::Field> plottedField(const WindowState& c) {
  if (!c.selection || c.selection->mark.aggregate() || (c.selection->mark.flags & kMarkUnknown) != 0)
    return std::nullopt;
  const PlotSpec* spec = c.plots.specOf(c.selection->track);
  if (spec == nullptr) return std::nullopt;
  return Description::Field{spec->event, spec->field, std::to_string(c.selection->mark.value())};
}

std::string filterFor(const WindowState& c, const TraceIndex& index, const Description::Field& field) {
  if (!c.selection || !isWhole(field.text)) return {};
  const NameId name = c.selection->mark.name;
  // A function may be meant by several names, of which this one tells it apart.
  const bool function = index.names().isFunction(name);
  const std::string event = quoted(function ? index.names().told(name) : std::string_view(field.event));
  if (event.empty()) return {};
  std::string filter = event + ": " + field.field + " == " + field.text;
  FilterError error;
  return Filter::compile(filter, index.info().clock, error) ? filter : std::string();
}

void keepPanel(WindowState& c) {
  if (!c.drawerOpen) c.tab = Tab::Selection;
}

void showStatistics(Context& c, NameId function) {
  c.function = function;
  // The table follows the search, which must not hide what is asked for.
  if (!c.names.matches(function)) c.search.clear();
  openTab(c, Tab::Functions);
}

void showSandwich(Context& c, NameId function) {
  c.function = function;
  openTab(c, Tab::Sandwich);
}

std::string shortName(const std::string& name) {
  if (name.size() <= kLongestName) return name;
  return "\u2026" + name.substr(nextCharacter(name, name.size() - kLongestName));
}

std::string shortFunction(const std::string& name) {
  if (name.size() <= kLongestName) return name;
  const size_t end = parametersOf(name);
  return end < name.size() ? shortName(name.substr(0, end)) + "(\u2026)" : shortName(name);
}

}  // namespace tp::ui
