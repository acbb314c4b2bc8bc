#include "ui/view/duration_leads.h"

#include <charconv>
#include <optional>
#include <utility>
#include <vector>

#include "core/text/characters.h"
#include "core/text/joined_words.h"
#include "ui/base/menu.h"
#include "ui/view/leads.h"
#include "ui/view/slice_cells.h"

namespace tp::ui {
namespace {

constexpr size_t kMaxNames = 60;  // bytes of plottedNames()

bool readWhole(const std::string& text, uint32_t& value) {
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  return read.ec == std::errc() && read.ptr == end;
}

// The calls of a name that is given, of the selection, or of the function that the panels show.
std::optional<DurationSpec> meant(Context& c, std::span<const std::string> args) {
  if (args.size() > 2) return std::nullopt;
  const NameId named = args.empty() ? kNoName : c.index().names().find(args[0]);
  if (!args.empty() && named == kNoName) return std::nullopt;
  DurationSpec spec;
  if (named != kNoName) {
    spec = durationsOf(c.index(), c.names, named, countedClass(c.index()));
  } else if (c.selection && !c.selection->mark.aggregate() &&
             callClass(c.index(), c.names, c.selection->mark.name, c.selection->track) < CallProfiles::kClasses) {
    spec = durationsOf(c.index(), c.names, c.selection->mark.name,
                       callClass(c.index(), c.names, c.selection->mark.name, c.selection->track));
  } else if (c.function != kNoName) {
    spec = durationsOf(c.index(), c.names, c.function, countedClass(c.index()));
  } else {
    c.say("Select a call first, or choose a function.");
    return std::nullopt;
  }
  if (args.size() < 2) return spec;
  const std::optional<SliceKind> kind = sliceKindNamed(args[1]);
  if (!kind) return std::nullopt;
  spec.query.kind = *kind;
  return spec;
}

bool plot(Context& c, std::span<const std::string> args, bool onto) {
  std::optional<DurationSpec> spec = meant(c, args);
  if (!spec) return false;
  const uint32_t number = onto && !c.durations.all().empty() ? c.durations.all().back().number : 0;
  return c.durations.add(c, std::move(*spec), number);
}

bool setScale(Context& c, std::span<const std::string> args) {
  if (args.empty() || args.size() > 2 || (args[0] != "log" && args[0] != "linear")) return false;
  uint32_t number = 0;
  if (args.size() == 2 && (!readWhole(args[1], number) || c.durations.numbered(number) == nullptr)) return false;
  bool any = false;
  for (const DurationTrack& track : c.durations.all()) {
    if (number != 0 && number != track.number) continue;
    any = true;
    c.durations.setLinear(track.number, args[0] == "linear");
  }
  c.moreToCome = true;
  return any;
}

bool unplot(WindowState& c, Session& session, std::span<const std::string> args) {
  if (args.empty()) return c.durations.clear(session);
  uint32_t number = 0, position = 0;
  if (args.size() > 2 || !readWhole(args[0], number)) return false;
  if (args.size() == 1) return c.durations.remove(session, number);
  return readWhole(args[1], position) && position > 0 && c.durations.remove(session, number, position - 1);
}

}  // namespace

DurationSpec durationsOf(const TraceIndex& index, const ShownNames& names, NameId function, size_t trackClass) {
  const SliceListing listing = callsOf(index, function, trackClass);
  DurationSpec spec;
  spec.name = std::string(names.text(function));
  spec.query.kind = listing.kind;
  spec.query.filter = listing.filter;
  return spec;
}

DurationSpec durationsListed(const Context& c) {
  DurationSpec spec;
  if (!c.slices.question()) return spec;
  const SliceQuery& query = c.slices.question()->query();
  spec.query.kind = query.kind;
  spec.query.filter = query.filter;
  spec.query.scope = query.scope;
  spec.name = onlySubject(c);
  if (spec.name.empty()) spec.name = query.filter.empty() ? std::string(sliceKindName(query.kind)) : query.filter;
  return spec;
}

std::string plottedNames(const DurationTrack& track) {
  std::vector<std::string> each;
  for (const DurationSeries& series : track.series) each.push_back(shortFunction(series.spec.name));
  std::string names = joinedWords(each, ", ");
  if (names.size() <= kMaxNames) return names;
  return names.substr(0, characterStart(names, kMaxNames)) + "\u2026";
}

void drawDurationItems(Context& c, const DurationSpec& spec) {
  if (menuItem(c, "Plot the durations of " + shortFunction(spec.name))) c.durations.add(c, spec);
  // A copy, as choosing one of them may change the tracks.
  std::vector<std::pair<uint32_t, std::string>> tracks;
  for (const DurationTrack& track : c.durations.all()) tracks.emplace_back(track.number, plottedNames(track));
  for (const auto& one : tracks)
    if (menuItem(c, "Plot onto " + one.second)) c.durations.add(c, spec, one.first);
}

bool durationsCommand(Context& c, std::string_view id, std::span<const std::string> args) {
  // An empty field of the buttons for screen readers.
  if (args.size() == 1 && args[0].empty()) args = {};
  if (id == "plot-durations") return plot(c, args, false);
  if (id == "plot-durations-onto") return plot(c, args, true);
  if (id == "durations-scale") return setScale(c, args);
  if (id == "unplot-durations") return unplot(c, c.session, args);
  if (id != "plot-slices" || !args.empty() || !c.slices.question()) return false;
  return c.durations.add(c, durationsListed(c));
}

}  // namespace tp::ui
