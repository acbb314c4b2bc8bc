#include "core/formats/xray/fdr_walk.h"

namespace tp::xray {
namespace {

// kLongPause is hours of the fastest TSC; kSkew is what the TSCs of two CPUs may differ by.
constexpr uint64_t kLongPause = uint64_t{1} << 46, kSkew = uint64_t{1} << 33;
// Where the log does not say how fast its TSC is.
constexpr uint64_t kLikelyHz = 2000000000;

}  // namespace

// A leap is a millisecond or more.
FdrWalk::FdrWalk(const ThreadStream& stream, bool quiet)
    : stream_(stream),
      log_(*stream.log),
      quiet_(quiet),
      leap_((log_.header.frequency > 0 ? log_.header.frequency : kLikelyHz) / 1000) {}

// Returns the size of a function record with its arguments, which follow as records of their own, whether or not the
// action announces them.
size_t FdrWalk::withArguments(const DecodeInput& input, size_t at) const {
  size_t left = input.data.size() - at;
  for (size_t size = kFunctionSize;; size += kMetadataSize) {
    if (left < size + 1) return input.extentEnd ? size : 0;
    std::byte next = input.data[at + size];
    if (!isMetadata(next, log_.header.bits) || metadataKind(next, log_.header.bits) != Kind::CallArgument) return size;
    if (left < size + kMetadataSize) return input.extentEnd ? size : 0;
  }
}

size_t FdrWalk::recordSize(const DecodeInput& input, size_t at) {
  const LogHeader& header = log_.header;
  size_t left = input.data.size() - at;
  if (!isMetadata(input.data[at], header.bits)) {
    if (left < kFunctionSize) return 0;
    const FunctionRecord function = readFunction(input.data.data() + at, header);
    const Action action = function.action;
    if (!isSound(function)) {
      damaged(input, at);
      return 0;
    }
    if (action == Action::Enter || action == Action::EnterArgs) return withArguments(input, at);
    if (action == Action::Exit || action == Action::TailExit) return kFunctionSize;
    damaged(input, at);
    return 0;
  }
  Kind kind = metadataKind(input.data[at], header.bits);
  if (kind > Kind::Pid) {
    damaged(input, at);
    return 0;
  }
  if (left < kMetadataSize) return 0;
  if (!belongs(input, at, kind)) {
    damaged(input, at);
    return 0;
  }
  if (kind != Kind::Custom && kind != Kind::Typed) return kMetadataSize;
  int32_t payload = Cursor(input.data.subspan(at + 1), header.endian).i32();
  size_t size = kMetadataSize + static_cast<size_t>(payload);
  return left < size ? 0 : size;
}

// A function's time counts from the record that names the CPU, so that has to come first.
bool FdrWalk::isSound(const FunctionRecord& function) const {
  return isUsualId(function.id) && function.delta <= mostDelta() && (state_.seen & kClock) != 0;
}

// Returns whether a metadata record may stand here, and, if it sets the clock, sets it to a time near the current one.
bool FdrWalk::belongs(const DecodeInput& input, size_t at, Kind kind) const {
  const LogHeader& header = log_.header;
  if (kind == Kind::Extents) return false;
  if (kind == Kind::EndOfBuffer) return header.version == 1;
  bool atBegin = (state_.seen & kClock) == 0;
  if (kind == Kind::NewBuffer || kind == Kind::Walltime || kind == Kind::Pid) return atBegin;
  if (kind == Kind::CallArgument) return true;
  Cursor cursor(input.data.subspan(at + 1, kMetadataSize - 1), header.endian);
  if (kind == Kind::Custom || kind == Kind::Typed) {
    int32_t size = cursor.i32(), delta = cursor.i32();
    bool ownTime = kind == Kind::Custom && header.version <= 4;
    return !atBegin && size >= 0 && (ownTime || (delta >= 0 && static_cast<uint64_t>(delta) <= mostDelta()));
  }
  if (kind == Kind::NewCpu) cursor.skip(2);
  uint64_t tsc = cursor.u64();
  if (atBegin) return kind == Kind::NewCpu;
  if (tsc < state_.tsc) return state_.tsc - tsc < kSkew;
  // A pause of hours is confirmed if the thread's next buffer begins after it.
  return tsc - state_.tsc < kLongPause || (latest() != ~uint64_t{0} && tsc <= latest());
}

void FdrWalk::warn(uint64_t offset, std::string expected, std::string found) const {
  if (!quiet_) log_.reader.warnings().add(log_.file.path, offset, std::move(expected), std::move(found));
}

// Warns once for each buffer. It is not known which of its times since then is wrong.
void FdrWalk::isLate(uint64_t offset) {
  state_.seen |= kLate;
  warn(offset, "a time before that at which the thread's next buffer begins", "a later one");
}

// Returns whether no damage is found in the next records behind a function with a large delta. Otherwise it is damage
// itself, and the time that it tells would be invented. Where more bytes are needed, returns false without moving `at`.
bool FdrWalk::confirmed(const DecodeInput& input, size_t& at, const Item& item) {
  constexpr int kConfirming = 4;
  FdrWalk ahead(stream_, true);
  ahead.state_ = state_;
  ahead.state_.tsc += item.function.delta;
  ahead.leap_ = ~uint64_t{0};
  size_t next = at + item.raw.size();
  Item following;
  for (int i = 0; i < kConfirming; ++i) {
    if (ahead.next(input, next, following)) continue;
    // A file that ends here is no damage.
    if (!ahead.takeLoss() || ahead.state_.ended == 0) return input.extentEnd;
    damaged(input, at);
    at = input.data.size();
    return false;
  }
  return true;
}

void FdrWalk::lose(uint64_t offset) {
  if ((state_.seen & kClock) != 0) lostAt_ = offset;
}

// Records have no marks to search for, so the rest of the buffer is skipped.
void FdrWalk::damaged(const DecodeInput& input, size_t at) {
  state_.ended = 1;
  lose(input.offset + at);
  warn(input.offset + at, "a record", "something else; the buffer ends here");
}

bool FdrWalk::cut(const DecodeInput& input, size_t& at) {
  if (!input.extentEnd) return false;
  // Runtimes up to LLVM 14 cut buffers with typed events short, so a few bytes at the end are not warned of.
  const bool misses = input.data.size() - at >= kFunctionSize;
  if (stream_.endsCut(input)) {
    // The log has warned of it.
    if ((state_.seen & kCut) == 0) lose(input.offset + at);
    state_.seen |= kCut;
  } else if (misses) {
    lose(input.offset + at);
    warn(input.offset + at, "a whole record", "the end of the buffer");
  }
  at = input.data.size();
  return false;
}

// Notes one of the records at a buffer's beginning, each of which occurs once.
void FdrWalk::begins(const Item& item, uint32_t part) {
  if ((state_.seen & part) != 0) warn(item.offset, "one record of its kind at the beginning of a buffer", "a second");
  state_.seen |= part;
}

// Returns true if the record is an event.
bool FdrWalk::metadata(Item& item) {
  Kind kind = metadataKind(item.raw[0], log_.header.bits);
  Cursor cursor(item.raw.subspan(1), log_.header.endian);
  switch (kind) {
    case Kind::EndOfBuffer:
      state_.ended = 1;
      return false;
    case Kind::NewBuffer:
      begins(item, kOwner);
      return false;
    case Kind::Walltime:
      begins(item, kWalltime);
      return false;
    case Kind::Pid:
      begins(item, kProcess);
      return false;
    case Kind::NewCpu: {
      const uint32_t before = kOwner | kWalltime | (log_.header.version >= 3 ? kProcess : 0);
      if ((state_.seen & kClock) == 0 && (state_.seen & before) != before)
        warn(item.offset, "whose the buffer is, and the time on the clock, before its first CPU", "less");
      state_.seen |= kClock;
      state_.cpu = cursor.u16();
      state_.tsc = cursor.u64();
      if (!stream_.lacks(state_.extent)) return false;
      // When the buffer begins is all that is known.
      state_.ended = 1;
      lose(item.offset + item.raw.size());
      return false;
    }
    case Kind::TscWrap:
      state_.tsc = cursor.u64();
      return false;
    case Kind::CallArgument:
      // A function's own arguments have been read with it.
      warn(item.offset, "an argument behind its function", "one alone");
      return false;
    case Kind::Custom:
    case Kind::Typed:
      break;
    default:
      return false;
  }
  item.isFunction = false;
  item.kind = kind;
  cursor.skip(4);
  if (kind == Kind::Custom && log_.header.version <= 4) {
    // The event has its own TSC, which does not change the running one.
    item.tsc = cursor.u64();
    if (item.tsc > latest() && (state_.seen & kLate) == 0) isLate(item.offset);
    if (item.tsc - state_.tsc + kSkew < kLongPause) return true;
    warn(item.offset, "a time near those of the records around it", "one that leaps; the event is left out");
    return false;
  }
  state_.tsc += static_cast<uint64_t>(int64_t{cursor.i32()});
  item.tsc = state_.tsc;
  return true;
}

}  // namespace tp::xray
