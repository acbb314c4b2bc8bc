// Walks over the records of a thread's Flight Data Recorder buffers, and keeps the running TSC and CPU.
#pragma once

#include <optional>
#include <utility>

#include "core/formats/xray/shared.h"

namespace tp::xray {

class FdrWalk {
 public:
  // With `quiet`, damage is not warned of, because another walk does. `stream` and its log outlive this object.
  FdrWalk(const ThreadStream& stream, bool quiet);

  struct Item {
    bool isFunction = true;
    FunctionRecord function;
    Kind kind = Kind::Custom;  // For an event: Custom or Typed.
    uint64_t tsc = 0;
    uint64_t offset = 0;  // File offset of `raw`.
    Bytes raw;
  };

  // Moves `at` behind the next function or event in `input`. Returns false if there is none; more bytes are then needed
  // from `at` on.
  bool next(const DecodeInput& input, size_t& at, Item& item) {
    if (state_.extent != input.extent) {
      state_.extent = input.extent;
      state_.ended = state_.seen = 0;
    }
    while (at < input.data.size() && state_.ended == 0) {
      const std::byte* from = input.data.data() + at;
      if (input.data.size() - at >= kFunctionSize && !isMetadata(*from, log_.header.bits)) {
        item.function = readFunction(from, log_.header);
        Action action = item.function.action;
        if (isSound(item.function) && (action == Action::Exit || action == Action::TailExit ||
                                       (action == Action::Enter && functionFollows(input, at)))) {
          item.raw = input.data.subspan(at, kFunctionSize);
          return function(input, at, item);
        }
      }
      size_t size = recordSize(input, at);
      if (size == 0) {
        if (state_.ended != 0) break;
        return cut(input, at);
      }
      item.raw = input.data.subspan(at, size);
      if (!isMetadata(*from, log_.header.bits)) {
        if (size > kFunctionSize) item.function.action = Action::EnterArgs;
        return function(input, at, item);
      }
      item.offset = input.offset + at;
      at += size;
      if (metadata(item)) return true;
    }
    if (state_.ended != 0) at = input.data.size();
    if (stream_.endsCut(input) && state_.ended == 0) cut(input, at);
    return false;
  }

  // For loops over the most frequent records: functions without arguments, little endian. The caller checks the kind
  // and the id of each record, and that the byte after it, which is there, does not begin metadata, and reports the
  // last TSC by went(). Times of as many records as a batch has need no clampTime(). Empty if the next record has to be
  // read by next().
  struct Run {
    const std::byte* at = nullptr;
    const std::byte* stop = nullptr;  // No record begins here or later.
    uint64_t tsc = 0;                 // TSC of the record before.
    uint64_t latest = 0;              // TSC that no record may exceed.
  };
  Run run(const DecodeInput& input, size_t at) const {
    constexpr uint64_t kUsual = uint64_t{1} << 61;
    bool usual = log_.header.endian == Endian::Little && state_.extent == input.extent && state_.ended == 0 &&
                 (state_.seen & kClock) != 0 && state_.tsc < kUsual && input.data.size() - at > kFunctionSize &&
                 !isMetadata(input.data[at], log_.header.bits);
    if (!usual) return {};
    return {input.data.data() + at, input.data.data() + input.data.size() - kFunctionSize, state_.tsc, latest()};
  }
  void went(uint64_t tsc) { state_.tsc = tsc; }
  // The functions of each object are numbered from 1 on. (The largest id stands for an unknown function.)
  static bool isUsualId(uint32_t id) { return numberOf(id) > 0; }

  // The largest delta; a runtime writes the whole TSC if more time has passed since the record before.
  uint64_t mostDelta() const { return log_.header.version >= 3 ? 0x7fffffff : 0xffffffff; }

  // Returns the file offset from which on the records of the extent are lost, because they are damaged or the file is
  // cut: once, behind the call of next() that found it, and only if a time was known there.
  std::optional<uint64_t> takeLoss() { return std::exchange(lostAt_, std::nullopt); }

  uint64_t tsc() const { return state_.tsc; }
  int32_t cpu() const { return state_.cpu; }

  struct State {
    uint64_t tsc = 0;
    int32_t cpu = -1;
    uint32_t extent = ~uint32_t{0};
    uint32_t ended = 0;  // The rest of the extent cannot be used.
    uint32_t seen = 0;   // What was seen of the extent; the flags are below.
  };
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.state_);
  }

 private:
  // Which of the records at a buffer's beginning were seen, whether a time after the next buffer's beginning was, which
  // is warned of once, and whether the loss at the end of a cut buffer was told.
  static constexpr uint32_t kClock = 1, kOwner = 2, kWalltime = 4, kProcess = 8, kLate = 16, kCut = 32;

  uint64_t latest() const {
    return state_.extent < stream_.latest.size() ? stream_.latest[state_.extent] : ~uint64_t{0};
  }
  bool function(const DecodeInput& input, size_t& at, Item& item) {
    if (item.function.delta >= leap_ && !confirmed(input, at, item)) return false;
    state_.tsc += item.function.delta;
    if (state_.tsc > latest() && (state_.seen & kLate) == 0) isLate(input.offset + at);
    item.isFunction = true;
    item.tsc = state_.tsc;
    item.offset = input.offset + at;
    at += item.raw.size();
    return true;
  }
  bool confirmed(const DecodeInput& input, size_t& at, const Item& item);
  bool functionFollows(const DecodeInput& input, size_t at) const {
    at += kFunctionSize;
    return at < input.data.size() && !isMetadata(input.data[at], log_.header.bits);
  }
  // Returns 0 if more bytes are needed or, with `ended` set, no record can begin here.
  size_t recordSize(const DecodeInput& input, size_t at);
  size_t withArguments(const DecodeInput& input, size_t at) const;
  bool isSound(const FunctionRecord& function) const;
  bool belongs(const DecodeInput& input, size_t at, Kind kind) const;
  void isLate(uint64_t offset);
  void damaged(const DecodeInput& input, size_t at);
  bool cut(const DecodeInput& input, size_t& at);
  void lose(uint64_t offset);
  bool metadata(Item& item);
  void begins(const Item& item, uint32_t part);
  void warn(uint64_t offset, std::string expected, std::string found) const;

  const ThreadStream& stream_;
  const Shared& log_;
  bool quiet_;
  uint64_t leap_;  // A function's delta from which on the records behind it have to confirm it.
  State state_;
  std::optional<uint64_t> lostAt_;
};

}  // namespace tp::xray
