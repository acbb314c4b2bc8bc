// Why a thread waited: the critical path of a thread over a range, and what is said of it. docs/why.md has the rules.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/analysis/waits/cpu_use.h"
#include "core/analysis/waits/path_search.h"
#include "core/analysis/waits/wait_words.h"
#include "core/analysis/waits/wake_chains.h"
#include "core/session/session.h"
#include "ui/view/cpu_work_answer.h"
#include "ui/view/requests.h"
#include "ui/view/waits_answer.h"
#include "ui/view/window_state.h"

namespace tp::ui {

// What is asked about. Times are in clock units, half open.
struct WhySubject {
  TrackId thread = kNoTrack;
  Time from = 0, to = 0;
  bool state = false;  // it is one state of the thread, as it is drawn: the sentence is about that

  bool operator==(const WhySubject&) const = default;
};

class WhyAnswer {
 public:
  static constexpr size_t kMaxLongest = 100'000;

  // The thread and the range that the selection and the marked range stand for; nullopt if they stand for none. After
  // placeOf(), it is what it was before, as long as that place is selected.
  std::optional<WhySubject> subject(const WindowState& c, const TraceIndex& index);
  // Call in each frame in which the answer is shown. Asks `waits` and the workers for what is missing, unless `quiet`.
  // Returns whether path(), shares() and words() are of the subject; a long path takes some frames.
  bool want(Session& session, WaitsAnswer& waits, const WhySubject& subject, bool quiet);

  // From 0 to 1, while want() returns false.
  double progress(const WaitsAnswer& waits) const;

  // Null until the open trace has been gone through once.
  const WaitGraph* graph(const Session& session) const {
    return opening_ == session.opening() ? graph_.get() : nullptr;
  }

  const CriticalPath& path() const { return path_; }
  const std::vector<PathShare>& shares() const { return shares_; }
  const WakeChains& chains() const { return chains_; }
  // Who ran on the CPUs that the path waited for, while it did. Made when it is asked for first.
  const CpuUse& cpus(const TraceIndex& index);
  // Of a path that is a single wait for a CPU: what that did meanwhile. Null: the path is another one, or the workers
  // have not told it yet.
  const CpuWork* work() const;
  // Whether a thread is on the path.
  bool onPath(TrackId thread) const;
  // The position in chains().chains of a segment of path().
  uint32_t chainOf(uint32_t number) const { return path_.lineOf(number); }
  // Grows with every new path.
  uint64_t made() const { return made_; }
  // The sentence, and a second one if events were lost meanwhile.
  const WaitWords& words() const { return words_; }
  // joinedNotes() of the trace.
  const std::string& notes() const { return notes_; }
  // What a segment of path() is, by its position there. Made once: a wait may have had many users of its CPU. What
  // these are without the interrupts amid them is asked of the workers, unless `quiet`; until they tell, these are in.
  const std::string& textOf(Session& session, uint32_t number, bool quiet = false);
  // Positions in path() of the longest kMaxLongest, the longest first.
  const std::vector<uint32_t>& longest() const { return longest_; }

  // Returns the position in path() of the longest segment that `fits(position)`; nothing if none does.
  template <class Fits>
  std::optional<uint32_t> longestThat(const Fits& fits) const {
    std::optional<uint32_t> best;
    for (uint32_t i = 0; i < path_.size(); ++i)
      if ((!best || path_.lengthOf(i) > path_.lengthOf(*best)) && fits(i)) best = i;
    return best;
  }

  // The segment of path() that was gone to last, and its position in longest(). Nothing: none was, or it is not there.
  std::optional<uint32_t> chosen() const { return chosen_; }
  std::optional<uint32_t> chosenRow() const { return chosenRow_; }
  // `number`: a position in path().
  void choose(uint32_t number);

  // From now on, the subject is again what is selected or marked.
  void leavePlace() { kept_.reset(); }
  // Returns the place of what a thread, or a CPU, did at a time, for Requests::goTo. The subject stays meanwhile.
  Requests::Place placeOf(const WindowState& c, const TraceIndex& index, TrackId track, Time time);

 private:
  bool compute(Session& session);
  void begin(const WhySubject& subject);
  void speak(Session& session, const WhySubject& subject);

  uint64_t opening_ = 0;  // Session::opening() of all below
  std::shared_ptr<const WaitGraph> graph_;
  std::string notes_;
  std::optional<WhySubject> subject_;  // of the members below
  // Null: the path is there. `sums_` when it is found, and has to be summed up.
  std::unique_ptr<PathSearch> search_;
  std::unique_ptr<ChainSums> sums_;
  CriticalPath path_;
  std::vector<PathShare> shares_;
  WakeChains chains_;
  std::optional<CpuUse> cpus_;
  std::vector<TrackId> threads_;  // of the path, in order of their numbers
  std::vector<uint32_t> longest_;
  std::optional<uint32_t> chosen_, chosenRow_;
  uint64_t made_ = 0;
  struct Text {
    std::string words;
    bool whole = false;  // nothing is to be asked for it any more
  };
  std::unordered_map<uint32_t, Text> texts_;  // by position in `path_`
  CpuWorkAnswer partWork_;                    // of the segments that have texts, one after the other
  WaitWords words_;
  CpuWorkAnswer work_;
  std::optional<CpuWorkScope> scope_;  // of what the CPU did that the subject waited for
  bool spoken_ = false;                // words_ and texts_ have what is known of that CPU

  std::optional<WhySubject> kept_;   // since placeOf()
  std::optional<Selection> before_;  // what was selected then
  TrackId place_ = kNoTrack;         // that it led to
  Time time_ = 0;
};

}  // namespace tp::ui
