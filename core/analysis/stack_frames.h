// Counts calls by their stacks, as somebody wants to look at them (StackQuery), in a fixed room however many different
// stacks there are. What is to be told apart is found out first, and counted exactly then, by another look at the
// records: see StackSketch. Whoever goes through the records opens a frame for each call, and releases it in the end.
#pragma once

#include <memory>
#include <vector>

#include "core/analysis/call_tree.h"
#include "core/analysis/direct_calls.h"
#include "core/analysis/stack_query.h"
#include "core/analysis/stack_sketch.h"
#include "core/trace/tracks.h"

namespace tp {

enum class StackPass : uint8_t {
  All,     // all stacks, as long as they are few
  Sketch,  // what each of them weighs at most
  Heavy,   // those that may weigh enough
};

struct StackSums {
  int64_t root = 0;    // what the root weighs; where there is none, all stacks
  int64_t whole = 0;   // all stacks that are looked at
  int64_t all = 0;     // and those that are not, being of other functions: their time, or growth
  int64_t missed = 0;  // by so much a stack may weigh more than the sketch says

  void add(const StackSums& other);
};

class StackFrames {
 public:
  // The first frame, which calls all that nobody calls.
  static constexpr uint32_t kTop = 0;
  // So many stacks pass All tells apart, whoever counts them.
  static constexpr size_t kFew = size_t{1} << 16;

  // All of them outlive this. `heavy`: for that pass, else null.
  StackFrames(const StackSpec& spec, StackPass pass, const NameTable& names, const HeavyStacks* heavy);

  // For the calls on a thread that nobody calls: kTop where threads are not told apart.
  uint32_t openThread(TrackId track, const TrackKey& key);
  uint32_t open(uint32_t caller, NameId name, Time begin);
  // The same of a call that is counted elsewhere, and here only tells who called what it called. It has no end().
  uint32_t openElsewhere(uint32_t caller, NameId name, Time begin);
  // What has begun under another name ends under this one. `counts`: it is told of as a call that did not end.
  void rename(uint32_t frame, NameId name, Time now, bool counts);
  // The call has ended. `counts`: it is one to be counted, else `duration` is that of what it called; `known`: it is
  // known how long it took.
  void end(uint32_t frame, int64_t duration, Time begin, bool counts, bool known);
  // The call did not end, and is none to be counted but as such.
  void lose(uint32_t frame) {
    if (frame != kCold) frames_[frame].lost = true;
  }
  // Time of what it called that is no call: kNotKnown.
  void unknown(uint32_t caller, NameId name, int64_t duration, Time begin);
  // A counter grew within it.
  void gain(uint32_t frame, int64_t amount, Time time);
  // Nobody calls from it any more. Callers are released after those that they called.
  void release(uint32_t frame);
  // Frames that are still open are forgotten.
  void clear();
  // Time goes on. It need not be told, and is so now and then.
  void setNow(Time now);
  // How many stacks may be open beside each other and above each other, at most. 0: it is not known.
  void setBreadth(uint64_t breadth) { breadth_ = breadth; }

  // Pass All: there are too many stacks.
  bool tooMany() const { return tooMany_; }
  // No call has begun.
  bool empty() const { return empty_; }
  // Name and track ids are this worker's. StackCounts::merge() reads it.
  void write(WireWriter& out) const;

 private:
  // A call of which nothing is looked at: it is below one that is not told apart.
  static constexpr uint32_t kCold = ~uint32_t{0};
  // Of Frame::key: a number of the stack has this bit; less tells how much of the root the stack has.
  static constexpr uint32_t kStack = uint32_t{1} << 31;
  static constexpr uint32_t kBeside = ~uint32_t{0};  // beside the root
  static constexpr uint32_t kLater = kBeside - 1;    // not known yet
  // A worker's memory has an end, whatever a trace makes of it.
  static constexpr size_t kMaxNodes = size_t{1} << 20;

  struct Frame {
    uint64_t word = 0;
    uint32_t caller = kTop;  // that it was opened from
    uint32_t key = 0;
    uint32_t node = CallTree::kNone;
    NameId name = kNoName;
    Time begin = 0;
    Time quiet = 0;          // up to then its stack has less than what is slight
    bool asked = true;       // whether that is known
    bool elsewhere = false;  // openElsewhere()
    // The rest is for stacks that are looked at otherwise than they are.
    bool within = true;      // of the function that is asked for
    bool counts = false;     // it is a call to be counted
    bool known = true;       // it is known how long it took
    bool called = true;      // false: unknown()
    bool lost = false;       // lose()
    uint32_t top = kTop;     // of its thread
    uint32_t up = kTop;      // what calls it then
    uint32_t shaped = kTop;  // the frame that it is a part of: itself, or one that calls it
    uint64_t calls = 0;      // that are parts of it
    uint64_t open = 0;       // of these, those of which it is not known how long they took
    int64_t duration = 0;
    int64_t callees = 0;  // time of the calls that it made
    int64_t own = 0;      // its weight without what it calls
    int64_t below = 0;    // and of what it calls
  };
  // Words of names, by their ids.
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
  enum class Ending : uint8_t { Known, Open, NoCall };  // Open: it is not known how long the call took
  void endSimple(uint32_t frame, int64_t duration, Time begin, bool counts, Ending ending);
  void shape(uint32_t frame);
  bool calledAgain(const Frame& frame) const;
  bool calledAgainByFocus(const Frame& frame) const;
  void countDirect(const Frame& frame);
  void weigh(const Frame& frame);
  // `again`: a call within a call of the function, which is counted there, and whose time is that one's.
  void weighCallers(uint32_t frame, int64_t weight, uint64_t calls, Time first, bool again = false);
  void put(uint32_t key, uint32_t node, uint32_t callerNode, int64_t weight, uint64_t calls, Time first,
           uint64_t open = 0);

  const StackSpec& spec_;
  StackPass pass_;
  const HeavyStacks* heavy_;
  Words words_;
  bool counter_;   // its growth is looked at, not time
  bool simple_;    // stacks as they are, by time
  uint32_t root_;  // frames of the root
  std::vector<Frame> frames_;
  std::vector<uint32_t> free_;
  std::vector<uint32_t> stack_;  // while a counter grows
  CallTree tree_;
  std::vector<uint32_t> level_;  // by node: how deep it lies below the root
  std::unique_ptr<StackSketch> sketch_;
  uint64_t breadth_ = 0;
  Time slight_ = 0;    // stacks that have less may be left out of the sketch
  Time rootOpen_ = 0;  // since when there is an open call of the root
  bool rootIsOpen_ = false;
  StackSums sums_;
  DirectCalls direct_;  // of the spec's leaf, or focus
  bool tooMany_ = false;
  bool empty_ = true;
};

}  // namespace tp
