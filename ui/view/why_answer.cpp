#include "ui/view/why_answer.h"

#include <algorithm>
#include <utility>

#include "core/analysis/waits/joined_words.h"
#include "ui/view/state_track.h"

namespace tp::ui {
namespace {

// The thread on whose tracks alone a range is marked; kNoTrack if there is none.
TrackId markedThread(const MarkedRange& range, const TrackTable& tracks) {
  TrackId thread = kNoTrack;
  for (const TrackId track : range.tracks) {
    const TrackId one = track < tracks.size() ? waitingThread(tracks, track) : kNoTrack;
    if (one == kNoTrack || (thread != kNoTrack && one != thread)) return kNoTrack;
    thread = one;
  }
  return thread;
}

bool covers(const Selection& selection, TrackId track, Time time) {
  return selection.track == track && selection.mark.begin <= time && time <= selection.mark.end;
}

// Said of who used a CPU, until the workers have told what interrupts took.
constexpr std::string_view kWithInterrupts = "; times on the CPU include interrupts until these are counted";

// How a path went that has one part.
WaitWords singleWords(const WaitContext& context, const PathSegment& part, const CpuWork* work) {
  WaitWords words = segmentWords(context, part, work);
  if (part.kind != PathKind::CpuWait || !part.by) return words;
  words.add("; woken by ");
  words.add(wakerWords(context, *part.by, part.begin));
  return words;
}

}  // namespace

std::optional<WhySubject> WhyAnswer::subject(const WindowState& c, const TraceIndex& index) {
  // The place is selected a frame later or, if it has to be decoded first, some frames.
  const bool there = kept_ && c.selection && covers(*c.selection, place_, time_);
  if (there) before_.reset();
  if (there || (kept_ && before_ && sameSelection(before_, c.selection))) return kept_;
  kept_.reset();
  if (const TrackId marked = c.range ? markedThread(*c.range, index.tracks()) : kNoTrack; marked != kNoTrack)
    return WhySubject{marked, c.range->first, c.range->second, false};
  if (!c.selection || c.selection->track >= index.tracks().size()) return std::nullopt;
  const TrackKind kind = index.tracks()[c.selection->track].key.kind;
  const TrackId thread = waitingThread(index.tracks(), c.selection->track);
  if (thread == kNoTrack) return std::nullopt;
  if (c.range) return WhySubject{thread, c.range->first, c.range->second, false};
  const Mark& mark = c.selection->mark;
  const bool state = kind == TrackKind::ThreadState && !mark.aggregate();
  return WhySubject{thread, mark.begin, mark.end, state};
}

bool WhyAnswer::want(Session& session, WaitsAnswer& waits, const WhySubject& subject, bool quiet) {
  if (opening_ != session.opening()) {
    const uint64_t made = made_;
    *this = {};
    made_ = made;
    opening_ = session.opening();
  }
  auto graph = waits.want(session, quiet);
  if (graph != graph_) {
    graph_ = std::move(graph);
    subject_.reset();
    search_.reset();
    sums_.reset();
    path_ = {};  // it is of the graph that was
    notes_.clear();
    if (graph_)
      for (const std::string& note : joinedNotes({*graph_, session.index()}))
        notes_ += (notes_.empty() ? "" : " ") + note;
  }
  if (!graph_) return false;
  if (subject_ != subject) {
    if (quiet) return false;
    begin(subject);
  }
  if ((search_ || sums_) && (quiet || !compute(session))) return false;
  if (!spoken_) speak(session, subject);
  return true;
}

double WhyAnswer::progress(const WaitsAnswer& waits) const {
  if (search_) return search_->progress() / 2;
  return sums_ ? 0.5 + sums_->progress() / 2 : waits.progress();
}

void WhyAnswer::begin(const WhySubject& subject) {
  subject_ = subject;
  sums_.reset();
  search_ = std::make_unique<PathSearch>(*graph_, subject.thread, subject.from, subject.to);
  path_ = {};
  shares_.clear();
  chains_ = {};
  cpus_.reset();
  threads_.clear();
  chosen_.reset();
  chosenRow_.reset();
  longest_.clear();
  texts_.clear();
  scope_.reset();
  words_ = {};
  spoken_ = false;
}

// Goes on with the path, for some milliseconds at most. Returns whether all is there.
bool WhyAnswer::compute(Session& session) {
  constexpr size_t kSteps = 40'000, kSegments = 20'000;  // a frame
  const TrackTable& tracks = session.index().tracks();
  if (search_) {
    if (search_->step(kSteps)) return false;
    path_ = search_->take();
    search_.reset();
    sums_ = std::make_unique<ChainSums>(path_);
  }
  if (sums_->step(kSegments)) return false;
  chains_ = sums_->chains(*graph_, tracks, session.index().names());
  sums_.reset();
  shares_ = pathShares(chains_, tracks, session.index().names());
  longest_ = path_.longest(kMaxLongest);
  ++made_;
  for (const WakeChains::Chain& chain : chains_.chains) threads_.push_back(chain.thread);
  std::sort(threads_.begin(), threads_.end());
  threads_.erase(std::unique(threads_.begin(), threads_.end()), threads_.end());
  // Of a single wait for a CPU, the sentence and the list say who used that, with the interrupts.
  if (path_.size() == 1) scope_ = cpuWorkScope(tracks, path_.front());
  return true;
}

// Makes the sentence, at once with what the graph knows, and once more when it is known what the CPU did.
void WhyAnswer::speak(Session& session, const WhySubject& subject) {
  const CpuWork* work = scope_ ? work_.want(session, *scope_, false) : nullptr;
  spoken_ = !scope_ || work != nullptr;
  if (!words_.empty() && work == nullptr) return;
  const WaitContext context{*graph_, session.index()};
  if (subject.state)
    words_ = waitWords(context, subject.thread, subject.from, work);
  else if (path_.size() == 1)
    words_ = singleWords(context, path_.front(), work);
  else
    words_ = rangeWords(context, subject.thread, shares_);
  if (!spoken_) words_.add(kWithInterrupts);
  // Of a single segment of its own, the words have said it.
  if (path_.size() == 1 && path_.front().thread == subject.thread && saysLost(path_.front())) return;
  addLost(words_, context, subject.thread, subject.from, subject.to);
}

const CpuWork* WhyAnswer::work() const {
  const CpuWorkQuestion* last = work_.last();
  return scope_ && last != nullptr && last->scope() == *scope_ ? &last->work() : nullptr;
}

bool WhyAnswer::onPath(TrackId thread) const {
  return std::binary_search(threads_.begin(), threads_.end(), thread);
}

const CpuUse& WhyAnswer::cpus(const TraceIndex& index) {
  if (cpus_) return *cpus_;
  cpus_.emplace();
  for (const PathSegment one : path_)
    if (one.kind == PathKind::CpuWait) cpus_->add(*graph_, index.tracks(), one.thread, one.cpu, one.begin, one.end);
  cpus_->finish(index.tracks());
  return *cpus_;
}

const std::string& WhyAnswer::textOf(Session& session, uint32_t number, bool quiet) {
  Text& text = texts_[number];
  if (text.whole) return text.words;
  const PathSegment segment = path_[number];
  const std::optional<CpuWorkScope> scope = cpuWorkScope(session.index().tracks(), segment);
  const CpuWork* work = scope ? partWork_.want(session, *scope, quiet) : nullptr;
  text.whole = !scope || work != nullptr;
  if (!text.whole && !text.words.empty()) return text.words;
  text.words = segmentWords({*graph_, session.index()}, segment, work).text();
  if (!text.whole) text.words += kWithInterrupts;
  return text.words;
}

void WhyAnswer::choose(uint32_t number) {
  chosen_ = number;
  const auto row = std::find(longest_.begin(), longest_.end(), number);
  chosenRow_.reset();
  if (row != longest_.end()) chosenRow_ = static_cast<uint32_t>(row - longest_.begin());
}

Requests::Place WhyAnswer::placeOf(const WindowState& c, const TraceIndex& index, TrackId track, Time time) {
  const TrackId states = stateTrackOf(index.tracks(), track);
  place_ = states != kNoTrack && index.tracks()[track].key.kind == TrackKind::Thread ? states : track;
  time_ = time;
  kept_ = subject_;
  before_ = c.selection;
  return {place_, time_};
}

}  // namespace tp::ui
