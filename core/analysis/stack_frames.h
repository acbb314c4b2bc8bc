// StackFrames counts calls by their stacks, in the shape that a StackQuery asks for, in bounded memory however many
// different stacks there are. A first pass over the records finds the stacks that may weigh enough (StackSketch), a
// second pass counts these exactly. The caller opens a frame for each call, and releases it in the end.
#pragma once

#include <memory>
#include <vector>

#include "core/analysis/call_tree.h"
#include "core/analysis/direct_calls.h"
#include "core/analysis/function_gains.h"
#include "core/analysis/stack_query.h"
#include "core/analysis/stack_sketch.h"
#include "core/trace/tracks.h"

namespace tp {

enum class StackPass : uint8_t {
  All,     // exact counts of all stacks, if they are few
  Sketch,  // an upper bound for the weight of each stack
  Heavy,   // exact counts of the stacks that may weigh enough
};

struct StackSums {
  int64_t root = 0;    // weight of the root; of all stacks if there is no root
  int64_t whole = 0;   // weight of all stacks that the query covers
  int64_t all = 0;     // and of those that it does not, being of other functions: their time, or growth
  int64_t missed = 0;  // by how much a stack may weigh more than the sketch says
  StateSums states;    // of a weight by states

  void add(const StackSums& other);
};

class StackFrames {
 public:
  // The first frame: the caller of the outermost calls.
  static constexpr uint32_t kTop = 0;
  // The most stacks that the pass All tells apart, in each worker and in all of them together.
  static constexpr size_t kFew = size_t{1} << 16;

  // All of them must outlive this. `heavy` is for the pass Heavy, else null.
  StackFrames(const StackSpec& spec, StackPass pass, const NameTable& names, const HeavyStacks* heavy);

  // Returns the frame that calls the outermost calls of the thread; kTop if threads are not told apart.
  uint32_t openThread(TrackId track, const TrackKey& key);
  // Returns the frame of a call that begins, to be used until it is released.
  uint32_t open(uint32_t caller, NameId name, Time begin);
  // As open(), for a call that is counted elsewhere, and here only tells who called its callees. It has no end().
  uint32_t openElsewhere(uint32_t caller, NameId name, Time begin);
  // Gives a call that ends under another name than it began with its new name. `counts`: the old name counts as a call
  // that did not end.
  void rename(uint32_t frame, NameId name, Time now, bool counts);
  // Ends the call. If `counts` is false, it is no call to be counted, and `duration` is the time of its callees.
  // `known`: its duration is known.
  void end(uint32_t frame, int64_t duration, Time begin, bool counts, bool known);
  // Notes that the call did not end: it is counted as nothing else.
  void lose(uint32_t frame) {
    if (frame != kCold) frames_[frame].lost = true;
  }
  // Adds time of a callee that is no call (kNotKnown).
  void unknown(uint32_t caller, NameId name, int64_t duration, Time begin);
  // Adds the growth of a counter within the frame, or time in a state. `times`: how often it grew, or began. `one`: the
  // time in a state; none of growth.
  void gain(uint32_t frame, int64_t amount, Time time, uint64_t times, const LongestTime& one);
  // Notes what is not certain of the time in states.
  void addStates(const StateSums& states) { sums_.states.add(states); }
  // Frees the frame. Callees must be released before their callers.
  void release(uint32_t frame);
  // Drops all frames that are open.
  void clear();
  // Sets the current time. Optional: it lets the sketch leave out more.
  void setNow(Time now);
  // Sets how many stacks may be open at most, beside each other and above each other. 0: not known.
  void setBreadth(uint64_t breadth) { breadth_ = breadth; }

  // In the pass All: returns whether there are too many stacks.
  bool tooMany() const { return tooMany_; }
  // Returns whether no call has begun.
  bool empty() const { return empty_; }
  // Writes the counts, with this worker's ids of names and tracks, for FoundStacks::merge().
  void write(WireWriter& out) const;

 private:
  // A call below one that is not told apart: it is ignored.
  static constexpr uint32_t kCold = ~uint32_t{0};
  // In Frame::key: set in the number of a stack. A key without it is how many levels of the root the stack has.
  static constexpr uint32_t kStack = uint32_t{1} << 31;
  static constexpr uint32_t kBeside = ~uint32_t{0};  // not below the root
  static constexpr uint32_t kLater = kBeside - 1;    // not computed yet
  // Bounds the memory of a worker, whatever the trace.
  static constexpr size_t kMaxNodes = size_t{1} << 20;

  struct Frame {
    uint64_t word = 0;
    uint32_t caller = kTop;  // the frame that it was opened from
    uint32_t key = 0;
    uint32_t node = CallTree::kNone;
    NameId name = kNoName;
    Time begin = 0;
    Time quiet = 0;          // until then, its stack has less than `slight_`
    bool asked = true;       // whether `quiet` was computed
    bool elsewhere = false;  // openElsewhere()
    // The rest is used only if stacks are reshaped or weighed otherwise.
    bool within = true;      // within a call of the function in focus
    bool counts = false;     // it is a call to be counted
    bool known = true;       // its duration is known
    bool called = true;      // false: made by unknown()
    bool lost = false;       // lose() was called
    uint32_t top = kTop;     // the frame of its thread
    uint32_t up = kTop;      // its caller in the new shape
    uint32_t shaped = kTop;  // the frame that it is merged into: itself, or a caller
    uint64_t calls = 0;      // calls that are merged into it
    uint64_t open = 0;       // of these, calls of unknown duration
    int64_t duration = 0;
    int64_t callees = 0;  // time of its callees
    int64_t own = 0;      // its weight without callees
    int64_t below = 0;    // the weight of its callees
    uint32_t row = 0;     // of its function, if functions are summed up
  };
  // Hashes of names (wordOf()), by their ids.
  class Words {
   public:
    explicit Words(const NameTable& names) : names_(names) {}
    uint64_t of(NameId name) {
      if (name >= known_.size() || known_[name] == 0) [[unlikely]]
        return learnt(name);
      return known_[name];
    }

   private:
    uint64_t learnt(NameId name);

    const NameTable& names_;
    std::vector<uint64_t> known_;
  };

  bool isTop(uint32_t frame) const { return frames_[frame].top == frame; }
  uint32_t made(uint32_t caller, NameId name, uint64_t word, Time begin);
  uint32_t keyBelow(uint32_t key, uint64_t word) const;
  bool isRoot(uint32_t frame) const;
  uint32_t keyOf(uint32_t frame);
  Time quietOf(uint32_t frame);
  uint32_t nodeBelow(uint32_t node, uint32_t key, NameId name, Time first);
  enum class Ending : uint8_t { Known, Open, NoCall };  // Open: the duration is not known
  void endSimple(uint32_t frame, int64_t duration, Time begin, bool counts, Ending ending);
  void shape(uint32_t frame);
  bool calledAgain(const Frame& frame) const;
  bool calledAgainByFocus(const Frame& frame) const;
  void countDirect(const Frame& frame);
  void gainDirect(uint32_t frame, int64_t amount, uint64_t times);
  void gainFunctions(uint32_t frame, int64_t amount, uint64_t times, bool atMost);
  void weigh(const Frame& frame);
  // `again`: a call within a call of the same function. It counts as a call, but its time is that of the outer one.
  // Returns the node of the outermost caller that has one.
  uint32_t weighCallers(uint32_t frame, int64_t weight, uint64_t calls, Time first, bool again = false);
  void put(uint32_t key, uint32_t node, uint32_t callerNode, int64_t weight, uint64_t calls, Time first,
           uint64_t open = 0);

  const StackSpec& spec_;
  StackPass pass_;
  const HeavyStacks* heavy_;
  Words words_;
  bool gains_;     // weighs what stacks gain while they are open, not calls: CallScope::gains()
  bool simple_;    // stacks are not reshaped, and weighed by time
  uint32_t root_;  // number of levels of the root
  std::vector<Frame> frames_;
  std::vector<uint32_t> free_;
  std::vector<uint32_t> stack_;  // scratch space of keyOf() and gain()
  CallTree tree_;
  std::vector<uint32_t> level_;  // by node: levels below the root
  std::unique_ptr<StackSketch> sketch_;
  uint64_t breadth_ = 0;
  Time slight_ = 0;    // stacks with less time may be left out of the sketch
  Time rootOpen_ = 0;  // when the open call of the root began; valid if `rootIsOpen_`
  bool rootIsOpen_ = false;
  StackSums sums_;
  DirectCalls direct_;  // of the spec's leaf, or focus
  FunctionGains functions_;
  bool tooMany_ = false;
  bool empty_ = true;
};

}  // namespace tp
