#include "ui/view/navigation.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "ui/view/drawn_times.h"

namespace tp::ui {
namespace {

bool findSame(Context& c, bool forward, bool onTrack, FindScope scope) {
  scope.kind = c.index().tracks()[scope.track].key.kind;
  scope.forward = forward;
  if (!onTrack) scope.track = kNoTrack;
  c.seeking = {};
  c.seeking.finding = std::make_shared<FindQuestion>(std::move(scope));
  c.session.ask(c.seeking.finding);
  return true;
}

bool findSame(Context& c, bool forward) {
  if (!c.selection) {
    c.say("Select a slice first: what has its name is looked for.");
    return false;
  }
  if (c.selection->mark.name == kNoName) return false;
  const Selection& from = *c.selection;
  if (c.index().tracks()[from.track].key.kind == TrackKind::Counter) return false;
  FindScope scope;
  scope.names = {from.mark.name};
  scope.track = from.track;
  scope.from = from.mark.begin;
  scope.depth = from.mark.depth;
  return findSame(c, forward, true, std::move(scope));
}

bool longestChild(Context& c) {
  if (!c.selection || c.selection->mark.duration() <= 0) return false;
  const Mark& mark = c.selection->mark;
  Seek seek;
  seek.what = Seek::What::Longest;
  seek.track = c.selection->track;
  seek.depth = static_cast<uint16_t>(mark.depth + 1);
  seek.begin = mark.begin;
  seek.end = mark.end;
  if (seek.depth > c.index().maxDepth(seek.track)) return false;
  c.seeking = {nullptr, seek};
  return true;
}

// Why there is no flow to follow.
std::string noLinkText(const Description& description, bool outgoing, TrackKind kind) {
  if (!description.answered) return "Its record is still being read.";
  if (!description.found) return "Its record was not found: whom it woke is not known, nor who woke it.";
  if (outgoing) return "Its record woke nobody. Whom a thread woke meanwhile is found from the woken thread, by [.";
  for (const DetailRow& row : description.rows) {
    if (row.place != DetailRow::Place::Related) continue;
    std::string sentence = row.label + ' ' + row.text + '.';
    sentence[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(sentence[0])));
    return sentence;
  }
  if (kind == TrackKind::Cpu) return "What caused it is not recorded.";
  if (kind == TrackKind::Thread) return "A call is not woken, its thread is: select one of the thread's states.";
  return "Nobody is known to have woken it.";
}

bool followLink(Context& c, bool outgoing) {
  const Description* description = c.session.description();
  if (description == nullptr || !c.selection) return false;
  for (const Description::Link& link : description->links) {
    if (!link.flow || link.outgoing != outgoing) continue;
    Seek seek;
    seek.what = Seek::What::Covers;
    seek.track = link.track;
    seek.depth = link.depth;
    seek.begin = seek.end = link.time;
    c.seeking = {nullptr, seek};
    c.notice.clear();
    return true;
  }
  c.say(noLinkText(*description, outgoing, c.index().tracks()[c.selection->track].key.kind));
  return true;
}

// A long slice may be recorded as a whole when it ends, and so lies further on in its stream than a search looks. But
// such a slice is resident, and spans the time where the search began or ended.
FoundPlace nearestOf(Session& session, const FindQuestion& asked) {
  FoundPlace best = asked.found();
  const FindScope& scope = asked.scope();
  if (scope.track == kNoTrack) return best;
  Time at = scope.forward ? best.time : scope.from;
  if (scope.forward && best.track == kNoTrack) return best;
  for (uint32_t lane : session.index().lanesOf(scope.track)) {
    std::vector<Mark> marks;
    session.queryLaneResident(lane, at, at, session.index().streams()[session.index().lanes()[lane].stream].baseLevel,
                              marks);
    for (const Mark& mark : marks) {
      if (mark.aggregate() || mark.name != scope.names.front()) continue;
      bool beyond = scope.forward ? mark.begin > scope.from : mark.begin < scope.from;
      FoundPlace place{scope.track, mark.begin, mark.depth};
      if (beyond && place.nearer(best, scope.forward, session.index().tracks())) best = place;
    }
  }
  return best;
}

std::string nameOf(const ShownNames& names, const FindQuestion& asked) {
  return std::string(names.text(asked.scope().names.front()));
}

void continueFinding(Context& c) {
  std::shared_ptr<FindQuestion> asked = c.seeking.finding;
  if (!asked || !asked->done()) return;
  c.seeking.finding.reset();
  FoundPlace place = nearestOf(c.session, *asked);
  if (place.track != kNoTrack) {
    Seek seek;
    seek.track = place.track;
    seek.depth = place.depth;
    seek.begin = seek.end = place.time;
    c.seeking.seek = seek;
  } else if (asked->scope().track != kNoTrack) {
    findSame(c, asked->scope().forward, false, asked->scope());
  } else {
    c.say("There is no " + nameOf(c.names, *asked) + (asked->scope().forward ? " after this one" : " before this one"));
  }
}

// The only mark that begins at a place.
std::optional<Mark> onlyMarkAt(Session& session, const Seek& seek) {
  std::vector<Mark> marks;
  session.query(seek.track, seek.begin, seek.begin, 0, marks);
  const auto other = [&seek](const Mark& mark) { return mark.aggregate() || mark.begin != seek.begin; };
  marks.erase(std::remove_if(marks.begin(), marks.end(), other), marks.end());
  return marks.size() == 1 ? std::optional(marks.front()) : std::nullopt;
}

// The mark that begins, ends or is at a place.
std::optional<Mark> markAt(Session& session, const Seek& seek) {
  if (seek.what == Seek::What::Alone) return onlyMarkAt(session, seek);
  std::vector<Mark> marks;
  session.query(seek.track, seek.begin, seek.begin, 0, marks);
  std::optional<Mark> best;
  for (const Mark& mark : marks) {
    if (mark.depth != seek.depth || mark.aggregate()) continue;
    bool here = seek.what == Seek::What::Begins ? mark.begin == seek.begin
                : seek.what == Seek::What::Ends ? mark.end == seek.begin
                                                : mark.end >= seek.begin;
    // If two touch, take the one that has just begun.
    if (here && mark.begin <= seek.begin && (!best || mark.begin > best->begin)) best = mark;
  }
  return best;
}

// What is at one time is drawn as one at every level: a loss, and the record behind it.
std::optional<Mark> foldAt(Session& session, const Seek& seek) {
  std::vector<Mark> marks;
  session.query(seek.track, seek.begin, seek.begin, 0, marks);
  const auto found = std::find_if(marks.begin(), marks.end(), [&seek](const Mark& mark) {
    return mark.aggregate() && mark.depth == seek.depth && mark.begin == seek.begin && mark.end == seek.begin;
  });
  return found != marks.end() ? std::optional(*found) : std::nullopt;
}

// Finds the longest mark at a depth within a span: an aggregate if details are missing.
class Longest {
 public:
  Longest(Context& c, const Seek& seek) : c_(c), seek_(seek) {}

  std::optional<Mark> find() {
    constexpr int kWindows = 10;  // about a thousand windows of aggregation in the span
    look(seek_.begin, seek_.end, std::max(0, firstShortLevel(seek_.end - seek_.begin) - kWindows));
    if (best_ && best_->aggregate()) {
      Mark fold = *std::exchange(best_, std::nullopt);
      look(fold.begin, fold.end, std::max(0, firstShortLevel(longestDuration(fold)) - 1));
    }
    return best_;
  }

 private:
  void look(Time begin, Time end, int level) {
    constexpr int kFiner = 8;
    std::vector<Mark> marks;
    c_.session.query(seek_.track, begin, end, level, marks);
    for (const Mark& mark : marks) {
      if (mark.depth != seek_.depth) continue;
      bool within = mark.begin >= seek_.begin && mark.end <= seek_.end;
      if (!within && mark.aggregate() && level > 0) {
        // The aggregate extends beyond the span: look into it at a finer level.
        look(std::max(begin, mark.begin), std::min(end, mark.end), std::max(0, level - kFiner));
      } else if (within || mark.aggregate()) {
        Time longest = longestDuration(mark), other = best_ ? longestDuration(*best_) : -1;
        if (longest > other || (longest == other && mark.begin < best_->begin)) best_ = mark;
      }
    }
  }

  Context& c_;
  const Seek& seek_;
  std::optional<Mark> best_;
};

// What to say if a track shows nothing at a time. uftrace also records events before a program's first call, or between
// calls.
std::string notDrawnText(const TraceIndex& index, const Seek& seek) {
  if (seek.begin < index.begin())
    return "That is before the timeline begins: such records are listed, but not drawn or counted.";
  return index.tracks()[seek.track].name + ": nothing is drawn on it at that time.";
}

}  // namespace

bool navigationCommand(Context& c, std::string_view id, std::span<const std::string>) {
  if (id == "next-same") return findSame(c, true);
  if (id == "previous-same") return findSame(c, false);
  if (id == "longest-child") return longestChild(c);
  if (id == "follow-in") return followLink(c, false);
  if (id == "follow-out") return followLink(c, true);
  return false;
}

std::string seekText(const Context& c) {
  if (!c.seeking.finding) return {};
  int percent = static_cast<int>(100 * c.seeking.finding->progress());
  return "looking for " + nameOf(c.names, *c.seeking.finding) + " \u2026 " + std::to_string(percent) + " %";
}

void stopSeeking(Context& c) {
  c.session.giveUp(JobKind::Find);
  c.seeking = {};
}

std::optional<Selection> continueSeek(Context& c) {
  continueFinding(c);
  if (!c.seeking.seek) return {};
  Seek& seek = *c.seeking.seek;
  std::optional<Mark> mark = seek.what == Seek::What::Longest ? Longest(c, seek).find() : markAt(c.session, seek);
  bool last = seek.askedAt > 0 && c.frame > seek.askedAt && !c.session.waiting();
  if (seek.askedAt == 0) seek.askedAt = c.frame;
  c.moreToCome = c.moreToCome || !c.session.waiting();
  const bool folded = !mark && last && seek.what == Seek::What::Covers;
  if (folded) mark = foldAt(c.session, seek);
  if (!mark || (mark->aggregate() && !folded)) {
    if (!last) return {};
    // No mark can be found: show the place.
    if (seek.what == Seek::What::Covers && !seek.keepView) c.say(notDrawnText(c.index(), seek));
    const VisibleTime view = drawnTimes(c, c.index(), seek.track);
    if (!seek.keepView && (seek.begin < view.beginTime() || seek.begin > view.endTime()))
      centreTime(c, c.index(), seek.track, seek.begin);
    c.seeking.seek.reset();
    return {};
  }
  Selection found{seek.track, *mark};
  if (!seek.notice.empty()) c.say(seek.notice);
  c.seeking.seek.reset();
  return found;
}

void markRange(WindowState& c, MarkedRange range) {
  // While a range is marked, the user's choice for the table stays.
  if (!c.range && c.events.span == EventsView::Span::Whole) c.events.span = EventsView::Span::Marked;
  c.range = std::move(range);
}

}  // namespace tp::ui
