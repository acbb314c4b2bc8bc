#include "ui/view/selection_text.h"

#include <algorithm>

#include "core/text/visible_text.h"
#include "core/trace/not_recorded.h"
#include "core/trace/wall_text.h"
#include "ui/base/time_text.h"
#include "ui/view/drawn_times.h"
#include "ui/view/losses.h"
#include "ui/view/stretch_traces.h"
#include "ui/view/track_tree.h"

namespace tp::ui {
namespace {

std::string percent(Time part, Time whole) {
  if (whole <= 0) return {};
  return " \u00b7 " +
         std::to_string(static_cast<int>(100 * static_cast<double>(part) / static_cast<double>(whole) + 0.5)) + " %";
}

// Flags of marks whose end is not known.
constexpr uint8_t kMarkNoEnd = kMarkNoDuration & static_cast<uint8_t>(~kMarkNoBegin);

using Rows = std::vector<std::pair<std::string, std::string>>;

// Self time and children of a call. Its stream knows the time within calls of that stream; c.around knows of calls of
// all streams, as far as they are drawn one by one. The larger figure counts.
void addCallTimes(const WindowState& c, const ClockInfo& clock, const Mark& call, bool known, Rows& rows) {
  const Bound bound = boundOf(call);
  const Time drawn = std::min(c.around.childTime(), call.duration());
  const Time within = std::max(call.duration() - call.selfTime(), drawn);
  const Time self = call.duration() - within;
  if (known) rows.emplace_back("Self", durationText(self, clock, bound) + percent(self, call.duration()));
  if (c.around.children() == 0) return;
  rows.emplace_back("Children", countText(c.around.children()) + (known ? ", " : ", drawn for ") +
                                    durationText(known ? within : drawn, clock));
}

std::string bothTexts(Time units, const ClockInfo& clock, Bound bound = Bound::None) {
  return durationText(units, clock, bound) + "  (" + exactText(units, clock) + ")";
}

}  // namespace

std::string trackPath(const TraceIndex& index, TrackId track) {
  std::string path;
  for (TrackId at = track; at != kNoTrack; at = index.tracks()[at].parent) {
    const Track& one = index.tracks()[at];
    std::string part = one.name + (one.detail.empty() ? "" : " " + one.detail);
    path = path.empty() ? part : part + " \u203a " + path;
  }
  return path;
}

bool isLoss(const Mark& mark) {
  return !mark.aggregate() && mark.name == kNoName && (mark.flags & kMarkLost) != 0;
}

std::string markName(const ShownNames& names, const Mark& mark) {
  return isLoss(mark) ? "Records lost" : std::string(names.text(mark.name));
}

std::string selectionTitle(const Context& c) {
  const Mark& mark = c.selection->mark;
  const Track& track = c.index().tracks()[c.selection->track];
  if (track.key.kind == TrackKind::Counter)
    return mark.aggregate() ? countText(mark.count) + " values" : "Value " + std::to_string(mark.value());
  if (mark.aggregate()) return countText(mark.count) + (mark.durations() > 0 ? " short slices" : " events");
  return markName(c.names, mark);
}

Bound selectionBound(const WindowState& c, const Session& session) {
  const Description* description = session.description();
  return description != nullptr && description->silent > 0 ? Bound::AtMost : boundOf(c.selection->mark);
}

std::string selectionLength(const WindowState& c, const Session& session) {
  const Mark& mark = c.selection->mark;
  if (mark.aggregate() || mark.duration() <= 0) return {};
  if ((mark.flags & kMarkNoDuration) != 0) return "duration not known";
  return durationText(mark.duration(), session.index().info().clock, selectionBound(c, session));
}

std::string trackOwner(const TraceIndex& index, TrackId track) {
  const Track& owner = index.tracks()[unitOf(index.tracks(), track)];
  return owner.name + (owner.detail.empty() ? "" : " " + owner.detail);
}

std::string selectionSummary(const Context& c) {
  const std::string length = selectionLength(c, c.session);
  return selectionTitle(c) + " \u00b7 " + trackOwner(c.index(), c.selection->track) +
         (length.empty() ? "" : " \u00b7 " + length);
}

std::vector<const char*> whyNotKnown(const Mark& mark) {
  std::vector<const char*> why;
  if ((mark.flags & kMarkOpen) != 0) why.push_back("does not end in the trace");
  if ((mark.flags & kMarkNoBegin) != 0) why.push_back("began before the trace, or its beginning was lost");
  if ((mark.flags & kMarkBroken) != 0)
    why.push_back("records were lost meanwhile: how long it took is not known");
  else if ((mark.flags & kMarkCut) != 0)
    why.push_back("its end is missing, or records were lost before it: how long it took is not known");
  return why;
}

std::vector<std::pair<std::string, std::string>> selectionTimes(const Context& c) {
  const TraceIndex& index = c.index();
  const Mark& mark = c.selection->mark;
  const ClockInfo& clock = c.clock();
  bool counter = index.tracks()[c.selection->track].key.kind == TrackKind::Counter;
  const bool isGap = !mark.aggregate() && index.names().view(mark.name) == kNotRecordedSlice;
  Rows rows;
  // The times of an aggregate are the bounds of its slices, which are known.
  auto known = [&mark](uint8_t unless) { return mark.aggregate() || (mark.flags & unless) == 0; };
  rows.emplace_back(known(kMarkNoBegin) ? "Start" : "Drawn from", bothTexts(mark.begin - c.timesFrom(), clock));
  if (const Stretch* stretch = stretchOf(c, index, c.selection->track))
    rows.emplace_back("Stretched", factorText(*stretch) + ": " + kStretchedNote);
  rows.emplace_back("On the clock", exactText(mark.begin, clock));
  if (clock.hasWallOffset && clock.isNs)
    rows.emplace_back("Wall clock", wallText(mark.begin, clock) + std::string(wallNote(clock)));
  if (mark.aggregate()) {
    rows.emplace_back("Extent", durationText(mark.duration(), clock));
    if (!counter) {
      rows.emplace_back("Total", durationText(mark.durations(), clock));
      rows.emplace_back("Longest",
                        durationText(longestDuration(mark), clock) + "  " + std::string(c.names.text(mark.name)));
    }
    rows.emplace_back("", "zoom in to see them one by one");
  } else if (mark.duration() > 0) {
    const bool lasted = known(kMarkNoDuration);
    const Description* description = c.session.description();
    const Time silent = description != nullptr ? description->silent : 0;
    rows.emplace_back(lasted ? "Duration" : "Drawn for",
                      bothTexts(mark.duration(), clock, selectionBound(c, c.session)));
    if (silent > 0)
      rows.emplace_back("", "for " + durationText(silent, clock) +
                                " of it another CPU was not recorded: the thread may have run there");
    rows.emplace_back(known(kMarkNoEnd) ? "End" : "Drawn until", exactText(mark.end, clock));
    if (silent <= 0 && boundOf(mark) != Bound::None)
      rows.emplace_back("", whyAtMost(index.tracks()[c.selection->track].key.kind));
    const bool isCall = index.tracks()[c.selection->track].key.kind == TrackKind::Thread && !isGap;
    if (isCall) addCallTimes(c, c.clock(), mark, lasted, rows);
  }
  if (isGap)
    if (std::string lost = lossOf(c.index(), c.selection->track, mark); !lost.empty())
      rows.emplace_back("Records", lost);
  if (const std::optional<Mark>& gap = c.around.gap())
    rows.emplace_back("Not recorded", bothTexts(gap->duration(), clock));
  if (!counter && !mark.aggregate() && index.names().isFunction(mark.name))
    if (std::string signature(index.names().signature(mark.name)); signature != selectionTitle(c))
      rows.emplace_back("Signature", std::move(signature));
  for (const char* why : whyNotKnown(mark)) rows.emplace_back("", why);
  return rows;
}

const char* whyAtMost(TrackKind kind) {
  if (kind == TrackKind::Cpu) return "at most: no record says when it got or left the CPU";
  if (kind == TrackKind::ThreadState) return "another CPU was not recorded meanwhile: it may have run there";
  return "at most: something was not recorded meanwhile, and it may have ended then";
}

Bound boundOf(const Mark& mark) {
  return atMostIf(!mark.aggregate() && (mark.flags & kMarkAtMost) != 0);
}

std::string linkText(const Context& c, const Description::Link& link) {
  const TrackTable& tracks = c.index().tracks();
  const Track& track = tracks[link.track];
  const Track& named =
      track.key.kind == TrackKind::ThreadState && track.parent != kNoTrack ? tracks[track.parent] : track;
  std::string text = named.name + " " + named.detail;
  if (!link.name.empty()) text = link.name + ", " + named.name;
  if (link.flow) text += ", at " + durationText(link.time - c.timesFrom(), c.clock());
  return text;
}

std::string selectionText(const Context& c) {
  if (!c.selection) return {};
  std::string out =
      visibleText(selectionTitle(c)) + "\n" + visibleText(trackPath(c.index(), c.selection->track)) + "\n";
  auto row = [&](const std::string& label, const std::string& text) {
    out += label + (label.empty() ? "" : ": ") + visibleLines(text) + "\n";
  };
  for (const auto& [label, text] : selectionTimes(c)) row(label, text);
  for (const Mark& caller : c.around.callers()) row("called by", std::string(c.names.text(caller.name)));
  for (const Mark& state : c.around.states())
    row("state", std::string(c.names.text(state.name)) + ", " + durationText(state.duration(), c.clock()));
  const Description* description = c.session.description();
  if (description == nullptr || c.selection->mark.aggregate()) return out;
  for (const DetailRow& one : description->rows)
    if (one.place == DetailRow::Place::Related) row(one.label, one.text);
  for (const Description::Link& link : description->links) row(link.label, linkText(c, link));
  for (const DetailRow& one : description->rows)
    if (one.place != DetailRow::Place::Related) row(one.label, one.text);
  return out;
}

void copyDetails(Context& c) {
  ImGui::SetClipboardText(selectionText(c).c_str());
  c.say("What is known of the selection is copied.");
}

}  // namespace tp::ui
