#include "core/link/view_link.h"

#include <algorithm>

#include "core/link/link_limits.h"

namespace tp {
namespace {

constexpr size_t kLongest = 131072;   // bytes of a fragment: all texts may be three times as long in it
constexpr size_t kLongestText = 512;  // bytes of a text that the user has typed; longer ones are left out
constexpr std::string_view kLetters = "sciourtRWBDO";

std::optional<LinkPlace> readPlace(std::string_view text) {
  std::vector<std::string_view> fields = linkParts(text, ',');
  LinkPlace place;
  if (fields.size() != 7 || !readTrack(fields.data(), place)) return std::nullopt;
  if (!readNumber(fields[5], place.depth) || !readTime(fields[6], place.time)) return std::nullopt;
  return place;
}

std::string placeText(const LinkPlace& place) {
  return trackText(place) + "," + std::to_string(place.depth) + "," + std::to_string(place.time);
}

std::optional<LinkTrack> readTrackText(std::string_view text) {
  std::vector<std::string_view> fields = linkParts(text, ',');
  LinkTrack track;
  if (fields.size() != 5 || !readTrack(fields.data(), track)) return std::nullopt;
  return track;
}

// Any time of a clock, which may count from far away.
std::optional<Time> readClockTime(std::string_view text) {
  Time time = 0;
  if (!readNumber(text, time) || time != clampTime(time)) return std::nullopt;
  return time;
}

std::optional<Time> readTimeText(std::string_view text) {
  Time time = 0;
  if (!readTime(text, time)) return std::nullopt;
  return time;
}

// Reads the valid elements of a list.
template <typename Value>
void readList(std::string_view text, std::vector<Value>& list, std::optional<Value> (*read)(std::string_view)) {
  for (std::string_view part : linkParts(text, ';'))
    if (auto value = read(part); value && list.size() < kMaxLinked) list.push_back(*value);
}

template <typename Value, typename Text>
std::string listText(const std::vector<Value>& list, Text text) {
  std::string out;
  for (size_t i = 0; i < list.size() && i < kMaxLinked; ++i) out += (out.empty() ? "" : ";") + text(list[i]);
  return out;
}

// Texts are escaped once more than the whole, since they may have semicolons. What can't be read back is left out.
std::string notesText(const std::vector<std::string>& notes) {
  std::string out;
  for (size_t i = 0; i < notes.size() && i < kMaxLinked; ++i)
    out += (i == 0 ? "" : ";") + (isText(notes[i]) && notes[i].size() <= kMaxNote ? escaped(notes[i]) : "");
  return escaped(out);
}

std::vector<std::string> readNoteList(std::string_view text) {
  std::vector<std::string> notes;
  for (std::string_view part : linkParts(text, ';')) {
    std::string note = unescaped(part);
    if (notes.size() == kMaxLinked) break;
    notes.push_back(note.size() <= kMaxNote && isText(note) ? std::move(note) : std::string());
  }
  return notes;
}

std::string flameText(const LinkFlame& flame) {
  if (flame == LinkFlame()) return {};
  auto hash = [](uint32_t value) { return value != 0 ? hexText(value) : std::string(); };
  return flame.letters + "," + hash(flame.counter) + "," + hash(flame.focus);
}

LinkFlame readFlame(std::string_view text) {
  std::vector<std::string_view> fields = linkParts(text, ',');
  LinkFlame flame;
  auto hash = [](std::string_view field, uint32_t& value) { return field.empty() || readNumber(field, value, 16); };
  if (fields.size() != 3 || !hash(fields[1], flame.counter) || !hash(fields[2], flame.focus)) return {};
  for (char letter : kLetters)
    if (fields[0].find(letter) != std::string_view::npos) flame.letters += letter;
  return flame;
}

void readSlowest(std::string_view text, ViewLink& link) {
  const std::vector<std::string_view> fields = linkParts(text, ',');
  uint32_t function = 0, share = 0;
  const bool sided = fields.size() == 3 && (fields[2] == "a" || fields[2] == "b");
  if ((fields.size() != 2 && !sided) || !readNumber(fields[0], function, 16) || !readNumber(fields[1], share)) return;
  link.slowestOf = function;
  link.slowestShare = share;
  if (sided) link.slowestSide = fields[2] == "b" ? 1 : 0;
}

std::string slowestText(const ViewLink& link) {
  const char* side = !link.slowestSide ? "" : *link.slowestSide == 0 ? ",a" : ",b";
  return hexText(link.slowestOf) + "," + std::to_string(link.slowestShare) + side;
}

// The kind, the name, of which commas are escaped, and the query.
std::string queryText(const QueryTrackWish& wish) {
  return std::string(kindName(wish.kind)) + "," + escaped(wish.name) + "," + wish.text;
}

std::optional<QueryTrackWish> readQuery(std::string_view text) {
  const size_t first = std::min(text.find(','), text.size()), second = text.find(',', first + 1);
  if (second == std::string_view::npos) return std::nullopt;
  QueryTrackWish wish;
  wish.kind =
      text.substr(0, first) == kindName(QueryTrackKind::Counter) ? QueryTrackKind::Counter : QueryTrackKind::Slices;
  if (text.substr(0, first) != kindName(wish.kind)) return std::nullopt;
  wish.name = unescaped(text.substr(first + 1, second - first - 1));
  wish.text = text.substr(second + 1);
  return wish.keepable() ? std::optional(std::move(wish)) : std::nullopt;
}

}  // namespace

LinkPlace LinkPlace::of(const TrackKey& key, uint16_t depth, Time time) {
  LinkPlace place;
  static_cast<LinkTrack&>(place) = linkTrack(key);
  place.depth = depth;
  place.time = time;
  return place;
}

std::string writeViewLink(const ViewLink& link) {
  std::string text;
  auto add = [&text](std::string_view key, const std::string& value) {
    if (!value.empty()) text += (text.empty() ? "" : "&") + std::string(key) + "=" + value;
  };
  auto typed = [&add](std::string_view key, const std::string& value) {
    // What readViewLink() would not accept is left out.
    if (value.size() <= kLongestText && isText(value)) add(key, escaped(value));
  };
  auto time = [](Time value) { return std::to_string(value); };
  if (link.since) add("since", time(*link.since));
  if (link.visible) add("view", spanText(*link.visible));
  if (link.range) add("range", spanText(*link.range));
  if (link.range) add("on", listText(link.on, trackText));
  if (link.selection) add("at", placeText(*link.selection));
  add("pin", listText(link.pinned, trackText));
  add("hide", listText(link.hidden, trackText));
  if (link.idle) add("idle", "shown");
  add("marks", listText(link.markers, time));
  add("spans", listText(link.spans, spanText));
  add("marknotes", notesText(link.markerNotes));
  add("spannotes", notesText(link.spanNotes));
  add("tab", escaped(link.tab));
  add("colour", escaped(link.colour));
  add("times", escaped(link.times));
  add("flame", flameText(link.flame));
  typed("find", link.search);
  typed("tracks", link.tracks);
  typed("filter", link.filter);
  add("rows", escaped(link.rows));
  typed("slices", link.slices);
  add("kind", escaped(link.sliceKind));
  typed("sort", link.sliceSort);
  typed("by", link.sliceBy);
  if (link.compared[0]) add("a", sideText(*link.compared[0]));
  if (link.compared[1]) add("b", sideText(*link.compared[1]));
  add("compare", escaped(link.comparedBy));
  add("difference", escaped(link.difference));
  add("shift", shiftsText(link.shifts));
  add("stretch", stretchesText(link.stretches));
  if (link.perSecond) add("each", "second");
  add("names", namesText(link.comparedNames));
  if (link.slowestOf != 0) add("slowest", slowestText(link));
  size_t queries = 0;
  for (const QueryTrackWish& wish : link.queries)
    if (wish.keepable() && ++queries <= kMaxQueries) add("sql", escaped(queryText(wish)));
  size_t plots = 0;
  for (const DurationWish& wish : link.durations)
    if (wish.keepable() && ++plots <= kMaxDurations) add("durs", escaped(wishText(wish)));
  plots = 0;
  for (const PlotSpec& spec : link.plots)
    if (isKeepable(spec) && ++plots <= kMaxPlots) add("plot", escaped(plotText(spec)));
  add("laid", listText(link.laid, laidText));
  add("machine", escaped(link.machine));
  // If the view is the initial one, nothing could be wrong with another trace.
  if (link.trace != 0 && !text.empty()) add("of", hexText(link.trace));
  return text;
}

size_t plotsLeftOut(const ViewLink& link) {
  const auto durations = static_cast<size_t>(std::count_if(link.durations.begin(), link.durations.end(),
                                                           [](const DurationWish& wish) { return wish.keepable(); }));
  const auto plots = static_cast<size_t>(std::count_if(link.plots.begin(), link.plots.end(), isKeepable));
  return link.durations.size() + link.plots.size() - std::min(durations, kMaxDurations) - std::min(plots, kMaxPlots);
}

ViewLink readViewLink(std::string_view text) {
  ViewLink link;
  if (!text.empty() && text.front() == '#') text.remove_prefix(1);
  for (std::string_view part : linkParts(text.substr(0, kLongest), '&')) {
    size_t split = part.find('=');
    if (split == std::string_view::npos) continue;
    std::string_view key = part.substr(0, split);
    std::string value = unescaped(part.substr(split + 1));
    // A query may have several lines.
    if (key == "sql" && link.queries.size() < kMaxQueries)
      if (std::optional<QueryTrackWish> wish = readQuery(value)) link.queries.push_back(std::move(*wish));
    if (!isText(value)) continue;
    if (key == "durs" && link.durations.size() < kMaxDurations)
      if (std::optional<DurationWish> wish = readDurationWish(value)) link.durations.push_back(std::move(*wish));
    if (key == "plot" && link.plots.size() < kMaxPlots)
      if (std::optional<PlotSpec> spec = readPlot(value)) link.plots.push_back(std::move(*spec));
    if (key == "laid") readList(value, link.laid, readLaid);
    auto word = [&](std::string_view its, std::string& to, size_t longest) {
      if (key == its && value.size() <= longest) to = value;
    };
    if (key == "since") link.since = readClockTime(value);
    if (key == "view") link.visible = readSpan(value);
    if (key == "range") link.range = readSpan(value);
    if (key == "on") readList(value, link.on, readTrackText);
    if (key == "at") link.selection = readPlace(value);
    if (key == "pin") readList(value, link.pinned, readTrackText);
    if (key == "hide") readList(value, link.hidden, readTrackText);
    if (key == "idle") link.idle = value == "shown";
    if (key == "marks") readList(value, link.markers, readTimeText);
    if (key == "spans") readList(value, link.spans, readSpan);
    if (key == "marknotes") link.markerNotes = readNoteList(value);
    if (key == "spannotes") link.spanNotes = readNoteList(value);
    if (key == "flame") link.flame = readFlame(value);
    if (key == "of" && !readNumber(value, link.trace, 16)) link.trace = 0;
    word("tab", link.tab, 32);
    word("colour", link.colour, 32);
    word("times", link.times, 32);
    word("machine", link.machine, 32);
    word("rows", link.rows, 32);
    word("slices", link.slices, kLongestText);
    word("kind", link.sliceKind, 32);
    word("sort", link.sliceSort, kLongestText);
    word("by", link.sliceBy, kLongestText);
    if (key == "a") link.compared[0] = readSide(value);
    if (key == "b") link.compared[1] = readSide(value);
    word("compare", link.comparedBy, 32);
    word("difference", link.difference, 32);
    if (key == "shift") link.shifts = readShifts(value);
    if (key == "stretch") link.stretches = readStretches(value);
    if (key == "each") link.perSecond = value == "second";
    if (key == "slowest") readSlowest(value, link);
    if (key == "names") link.comparedNames = readNames(value);
    word("find", link.search, kLongestText);
    word("tracks", link.tracks, kLongestText);
    word("filter", link.filter, kLongestText);
  }
  return link;
}

}  // namespace tp
