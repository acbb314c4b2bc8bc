// One open trace as a front end sees it: what phase it is in, its index, and the answers to what was asked of it. Runs
// on the UI thread and never waits: work goes to workers as bytes and comes back as bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/index/trace_index.h"
#include "core/io/file_changes.h"
#include "core/session/calls/calls_question.h"

namespace tp {

enum class Phase : uint8_t { Empty, Opening, Indexing, Ready, Failed };

// Where messages for workers go: a thread pool natively, postMessage in the page. A worker answers in order.
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
  // 0 to 1; < 0 while the total is not known.
  double fraction() const {
    return bytesTotal > 0 ? static_cast<double>(bytesDone) / static_cast<double>(bytesTotal) : -1;
  }
};

// What the details panel shows of a selected slice or instant: label and text, in the order to be shown.
struct Description {
  TrackId track = kNoTrack;
  Time begin = 0, end = 0;
  uint16_t depth = 0;
  bool answered = false;  // false: still asking
  bool found = false;     // false: the record could not be found again
  std::vector<std::pair<std::string, std::string>> rows;
  // Other places that it has to do with: who woke it, whom it woke.
  struct Link {
    std::string label;  // "woken by"
    TrackId track = kNoTrack;
    Time time = 0;
    bool flow = false;      // one led to the other; false: the record only mentions it
    bool outgoing = false;  // this caused what is there, else what is there caused this
    uint16_t depth = 0;     // of what is there
    std::string name = {};  // of what is there; empty: the track says
  };
  std::vector<Link> links;
  // The fields of the records that are numbers: what can be plotted.
  struct Field {
    std::string event, field, text;
    bool end = false;  // of the record that ends it, else of the one that begins it
  };
  std::vector<Field> fields;
};

class Session {
 public:
  // `port` outlives the session. `cacheBytes`: budget for details decoded again.
  explicit Session(WorkerPort& port, uint64_t cacheBytes = uint64_t{192} << 20);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // The front end is about to hand files to the workers. Drops what was open before.
  void beginOpen(std::string name, uint64_t bytesTotal);
  // The front end could not even start ("no file was dropped").
  void fail(std::string error);
  // Asks whether the files are still what they were; what comes of it is in changes().
  void look();
  // Stops indexing; what is indexed so far stays open.
  void cancel();
  void close();

  // A message of a worker, in the order in which it sent them. `seconds`: a monotonic clock.
  void receive(uint32_t worker, Bytes message, double seconds);

  Phase phase() const { return phase_; }
  const std::string& name() const { return name_; }    // what was dropped
  const std::string& error() const { return error_; }  // when Failed: what it looks like, and what is accepted
  Progress progress() const;
  bool cancelled() const { return cancelled_; }
  // Files that are not any more what they were when they were opened, each once. What is known of them stays.
  const std::vector<FileChange>& changes() const { return changes_; }
  // Some of their bytes can't be read any more: answers from now on are of what is left.
  bool cut() const;
  const TraceIndex& index() const { return *index_; }
  // Grows whenever something that a view may show has changed.
  uint64_t version() const { return version_; }
  // Another one for each trace that was opened: what is kept of the one before is worth nothing.
  uint64_t opening() const { return opening_; }
  uint64_t cacheBytes() const;

  // The marks of a track that touch [begin, end] where one pixel is 2^level units or more, appended to `out` in no
  // particular order. What is not resident at that level is asked of the workers and drawn coarser until it arrives
  // (version() then grows).
  void query(TrackId track, Time begin, Time end, int level, std::vector<Mark>& out);
  // The same of one lane, but only what is resident: nothing is asked of the workers. `level` is no less than the base
  // level of the lane's stream.
  void queryLaneResident(uint32_t lane, Time begin, Time end, int level, std::vector<Mark>& out);
  // Between beginFrame() and endFrame() come all queries of a frame, so that requests follow what is visible.
  void beginFrame();
  void endFrame();
  // Requests not answered yet.
  bool waiting() const;

  // Asks for the text of one mark that is not a fold; the answer appears in description().
  void describe(TrackId track, const Mark& mark);
  const Description* description() const { return description_.get(); }

  // Asks all workers; the question of the same kind asked before is given up. version() grows with each part of the
  // answer. Nothing happens while no trace is open.
  void ask(std::shared_ptr<Question> question);
  void giveUp(JobKind kind);
  // Takes off the index what an answer has put there; the track stays, without anything on it.
  void removeLanes(TrackId track);
  // A question of the kind is being worked on.
  bool working(JobKind kind) const;

  // Asks for the profile of the calls within a scope; what was asked for before is given up.
  void requestCalls(const CallScope& scope);
  const Calls* calls() const;           // the last that was computed; null before
  const CallScope& callsAsked() const;  // what was asked for last
  bool callsCut() const;                // that is of what could still be read, not of all
  double callsProgress() const;         // 0 to 1; 1 when there is nothing under way

 private:
  struct Impl;

  void reset(Phase phase);
  void pump();
  void receiveDetail(uint32_t worker, WireReader& in);
  void receiveDescription(uint32_t worker, WireReader& in);
  TrackId mentioned(const Description& description, int64_t tid) const;
  bool receiveAnswer(uint32_t worker, WireReader& in);
  bool receiveNamed(uint32_t worker, WireReader& in);
  bool receiveChanged(WireReader& in);

  Phase phase_ = Phase::Empty;
  std::string name_;
  std::string error_;
  bool cancelled_ = false;
  std::vector<FileChange> changes_;
  uint64_t version_ = 0;
  uint64_t opening_ = 0;
  std::unique_ptr<TraceIndex> index_;
  std::unique_ptr<Description> description_;
  std::unique_ptr<Impl> impl_;
  uint64_t cacheBudget_;
};

}  // namespace tp
