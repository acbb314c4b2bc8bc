#include "core/session/session.h"

#include <algorithm>
#include <optional>

#include "core/index/detail_cache.h"
#include "core/index/query.h"
#include "core/session/detail_requests.h"
#include "core/session/kept/kept_restore.h"
#include "core/session/messages.h"

namespace tp {
namespace {

// Returns the track of the thread with this id in this trace; that of its states is preferred to that of its calls.
TrackId threadOf(const TrackTable& tracks, int64_t tid, uint32_t trace) {
  auto better = [&](TrackId one, TrackId than) {
    const TrackKey &a = tracks[one].key, &b = tracks[than].key;
    return a.kind != b.kind ? a.kind == TrackKind::ThreadState : a < b;
  };
  TrackId found = kNoTrack;
  for (TrackId id = 0; id < tracks.size(); ++id) {
    const TrackKey& key = tracks[id].key;
    if (key.tid != tid || key.trace != trace) continue;
    if (key.kind != TrackKind::ThreadState && key.kind != TrackKind::Thread) continue;
    if (found == kNoTrack || better(id, found)) found = id;
  }
  return found;
}

template <class T>
std::vector<std::byte> request(ToWorker type, const T& body, const NumberMap& numbers = {}) {
  WireWriter out(numbers);
  out.put(type);
  out(body);
  return out.take();
}

// "plain.data + slower.data": traces that are open together.
std::string nameOfParts(const std::vector<TracePart>& parts) {
  std::string text;
  for (const TracePart& part : parts) text += (text.empty() ? "" : " + ") + part.name;
  return text;
}

}  // namespace

struct Session::Impl {
  Impl(WorkerPort& to, uint64_t cacheBytes) : port(to), cache(cacheBytes), details(to) {}

  ViewQuery& viewOf(const TraceIndex& index) {
    if (!view) view.emplace(index, cache);
    return *view;
  }

  WorkerPort& port;
  DetailCache cache;
  DetailRequests details;
  uint64_t bytesTotal = 0;
  double started = -1;
  double now = 0;
  uint32_t opened = 0;
  std::unique_ptr<KeptRestore> kept;  // if the index was kept
  std::optional<ViewQuery> view;      // valid until the next message

  uint32_t requestId = 0;  // id of the last request; goes on from trace to trace
  uint32_t describeId = 0;
  uint32_t describeLeft = 0;
  uint32_t describedBy = 0;  // the stream whose description is shown
  Mark described;

  std::shared_ptr<Question> asked[static_cast<size_t>(JobKind::Count)];  // null once done or given up
  std::shared_ptr<CallsQuestion> callsAsked;
  std::shared_ptr<CallsQuestion> callsDone;
};

Session::Session(WorkerPort& port, uint64_t cacheBytes)
    : index_(std::make_unique<TraceIndex>()),
      impl_(std::make_unique<Impl>(port, cacheBytes)),
      cacheBudget_(cacheBytes) {}
Session::~Session() = default;

void Session::reset(Phase phase) {
  WorkerPort& port = impl_->port;
  // Ids go on, so that an answer which a view has kept is not taken for that to a question about another trace.
  const uint32_t asked = impl_->requestId;
  impl_ = std::make_unique<Impl>(port, cacheBudget_);
  impl_->requestId = asked;
  index_ = std::make_unique<TraceIndex>();
  description_.reset();
  error_.clear();
  name_.clear();
  cancelled_ = false;
  changes_.clear();
  phase_ = phase;
  ++version_;
  ++opening_;
}

void Session::beginOpen(std::string name, uint64_t bytesTotal) {
  reset(Phase::Opening);
  name_ = std::move(name);
  impl_->bytesTotal = bytesTotal;
}

bool Session::takeKept(Bytes block) {
  if (phase_ != Phase::Opening || impl_->opened > 0) return false;
  if (!impl_->kept) impl_->kept = std::make_unique<KeptRestore>(*index_);
  if (!impl_->kept->take(block)) return false;
  ++version_;
  return true;
}

bool Session::takesKept() const {
  return impl_->kept != nullptr;
}

bool Session::kept() const {
  return impl_->kept && impl_->kept->complete();
}

void Session::dropKept() {
  if (phase_ != Phase::Opening) return;
  impl_->kept.reset();
  index_ = std::make_unique<TraceIndex>();
  ++version_;
}

void Session::fail(std::string error) {
  std::string name = std::move(name_);
  reset(Phase::Failed);
  name_ = std::move(name);
  error_ = std::move(error);
}

void Session::close() {
  reset(Phase::Empty);
}

void Session::cancel() {
  if (phase_ == Phase::Opening) return close();
  if (phase_ != Phase::Indexing) return;
  for (uint32_t worker = 0; worker < impl_->port.workers(); ++worker) {
    WireWriter out;
    out.put(ToWorker::Cancel);
    impl_->port.post(worker, out.take());
  }
  cancelled_ = true;
  phase_ = Phase::Ready;
  ++version_;
}

void Session::look() {
  if (phase_ != Phase::Ready && phase_ != Phase::Indexing) return;
  WireWriter out;
  out.put(ToWorker::Look);
  impl_->port.post(0, out.take());
}

bool Session::cut() const {
  return std::any_of(changes_.begin(), changes_.end(), [](const FileChange& one) { return one.change.cut; });
}

void Session::receive(uint32_t worker, Bytes message, double seconds) {
  if (phase_ == Phase::Empty || phase_ == Phase::Failed) return;
  Impl& me = *impl_;
  me.view.reset();
  if (me.started < 0) me.started = seconds;
  if (phase_ != Phase::Ready) me.now = seconds;
  ++version_;
  WireReader in(message);
  FromWorker type = in.get<FromWorker>();
  if (type == FromWorker::Failed) return fail(std::string(in.getString()));
  if (!index_->readVocabulary(worker, in)) return fail("a worker sent a message that makes no sense");
  switch (type) {
    case FromWorker::Opened:
      if (!index_->readOpened(in)) return fail("the workers do not agree about the trace");
      // What else was dropped is not open.
      if (++me.opened == 1 && index_->info().parts.size() > 1) name_ = nameOfParts(index_->info().parts);
      if (phase_ == Phase::Opening) phase_ = Phase::Indexing;
      if (me.kept) me.kept->give(worker, me.port);
      break;
    case FromWorker::Piece:
      if (!index_->readPiece(worker, in)) return fail("a worker sent a piece of the index that makes no sense");
      if (me.kept) me.kept->given(me.port.workers());
      break;
    case FromWorker::Detail:
      me.details.receive(worker, in, *index_, me.cache);
      break;
    case FromWorker::Description:
      receiveDescription(in);
      break;
    case FromWorker::Answer:
      if (!receiveAnswer(worker, in)) return fail("a worker sent an answer that makes no sense");
      break;
    case FromWorker::Named:
      if (!receiveNamed(in)) return fail("a worker sent names that make no sense");
      break;
    case FromWorker::Changed:
      if (!receiveChanged(in)) return fail("a worker sent files that make no sense");
      break;
    case FromWorker::Failed:
      break;
  }
  const std::vector<StreamState>& streams = index_->streams();
  if (phase_ == Phase::Indexing && me.opened == me.port.workers() && (!me.kept || me.kept->isGiven(me.opened)) &&
      std::all_of(streams.begin(), streams.end(), [](const StreamState& stream) { return stream.done; }))
    phase_ = Phase::Ready;
}

Progress Session::progress() const {
  Progress progress;
  progress.bytesTotal = impl_->bytesTotal;
  if (index_->streams().empty()) return progress;
  progress.bytesTotal = 0;
  for (const StreamState& stream : index_->streams()) {
    progress.bytesTotal += stream.bytesTotal;
    progress.bytesDone += stream.bytesDone;
  }
  progress.seconds = std::max(0.0, impl_->now - impl_->started);
  if (progress.seconds <= 0) return progress;
  progress.bytesPerSecond = static_cast<double>(progress.bytesDone) / progress.seconds;
  if (progress.bytesPerSecond > 0)
    progress.secondsLeft = static_cast<double>(progress.bytesTotal - progress.bytesDone) / progress.bytesPerSecond;
  return progress;
}

uint64_t Session::cacheBytes() const {
  return impl_->cache.bytes();
}

void Session::beginFrame() {
  impl_->view.reset();
}

void Session::query(TrackId track, Time begin, Time end, int level, std::vector<Mark>& out) {
  impl_->details.lookAt(begin + (end - begin) / 2);
  for (uint32_t lane : index_->lanesOf(track))
    impl_->viewOf(*index_).lane(index_->lanes()[lane], begin, end, level, out);
}

void Session::queryLaneResident(uint32_t lane, Time begin, Time end, int level, std::vector<Mark>& out) {
  ViewQuery(*index_, impl_->cache).lane(index_->lanes()[lane], begin, end, level, out);
}

void Session::endFrame() {
  impl_->details.want(impl_->viewOf(*index_).missing(), *index_);
}

bool Session::waiting() const {
  return impl_->details.waiting() || impl_->describeLeft > 0 ||
         std::any_of(std::begin(impl_->asked), std::end(impl_->asked),
                     [](const auto& asked) { return asked != nullptr; });
}

void Session::describe(TrackId track, const Mark& mark) {
  Impl& me = *impl_;
  description_ = std::make_unique<Description>();
  me.described = mark;
  description_->track = track;
  description_->begin = mark.begin;
  description_->end = mark.end;
  description_->depth = mark.depth;
  me.describeId = ++me.requestId;
  me.describeLeft = 0;
  ++version_;
  for (uint32_t position : index_->lanesOf(track)) {
    const Lane& lane = index_->lanes()[position];
    uint32_t worker = index_->streams()[lane.stream].worker;
    DescribeRequest wanted{me.describeId, lane.stream, track, mark.depth, mark.begin, mark.end, mark.begin};
    // Whatever record ends there, it does not end this mark.
    if ((mark.flags & (kMarkOpen | kMarkCut)) != 0) wanted.end = mark.begin;
    if ((mark.flags & kMarkOpen) != 0) wanted.lastsTo = mark.end;
    ++me.describeLeft;
    me.port.post(worker, request(ToWorker::Describe, wanted, index_->toWorker(worker)));
  }
  description_->answered = me.describeLeft == 0;
}

void Session::removeLanes(TrackId track) {
  impl_->view.reset();
  index_->removeLanes(track);
  ++version_;
}

// Returns the thread with this id in the trace of what is described, or kNoTrack if there is a link to it already.
TrackId Session::mentioned(const Description& description, int64_t tid) const {
  const TrackTable& tracks = index_->tracks();
  TrackId track = threadOf(tracks, tid, tracks[description.track].key.trace);
  bool known = std::any_of(description.links.begin(), description.links.end(),
                           [track](const Description::Link& link) { return link.track == track; });
  return known ? kNoTrack : track;
}

void Session::receiveDescription(WireReader& in) {
  uint32_t id = 0, stream = 0;
  DescribedMark described;
  in(id, stream, described);
  if (!description_ || id != impl_->describeId) return;
  if (impl_->describeLeft > 0) --impl_->describeLeft;
  description_->answered = impl_->describeLeft == 0;
  // Of several, that of the first stream counts, whichever worker answers first.
  if (!described.found || (description_->found && impl_->describedBy <= stream)) return;
  impl_->describedBy = stream;
  description_->found = true;
  description_->rows = std::move(described.rows);
  description_->fields = std::move(described.fields);
  description_->silent = std::max<Time>(0, described.silent);
  description_->runsOn = described.runsOn;
  description_->links.clear();
  for (DescribedMark::Link& theirs : described.links) {
    TrackId track = theirs.track;
    if (track == kNoTrack && theirs.tid >= 0) track = mentioned(*description_, theirs.tid);
    if (track == kNoTrack) continue;
    description_->links.push_back({std::move(theirs.label), track, theirs.time, theirs.flow, theirs.outgoing,
                                   theirs.depth, std::move(theirs.name)});
  }
}

// The description may have other names now, so it is asked for again.
bool Session::receiveNamed(WireReader& in) {
  if (!index_->readNamed(in)) return false;
  ++naming_;
  // These go by names from pass to pass, so the views have to ask again.
  for (JobKind kind : {JobKind::Stacks, JobKind::Callers, JobKind::Callees, JobKind::CallTree}) giveUp(kind);
  if (description_) describe(description_->track, Mark(impl_->described));
  return true;
}

// Several workers may report the same file; in the end, all of them know what one knows.
bool Session::receiveChanged(WireReader& in) {
  using Kind = SourceChange::Kind;
  for (FileChange& one : in.read<std::vector<FileChange>>()) {
    auto known =
        std::find_if(changes_.begin(), changes_.end(), [&](const auto& other) { return other.path == one.path; });
    if (known == changes_.end()) known = changes_.insert(known, one);
    if (one.change.kind != Kind::Unreadable || known->change.kind == Kind::None) known->change.kind = one.change.kind;
    known->change.cut = known->change.cut || one.change.cut;
  }
  return !in.failed();
}

void Session::ask(std::shared_ptr<Question> question) {
  Impl& me = *impl_;
  if (phase_ != Phase::Ready && phase_ != Phase::Indexing) return;
  question->id_ = ++me.requestId;
  question->left_ = me.port.workers();
  question->done_ = false;
  question->cut_ = false;
  question->progress_.assign(question->left_, 0);
  question->begin(*index_);
  for (uint32_t worker = 0; worker < me.port.workers(); ++worker) {
    WireWriter out(index_->toWorker(worker));
    out.put(ToWorker::Ask);
    out.put(question->id_);
    out.put(question->kind());
    question->write(*index_, worker, me.port.workers(), out);
    me.port.post(worker, out.take());
  }
  me.asked[static_cast<size_t>(question->kind())] = std::move(question);
  ++version_;
}

void Session::giveUp(JobKind kind) {
  std::shared_ptr<Question>& asked = impl_->asked[static_cast<size_t>(kind)];
  if (!asked) return;
  asked.reset();
  for (uint32_t worker = 0; worker < impl_->port.workers(); ++worker)
    impl_->port.post(worker, request(ToWorker::GiveUp, atMost(kind, JobKind::Count)));
  ++version_;
}

bool Session::working(JobKind kind) const {
  return impl_->asked[static_cast<size_t>(kind)] != nullptr;
}

bool Session::receiveAnswer(uint32_t worker, WireReader& in) {
  Impl& me = *impl_;
  const auto head = in.read<AnswerHead>();
  const auto kind = static_cast<size_t>(head.kind);
  if (in.failed() || kind >= std::size(me.asked)) return false;
  std::shared_ptr<Question> question = me.asked[kind];
  if (!question || question->id_ != head.id || worker >= question->progress_.size()) return true;
  question->progress_[worker] = head.progress;
  if (in.remaining() > 0 && !question->read(*index_, worker, in)) return false;
  if (!question->enough() && (!head.done || question->left_ == 0 || --question->left_ > 0)) return true;
  question->finish(*index_);
  if (question->goesOn()) return ask(std::move(question)), true;
  question->cut_ = cut();
  question->keep(*index_);
  question->done_ = true;
  me.asked[kind].reset();
  if (question == me.callsAsked) me.callsDone = me.callsAsked;
  return true;
}

void Session::requestCalls(const CallScope& scope) {
  impl_->callsAsked = std::make_shared<CallsQuestion>(scope, impl_->requestId + 1);
  ask(impl_->callsAsked);
}

const Calls* Session::calls() const {
  return impl_->callsDone ? &impl_->callsDone->calls() : nullptr;
}

bool Session::callsCut() const {
  return impl_->callsDone && impl_->callsDone->cut();
}

const CallScope& Session::callsAsked() const {
  static const CallScope kNone;
  return impl_->callsAsked ? impl_->callsAsked->scope() : kNone;
}

double Session::callsProgress() const {
  return impl_->asked[static_cast<size_t>(JobKind::Calls)] ? impl_->callsAsked->progress() : 1;
}

}  // namespace tp
