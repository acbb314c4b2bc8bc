// Walks over the records of a thread's Flight Data Recorder buffers and keeps the running TSC and CPU.
#pragma once

#include "core/formats/xray/shared.h"

namespace tp::xray {

class FdrWalk {
 public:
  // `quiet`: somebody else warns of damage. `stream` and its log outlive it.
  FdrWalk(const ThreadStream& stream, bool quiet) : stream_(stream), log_(*stream.log), quiet_(quiet) {}

  struct Item {
    bool isFunction = true;
    FunctionRecord function;
    Kind kind = Kind::Custom;  // of an event: Custom or Typed
    uint64_t tsc = 0;
    uint64_t offset = 0;  // of its bytes in the file
    Bytes raw;
  };

  // Moves `at` behind the next function or event in `input`. False: there is none, and `at` is where more bytes are
  // needed from.
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
    return false;
  }

  // For loops through what logs are mostly made of: functions without arguments, as the machines of today lay them out.
  // Whoever goes that way checks each record's kind and id, and that the byte after it, which is there, begins no
  // metadata, and says where it stopped with went(). Times of no more records than a batch has need no clampTime().
  // Empty where the next record is next()'s.
  struct Run {
    const std::byte* at = nullptr;
    const std::byte* stop = nullptr;  // none begins here or later
    uint64_t tsc = 0;                 // of the record before
    uint64_t latest = 0;              // of all records
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
  // Functions are numbered from 1 on, and no program has so many.
  static bool isUsualId(uint32_t id) { return id > 0 && id < kMaxFunctions; }

  // A runtime writes the whole TSC where it has gone on by more since the record before.
  uint64_t mostDelta() const { return log_.header.version >= 3 ? 0x7fffffff : 0xffffffff; }

  uint64_t tsc() const { return state_.tsc; }
  int32_t cpu() const { return state_.cpu; }

  struct State {
    uint64_t tsc = 0;
    int32_t cpu = -1;
    uint32_t extent = ~uint32_t{0};
    uint32_t ended = 0;  // the rest of the extent is rubbish
    uint32_t seen = 0;   // of the extent, as the constants below say
  };
  const State& state() const { return state_; }
  void restore(const State& state) { state_ = state; }

 private:
  static constexpr uint32_t kMaxFunctions = 1u << 24;
  // What of a buffer there was: the records that it begins with, a time beyond the next buffer's, which is told once.
  static constexpr uint32_t kClock = 1, kOwner = 2, kWalltime = 4, kProcess = 8, kLate = 16;

  uint64_t latest() const {
    return state_.extent < stream_.latest.size() ? stream_.latest[state_.extent] : ~uint64_t{0};
  }
  bool function(const DecodeInput& input, size_t& at, Item& item) {
    state_.tsc += item.function.delta;
    if (state_.tsc > latest() && (state_.seen & kLate) == 0) isLate(input.offset + at);
    item.isFunction = true;
    item.tsc = state_.tsc;
    item.offset = input.offset + at;
    at += item.raw.size();
    return true;
  }
  bool functionFollows(const DecodeInput& input, size_t at) const {
    at += kFunctionSize;
    return at < input.data.size() && !isMetadata(input.data[at], log_.header.bits);
  }
  // 0: more bytes are needed, or where none can begin, the buffer has ended.
  size_t recordSize(const DecodeInput& input, size_t at);
  size_t withArguments(const DecodeInput& input, size_t at) const;
  bool isSound(const FunctionRecord& function) const;
  bool belongs(const DecodeInput& input, size_t at, Kind kind) const;
  void isLate(uint64_t offset);
  void damaged(const DecodeInput& input, size_t at);
  bool cut(const DecodeInput& input, size_t& at);
  bool metadata(Item& item);
  void begins(const Item& item, uint32_t part);
  void warn(uint64_t offset, std::string expected, std::string found) const;

  const ThreadStream& stream_;
  const Shared& log_;
  bool quiet_;
  State state_;
};

}  // namespace tp::xray
