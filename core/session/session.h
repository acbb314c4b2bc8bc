// Session is one open trace as a front end sees it: its phase, its index, and the answers to questions. It runs on the
// UI thread and never waits: work goes to workers as bytes, and comes back as bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/index/trace_index.h"
#include "core/io/file_changes.h"
#include "core/session/calls/calls_question.h"
#include "core/session/places/described_mark.h"

namespace tp {

enum class Phase : uint8_t { Empty, Opening, Indexing, Ready, Failed };

// Sends messages to workers: to a thread pool natively, by postMessage in the page. Each worker answers in order.
class WorkerPort {
 public:
  virtual ~WorkerPort() = default;
  virtual uint32_t workers() const = 0;
  virtual void post(uint32_t worker, std::vector<std::byte> message) = 0;
};

struct Progress {
  uint64_t bytesDone = 0;
  uint64_t bytesTotal = 0;
  double seconds = 0;  // since indexing began
  double bytesPerSecond = 0;
  double secondsLeft = -1;  // < 0: not known yet
  // From 0 to 1; < 0 if the total is not known.
  double fraction() const {
    return bytesTotal > 0 ? static_cast<double>(bytesDone) / static_cast<double>(bytesTotal) : -1;
  }
};

// What the details panel shows of the selected slice or instant. `rows` are labels and texts, in the order to be shown.
struct Description {
  TrackId track = kNoTrack;
  Time begin = 0, end = 0;
  uint16_t depth = 0;
  bool answered = false;  // false: an answer is still missing
  bool found = false;     // false: the record could not be found again
  std::vector<DetailRow> rows;
  // A place that it is related to: who woke it, for example, or whom it woke.
  struct Link {
    std::string label;  // "woken by"
    TrackId track = kNoTrack;
    Time time = 0;
    bool flow = false;      // one led to the other; false: the record only mentions it
    bool outgoing = false;  // this caused what is there, else what is there caused this
    uint16_t depth = 0;     // of the slice there
    std::string name = {};  // of the slice there; empty: the track tells
  };
  std::vector<Link> links;
  // Fields of the records whose values are numbers: these can be plotted.
  using Field = DescribedMark::Field;
  std::vector<Field> fields;
  // Of the state of a thread without a CPU: for how long another CPU was not recorded meanwhile, on which the thread
  // may have run. The state lasted so much less, at most.
  Time silent = 0;
  // Of a state: the CPU on which the thread runs from its end on; -1 if it does not, or if that is not known.
  int32_t runsOn = -1;
};

class Session {
 public:
  // `port` must outlive the session. `cacheBytes` is the budget for details that are decoded again.
  explicit Session(WorkerPort& port, uint64_t cacheBytes = uint64_t{192} << 20);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // Drops what was open before; the front end hands files to the workers next. `bytesTotal` is for progress() until the
  // streams are known.
  void beginOpen(std::string name, uint64_t bytesTotal);
  // After beginOpen(), and before a message of a worker: takes the next block of a kept index of the same files
  // (IndexBlockWriter). Returns false if it is none. When kept() is true, the front end lets the workers openKept(),
  // and nothing is indexed again. Else it calls dropKept(), and goes on as if there had been no kept index. Files that
  // are added later (IndexWorker::add()) do not change names that a kept index has: the front end opens all of them
  // once more.
  bool takeKept(Bytes block);
  bool takesKept() const;  // a block was taken
  bool kept() const;
  void dropKept();
  // Reports an error, for example of a front end that has nothing to open ("no file was dropped").
  void fail(std::string error);
  // Asks a worker whether the files are still what they were; changes() will have what has changed.
  void look();
  // Stops indexing; what is indexed so far stays open. While the files are being opened, closes the trace.
  void cancel();
  void close();

  // Takes a message of a worker. Those of one worker must come in the order in which it sent them. `seconds` is a
  // monotonic clock.
  void receive(uint32_t worker, Bytes message, double seconds);

  Phase phase() const { return phase_; }
  const std::string& name() const { return name_; }    // what was dropped
  const std::string& error() const { return error_; }  // if Failed: what the files look like, and what is accepted
  Progress progress() const;
  bool cancelled() const { return cancelled_; }
  // The files that are not what they were when they were opened, each once. What is known of them stays.
  const std::vector<FileChange>& changes() const { return changes_; }
  // Returns whether some of their bytes can't be read any more: further answers are of what is left.
  bool cut() const;
  const TraceIndex& index() const { return *index_; }
  // Grows whenever something that a view may show has changed.
  uint64_t version() const { return version_; }
  // Different for each trace that is opened: what was kept under another value is of no use.
  uint64_t opening() const { return opening_; }
  // Grows when files that were added have changed names: of functions, some may have one name now.
  uint64_t naming() const { return naming_; }
  uint64_t cacheBytes() const;

  // Appends the marks of a track that touch [begin, end] to `out`, at the level of detail where one pixel is 2^level
  // clock units or more, in no particular order. What is not resident at that level is asked of the workers, and
  // replaced by a coarser level until it arrives; version() grows then.
  void query(TrackId track, Time begin, Time end, int level, std::vector<Mark>& out);
  // As query(), for one lane, but with resident marks only: nothing is asked of the workers. `level` must be at least
  // the base level of the lane's stream.
  void queryLaneResident(uint32_t lane, Time begin, Time end, int level, std::vector<Mark>& out);
  // All queries of a frame must come between these two, so that requests follow what is visible.
  void beginFrame();
  void endFrame();
  // Returns whether there are requests that were not answered yet.
  bool waiting() const;

  // Asks for the description of a mark that is not an aggregate. The answer appears in description().
  void describe(TrackId track, const Mark& mark);
  // Returns null if nothing was asked for since the trace was opened.
  const Description* description() const { return description_.get(); }

  // Asks all workers. The previous question of the same kind is given up. version() grows with each part of the answer.
  // Does nothing if no trace is open.
  void ask(std::shared_ptr<Question> question);
  void giveUp(JobKind kind);
  // Removes what an answer has added to the track from the index. The track stays, empty.
  void removeLanes(TrackId track);
  // Returns whether a question of the kind is being worked on.
  bool working(JobKind kind) const;

  // Asks for the profile of the calls within a scope. The previous request is given up.
  void requestCalls(const CallScope& scope);
  const Calls* calls() const;           // the last that was computed; null before
  const CallScope& callsAsked() const;  // scope of the last request
  bool callsCut() const;                // calls() is of what could still be read, not of all
  double callsProgress() const;         // 0 to 1; 1 if nothing is under way

 private:
  struct Impl;

  void reset(Phase phase);
  void receiveDescription(WireReader& in);
  TrackId mentioned(const Description& description, int64_t tid) const;
  bool receiveAnswer(uint32_t worker, WireReader& in);
  bool receiveNamed(WireReader& in);
  bool receiveChanged(WireReader& in);

  Phase phase_ = Phase::Empty;
  std::string name_;
  std::string error_;
  bool cancelled_ = false;
  std::vector<FileChange> changes_;
  uint64_t version_ = 0;
  uint64_t opening_ = 0;
  uint64_t naming_ = 0;
  std::unique_ptr<TraceIndex> index_;
  std::unique_ptr<Description> description_;
  std::unique_ptr<Impl> impl_;
  uint64_t cacheBudget_;
};

}  // namespace tp
