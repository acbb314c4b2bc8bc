#include "core/formats/xray/fdr_walk.h"

namespace tp::xray {

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
    Action action = readFunction(input.data.data() + at, header).action;
    if (!numbered(input.data.data() + at)) {
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
  if (payload < 0) {
    damaged(input, at);
    return 0;
  }
  size_t size = kMetadataSize + static_cast<size_t>(payload);
  return left < size ? 0 : size;
}

// Functions are numbered from 1 on, and no program has so many; the largest number stands for one that is not known.
bool FdrWalk::numbered(const std::byte* at) const {
  constexpr uint32_t kMostFunctions = 1u << 24, kUnknown = (1u << 28) - 1;
  uint32_t id = readFunction(at, log_.header).id;
  return (id > 0 && id < kMostFunctions) || id == kUnknown;
}

// Whether a record of metadata has a place there, and one that sets the clock sets it to a time near where it stands.
bool FdrWalk::belongs(const DecodeInput& input, size_t at, Kind kind) const {
  // Hours of the fastest TSC; and what those of two CPUs may differ by.
  constexpr uint64_t kLongPause = uint64_t{1} << 46, kSkew = uint64_t{1} << 33;
  const LogHeader& header = log_.header;
  if (kind == Kind::Extents) return false;
  if (kind == Kind::EndOfBuffer) return header.version == 1;
  bool atBegin = state_.begun == 0;
  if (kind == Kind::NewBuffer || kind == Kind::Walltime || kind == Kind::Pid) return atBegin;
  if (kind != Kind::NewCpu && kind != Kind::TscWrap) return true;
  Cursor cursor(input.data.subspan(at + 1, kMetadataSize - 1), header.endian);
  if (kind == Kind::NewCpu) cursor.skip(2);
  uint64_t tsc = cursor.u64();
  if (atBegin) return true;
  return tsc >= state_.tsc ? tsc - state_.tsc < kLongPause : state_.tsc - tsc < kSkew;
}

// Records have no marks to search for: the buffer ends here.
void FdrWalk::damaged(const DecodeInput& input, size_t at) {
  state_.ended = 1;
  if (!quiet_)
    log_.reader.warnings().add(log_.file.path, input.offset + at, "a record", "something else; the buffer ends here");
}

bool FdrWalk::cut(const DecodeInput& input, size_t& at) {
  if (!input.extentEnd) return false;
  // A runtime up to LLVM 14 cuts buffers with typed events short.
  if (!quiet_ && input.data.size() - at >= kFunctionSize)
    log_.reader.warnings().add(log_.file.path, input.offset + at, "a whole record", "the end of the buffer");
  at = input.data.size();
  return false;
}

// True where the record is an event.
bool FdrWalk::metadata(Item& item) {
  Kind kind = metadataKind(item.raw[0], log_.header.bits);
  Cursor cursor(item.raw.subspan(1), log_.header.endian);
  switch (kind) {
    case Kind::EndOfBuffer:
      state_.ended = 1;
      return false;
    case Kind::NewCpu:
      state_.begun = 1;
      state_.cpu = cursor.u16();
      state_.tsc = cursor.u64();
      return false;
    case Kind::TscWrap:
      state_.tsc = cursor.u64();
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
  } else {
    state_.tsc += static_cast<uint64_t>(int64_t{cursor.i32()});
    item.tsc = state_.tsc;
  }
  return true;
}

}  // namespace tp::xray
