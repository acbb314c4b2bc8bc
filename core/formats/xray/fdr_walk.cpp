#include "core/formats/xray/fdr_walk.h"

namespace tp::xray {
namespace {

// Hours of the fastest TSC; and what those of two CPUs may differ by.
constexpr uint64_t kLongPause = uint64_t{1} << 46, kSkew = uint64_t{1} << 33;

}  // namespace

// Arguments follow as records of their own, and belong to the function's, whether or not that promises them.
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

// The largest number stands for a function that is not known. Their times count from that of the record which says
// what CPU it is.
bool FdrWalk::isSound(const FunctionRecord& function) const {
  constexpr uint32_t kUnknown = (1u << 28) - 1;
  const bool numbered = isUsualId(function.id) || function.id == kUnknown;
  return numbered && function.delta <= mostDelta() && (state_.seen & kClock) != 0;
}

// Whether a record of metadata has a place there, and one that sets the clock sets it to a time near where it stands.
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
  // A pause of hours is borne out where the thread's next buffer begins behind it.
  return tsc - state_.tsc < kLongPause || (latest() != ~uint64_t{0} && tsc <= latest());
}

void FdrWalk::warn(uint64_t offset, std::string expected, std::string found) const {
  if (!quiet_) log_.reader.warnings().add(log_.file.path, offset, std::move(expected), std::move(found));
}

// Once a buffer. Which of the times between here and there is the wrong one nobody can know.
void FdrWalk::isLate(uint64_t offset) {
  state_.seen |= kLate;
  warn(offset, "a time before that at which the thread's next buffer begins", "a later one");
}

// Records have no marks to search for: the buffer ends here.
void FdrWalk::damaged(const DecodeInput& input, size_t at) {
  state_.ended = 1;
  warn(input.offset + at, "a record", "something else; the buffer ends here");
}

bool FdrWalk::cut(const DecodeInput& input, size_t& at) {
  if (!input.extentEnd) return false;
  // A runtime up to LLVM 14 cuts buffers with typed events short.
  if (input.data.size() - at >= kFunctionSize) warn(input.offset + at, "a whole record", "the end of the buffer");
  at = input.data.size();
  return false;
}

// One of the records that a buffer begins with, of which there is one each.
void FdrWalk::begins(const Item& item, uint32_t part) {
  if ((state_.seen & part) != 0) warn(item.offset, "one record of its kind at the beginning of a buffer", "a second");
  state_.seen |= part;
}

// True where the record is an event.
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
      return false;
    }
    case Kind::TscWrap:
      state_.tsc = cursor.u64();
      return false;
    case Kind::CallArgument:
      // A function's own ones were read with it.
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
    // With a TSC of its own, which does not move the clock of the buffer.
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
