// A session and its workers: the input is a script of what a person does and of what becomes of messages on their way.
// Those of one worker come late, twice, damaged or not at all; those of several in any order.
#include "core/session/export/export_question.h"
#include "core/session/find/find_question.h"
#include "core/session/index_worker.h"
#include "core/session/places/offset_question.h"
#include "core/session/plot/plot_question.h"
#include "core/session/rows/row_table.h"
#include "core/session/scheduling/cpu_work_question.h"
#include "core/session/scheduling/scheduling_question.h"
#include "core/session/session.h"
#include "core/session/stacks/stacks_question.h"
#include "tests/fuzz/fuzz_input.h"
#include "tests/fuzz/small_traces.h"

namespace {

using namespace tp;

constexpr const char* kWords[] = {"main", "in", "dur > 10", "cpu == 0 || name =~ a", "tid > 1 &&", ""};

class Script final : public WorkerPort {
 public:
  Script(fuzz::Input input, const FileSet& files)
      : input_(input),
        files_(files),
        workers_(1 + number(3)),
        told_(workers_.size()),
        session_(*this),
        table_(session_) {}

  void run() {
    open();
    while (!input_.empty()) step();
    pieceBytes_ = size_t{1} << 20;
    work();
    deliver();
    frame(0);
    table_.update(0, 50, ++seconds_);
    work();
    deliver();
  }

  uint32_t workers() const override { return static_cast<uint32_t>(workers_.size()); }
  void post(uint32_t worker, std::vector<std::byte> message) override {
    if (damagePost_ != 0 && !message.empty()) {
      message[damagePost_ % message.size()] ^= static_cast<std::byte>(damageBy_);
      damagePost_ = 0;
    }
    workers_[worker].receive(message);
  }

 private:
  using Message = std::vector<std::byte>;

  uint32_t number(uint32_t below) { return input_.next() % below; }
  Time time() {
    constexpr Time kTimes[] = {std::numeric_limits<Time>::min(), -1, 0, std::numeric_limits<Time>::max()};
    uint8_t byte = input_.next();
    const TraceIndex& index = session_.index();
    if (byte < 4) return kTimes[byte];
    if (index.begin() > index.end()) return byte;
    double share = static_cast<double>(byte - 4) / 251;
    return index.begin() +
           static_cast<Time>(share * (static_cast<double>(index.end()) - static_cast<double>(index.begin())));
  }
  TrackId track() {
    const uint32_t count = session_.index().tracks().size();
    return count > 0 ? TrackId(number(count)) : kNoTrack;
  }
  std::pair<Time, Time> times() {
    Time a = time(), b = time();
    return {std::min(a, b), std::max(a, b)};
  }

  void open() {
    for (std::vector<Message>& messages : told_) messages.clear();
    session_.beginOpen("trace", 0);
    for (uint32_t i = 0; i < workers_.size(); ++i) workers_[i].open(files_, i, workers());
    gather();
  }
  void gather() {
    Message message;
    for (uint32_t i = 0; i < workers_.size(); ++i)
      while (workers_[i].take(message)) told_[i].push_back(std::move(message));
  }
  // All that there is to do.
  void work() {
    constexpr int kMaxSteps = 400;
    for (IndexWorker& worker : workers_)
      for (int steps = 0; steps < kMaxSteps && worker.step(pieceBytes_);) ++steps;
    gather();
  }
  void deliverOne(uint32_t worker, size_t at) {
    std::vector<Message>& messages = told_[worker];
    if (at >= messages.size()) return;
    Message message = std::move(messages[at]);
    messages.erase(messages.begin() + static_cast<ptrdiff_t>(at));
    session_.receive(worker, message, ++seconds_);
    last_ = std::move(message);
  }
  void deliver() {
    for (uint32_t i = 0; i < workers_.size(); ++i)
      while (!told_[i].empty()) deliverOne(i, 0);
  }
  Message* chosenMessage() {
    std::vector<Message>& messages = told_[number(workers())];
    return messages.empty() || messages.front().empty() ? nullptr : &messages.front();
  }
  void frame(int level) {
    const TraceIndex& index = session_.index();
    session_.beginFrame();
    marks_.clear();
    for (TrackId id = 0; id < index.tracks().size(); ++id) {
      shown_ = marks_.empty() ? id : shown_;
      session_.query(id, index.begin(), index.end(), level, marks_);
    }
    session_.endFrame();
  }

  void step() {
    switch (number(26)) {
      case 0:
      case 1:
      case 2:
        return deliverOne(number(workers()), 0);
      case 3:
        return deliver();
      case 4:  // out of order
        return deliverOne(number(workers()), number(4));
      case 5: {
        uint32_t worker = number(workers());
        session_.receive(worker, Message(last_), ++seconds_);
        return;
      }
      case 6:
        if (Message* message = chosenMessage()) {
          size_t at = input_.next() | size_t{input_.next()} << 8;
          (*message)[at % message->size()] ^= static_cast<std::byte>(input_.next());
        }
        return;
      case 7:
        if (Message* message = chosenMessage()) message->resize(message->size() * number(256) / 256);
        return;
      case 8: {
        Message message(number(24));
        for (std::byte& byte : message) byte = static_cast<std::byte>(input_.next());
        session_.receive(number(workers() + 2), message, ++seconds_);
        return;
      }
      case 9:
        damagePost_ = input_.next();
        damageBy_ = input_.next();
        return;
      case 10: {
        constexpr size_t kPieces[] = {1, 16, 100, 1000};
        pieceBytes_ = kPieces[number(4)];
        workers_[number(workers())].step(pieceBytes_);
        return gather();
      }
      case 11:
      case 12:
        return work();
      case 13:
        return frame(static_cast<int>(number(kLevels)));
      case 14: {
        if (marks_.empty() || shown_ >= session_.index().tracks().size()) return;
        const Mark mark = marks_[number(static_cast<uint32_t>(marks_.size()))];
        return session_.describe(shown_, mark);
      }
      default:
        return ask();
    }
  }

  void ask() {
    const TraceIndex& index = session_.index();
    switch (number(14)) {
      case 0: {
        uint64_t first = uint64_t{input_.next()} * 4;
        table_.update(first, number(64), ++seconds_);
        for (uint64_t i = first; i < first + 8; ++i) (void)table_.row(i);
        return;
      }
      case 1:
        return table_.limit(number(3) == 0 ? std::nullopt : std::optional(times()));
      case 2: {
        auto query = queryFor(kWords[number(std::size(kWords))], index.info().clock);
        auto question = std::make_shared<SearchQuestion>(number(2) == 0 ? JobKind::Filter : JobKind::Search, query);
        session_.ask(question);
        return table_.show(number(3) == 0 ? nullptr : question);
      }
      case 3: {
        RowKey key;
        key.time = time();
        key.stream = number(8);
        key.position = number(256);
        return table_.find(key, track(), static_cast<uint16_t>(number(3)));
      }
      case 4: {
        FindScope scope;
        scope.names = {number(64)};
        scope.track = number(2) == 0 ? kNoTrack : track();
        scope.from = time();
        scope.forward = number(2) == 0;
        return session_.ask(std::make_shared<FindQuestion>(scope));
      }
      case 5: {
        CallScope scope;
        if (number(2) == 0) std::tie(scope.begin, scope.end) = times();
        scope.byThread = number(2) == 0;
        if (number(2) == 0 && index.tracks().size() > 0) scope.tracks = {track()};
        if (number(2) == 0) return session_.requestCalls(scope);
        StackQuery query;
        query.scope = scope;
        query.shape.byThread = scope.byThread;
        query.shape.weight = static_cast<CallWeight>(number(3));
        query.shape.inverted = number(2) == 0;
        query.shape.collapseRecursion = number(2) == 0;
        if (number(2) == 0) query.shape.focus = number(64);
        if (number(2) == 0) query.root = {number(64)};
        query.levels = number(4);
        query.scope.states = static_cast<StateWeight>(number(6));
        return session_.ask(std::make_shared<StacksQuestion>(JobKind::Stacks, query, number(2) == 0));
      }
      case 6: {
        SchedulingScope scope;
        if (number(2) == 0) std::tie(scope.begin, scope.end) = times();
        if (number(2) == 0)
          return session_.ask(std::make_shared<CpuWorkQuestion>(CpuWorkScope{track(), scope.begin, scope.end}));
        LatencyFilter filter;
        if (number(2) == 0) std::tie(filter.shortest, filter.longest) = times();
        if (number(2) == 0) filter.thread = track();
        return session_.ask(std::make_shared<SchedulingQuestion>(scope, filter));
      }
      case 7: {
        constexpr const char* kFields[] = {"prev_pid", "arg1", "dur", "id"};
        PlotSpec spec;
        spec.event = number(2) == 0 && index.names().size() > 0
                         ? std::string(index.names().view(number(index.names().size())))
                         : "sched_switch";
        spec.field = kFields[number(std::size(kFields))];
        if (number(2) == 0) std::tie(spec.nearBegin, spec.nearEnd) = times();
        return session_.ask(std::make_shared<PlotQuestion>(spec));
      }
      case 8: {
        const std::vector<FileEntry>& files = files_.files();
        FileOffset wanted{files[number(static_cast<uint32_t>(files.size()))].path, uint64_t{input_.next()} * 16};
        return session_.ask(std::make_shared<OffsetQuestion>(wanted));
      }
      case 9: {
        auto format = static_cast<ExportFormat>(number(static_cast<uint32_t>(ExportFormat::Count)));
        ExportRequest request = exportRequest(index, "x", format, 0, -1);
        return session_.ask(std::make_shared<ExportQuestion>(std::move(request), [](std::string_view) {}));
      }
      case 10:
        return session_.giveUp(static_cast<JobKind>(number(static_cast<uint32_t>(JobKind::Count))));
      case 11:
        return session_.removeLanes(track());
      case 12:
        return number(2) == 0 ? session_.cancel() : session_.fail("it can't be read");
      default:
        if (++opened_ > 2) return;
        return number(3) == 0 ? session_.close() : open();
    }
  }

  fuzz::Input input_;
  const FileSet& files_;
  std::vector<IndexWorker> workers_;
  std::vector<std::vector<Message>> told_;  // and not delivered yet, by worker
  Session session_;
  RowTable table_;
  std::vector<Mark> marks_;  // of the last frame
  TrackId shown_ = 0;        // the track of the first of them
  Message last_;
  size_t pieceBytes_ = 100;
  double seconds_ = 0;
  int opened_ = 0;
  uint8_t damagePost_ = 0, damageBy_ = 0;
};

// What inputs only read.
std::unique_ptr<const std::vector<FileSet>> traces;

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  traces = std::make_unique<const std::vector<FileSet>>(fuzz::smallTraces());
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz::Input input(data, size);
  const FileSet& files = (*traces)[input.choice() % traces->size()];
  Script(input, files).run();
  return 0;
}
