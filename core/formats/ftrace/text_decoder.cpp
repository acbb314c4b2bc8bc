#include "core/formats/ftrace/text_decoder.h"

#include <algorithm>
#include <cstring>

#include "core/io/wire.h"

namespace tp::ftrace {
namespace {

// A page has so many records, so that all fit into a batch with what is derived from them, and is made of about so much
// text, in bytes. Both are small, because decoding can begin anew at a page only.
constexpr uint32_t kMaxRecords = 256;
constexpr size_t kUnitText = size_t{256} << 10;
constexpr size_t kMaxOfPage = size_t{768} << 10;
// A unit is ended within a record that has more lines than this, in bytes.
constexpr size_t kMaxPending = size_t{512} << 10;
constexpr size_t kPageHeader = 16;

template <class T>
void append(std::vector<std::byte>& out, T value) {
  const size_t at = out.size();
  out.resize(at + sizeof value);
  storeUnchecked(value, Endian::Little, out.data() + at);
}

}  // namespace

TextDecoder::TextDecoder(tracecmd::Shared& shared, const tracecmd::CpuStream& stream, bool bare, std::string buffer,
                         const SharedText& text)
    : CpuDecoder(shared, stream, bare), buffer_(std::move(buffer)), text_(text) {}

bool TextDecoder::fits(Time time) const {
  // A page says how much later than its beginning its records may be.
  constexpr auto kLongest = static_cast<Time>(tracecmd::kLongPause / 2);
  return count_ == 0 ||
         (time >= last_ && time - first_ < kLongest && count_ < kMaxRecords && made_.size() < kMaxOfPage);
}

// Appends record_ to the page.
void TextDecoder::addRecord(Time time) {
  constexpr uint64_t kDeltaBits = 27, kDeltaMask = (uint64_t{1} << kDeltaBits) - 1;
  constexpr uint32_t kTimeExtend = 30;
  if (count_++ == 0) {
    made_.assign(kPageHeader, std::byte{0});
    first_ = last_ = time;
  }
  auto delta = static_cast<uint64_t>(time - last_);
  if (delta > kDeltaMask) {
    append(made_, static_cast<uint32_t>(kTimeExtend | (delta & kDeltaMask) << 5));
    append(made_, static_cast<uint32_t>(delta >> kDeltaBits));
    delta = 0;
  }
  append(made_, static_cast<uint32_t>(delta << 5));
  append(made_, static_cast<uint32_t>(record_.size() + 4));
  made_.insert(made_.end(), record_.begin(), record_.end());
  made_.resize((made_.size() + 3) / 4 * 4);
  last_ = time;
}

// Makes the record of the line that waits, whose lines end at `end`.
void TextDecoder::addLine(std::string_view unit, size_t end) {
  hasPending_ = false;
  const Line& line = pending_.event;
  const std::string_view name = line.fullName(room_);
  const KnownEvent* known = text_.contents.find(name);
  static const Layout kNone;
  const Layout& layout = known != nullptr ? known->layout : kNone;
  others_ = others_ || known == nullptr;
  // What comes behind the first line of a record follows it in the file.
  const auto argsAt = static_cast<size_t>(line.args.data() - unit.data());
  const size_t argsEnd = std::max(argsAt + line.args.size(), end);
  RecordParts parts;
  parts.line = &line;
  parts.text = end > pendingEnd_ ? unit.substr(argsAt, argsEnd - argsAt) : line.args;
  while (!parts.text.empty() && (parts.text.back() == '\r' || parts.text.back() == '\n')) parts.text.remove_suffix(1);
  argumentsOf(name, parts.text, arguments_);
  parts.arguments = &arguments_;
  parts.frames = std::move(frames_);
  parts.type = static_cast<uint16_t>(known != nullptr ? known->id : kOtherId);
  parts.lineAt = static_cast<uint32_t>(pendingAt_);
  parts.lineSize = static_cast<uint32_t>(std::max(end, pendingEnd_) - pendingAt_);
  const Time callEnd = encode(parts, layout, text_.contents.symbols, record_);
  frames_ = std::move(parts.frames);
  frames_.clear();
  if (leafEnd_ >= 0) {
    // Times are rounded: what follows the call on its CPU is not before its end.
    const Time at = std::max(last_, std::min(leafEnd_, line.time));
    std::swap(record_, leaf_);
    addRecord(at);
    std::swap(record_, leaf_);
    leafEnd_ = -1;
  }
  addRecord(line.time);
  const KnownEvent* exit = callEnd >= 0 ? text_.contents.find("funcgraph_exit") : nullptr;
  if (exit == nullptr) return;
  // The end of the call has no line, and so no text.
  GraphCall call;
  Line ending = line;
  RecordParts endParts = parts;
  ending.time = callEnd;
  readGraphCall(parts.text, call);
  endParts.line = &ending;
  endParts.type = static_cast<uint16_t>(exit->id);
  endParts.lineSize = 0;
  encode(endParts, exit->layout, text_.contents.symbols, leaf_);
  leafEnd_ = callEnd;
  others_ = true;
}

size_t TextDecoder::takeLines(const DecodeInput& input) {
  const std::string_view unit = asText(input.data);
  size_t done = 0, at = 0;
  hasPending_ = false;
  const auto closePending = [&](size_t end) {
    if (hasPending_) addLine(unit, end);
  };
  size_t end = 0;  // of the lines that belong to the pending event
  while (at < unit.size()) {
    size_t feed = unit.find('\n', at);
    if (feed == std::string_view::npos) {
      if (!input.extentEnd && unit.size() - at < kMaxLine) break;
      feed = std::min(unit.size(), at + kMaxLine);
    } else {
      feed = std::min(feed, at + kMaxLine);
    }
    const size_t next = std::min(feed + (feed < unit.size() && unit[feed] == '\n' ? 1 : 0), unit.size());
    const std::string_view text = unit.substr(at, feed - at);
    parseLine(text, parsed_, &stream_.cpu);
    const bool starts = parsed_.kind == LineKind::Event || parsed_.kind == LineKind::Lost;
    if (starts) {
      closePending(end);
      done = at;
      if (at >= kUnitText) return done;
      const bool ours = parsed_.event.cpu == stream_.cpu && parsed_.event.buffer == buffer_;
      if (ours && parsed_.kind == LineKind::Lost) {
        if (count_ > 0) return done;
        losses_ = losing_ && losses_ >= 0 && parsed_.lost >= 0 ? losses_ + parsed_.lost : parsed_.lost;
        losing_ = true;
        done = next;
      } else if (ours) {
        if (!fits(parsed_.event.time)) return done;
        pending_ = parsed_;
        pendingGoesOn_ = mayGoOn(parsed_.event.name) && !parsed_.event.closed;
        hasPending_ = true;
        pendingAt_ = at;
        pendingEnd_ = end = feed;
      }
    } else if (hasPending_ &&
               (parsed_.kind == LineKind::Frame || (parsed_.kind != LineKind::Comment && pendingGoesOn_))) {
      if (parsed_.kind == LineKind::Frame && frames_.size() < kMaxFrames) frames_.push_back(frameOf(text));
      if (feed - pendingAt_ < kMaxText) end = feed;
    }
    at = next;
    if (at - done >= kMaxPending) {
      closePending(end);
      return at;
    }
  }
  if (input.extentEnd) {
    closePending(end);
    return unit.size();
  }
  // The next line may belong to the event that waits.
  if (done == 0 || hasPending_) {
    hasPending_ = false;
    frames_.clear();
  }
  return done;
}

bool TextDecoder::loadUnit(const DecodeInput& input) {
  unitAt_ = input.offset;
  inPage_ = false;
  pageAt_ = 0;
  unit_ = ahead_ = {};
  unitRef_ = 0;
  count_ = 0;
  leafEnd_ = -1;
  others_ = false;
  frames_.clear();
  made_.clear();
  lines_ = asText(input.data);
  unitBytes_ = takeLines(input);
  if (unitBytes_ == 0) return false;
  if (count_ == 0) return loaded_ = true;
  if (leafEnd_ >= 0) {
    std::swap(record_, leaf_);
    addRecord(std::max(last_, leafEnd_));
    leafEnd_ = -1;
  }
  uint64_t used = made_.size() - kPageHeader;
  constexpr uint64_t kLost = uint64_t{1} << 31, kCounted = uint64_t{1} << 30;
  if (losing_) {
    used |= kLost;
    if (losses_ >= 0) {
      used |= kCounted;
      append(made_, static_cast<uint64_t>(losses_));
    }
    losing_ = false;
  }
  storeUnchecked(static_cast<uint64_t>(first_), Endian::Little, made_.data());
  storeUnchecked(used, Endian::Little, made_.data() + 8);
  if (before_.known != 0) {
    const auto first = static_cast<uint64_t>(first_);
    const bool back = tracecmd::isBefore(first, before_.time);
    if (back) warn(unitAt_, "times that go forward", "an event that is earlier than the one before on its CPU");
    // Lines are in the order in which they were printed, whatever lies between them.
    if (back || first - std::min(first, before_.time) > tracecmd::kLongPause) before_ = {};
  }
  unit_ = ahead_ = made_;
  return loaded_ = true;
}

bool TextDecoder::isLeafEnd(Bytes record) const {
  Cursor cursor(record);
  cursor.seek(kLineSizeAt);
  return cursor.u32() == 0 && !cursor.failed();
}

DecodeStep TextDecoder::decode(const DecodeInput& input, RecordBatch& out) {
  const DecodeStep step = CpuDecoder::decode(input, out);
  if (!others_) return step;
  for (uint32_t i = 0; i < out.count; ++i) {
    Record& record = out.records[i];
    if (record.kind != RecordKind::Instant || record.track != stream_.events) continue;
    const Bytes bytes = raw(record);
    if (bytes.empty()) continue;
    if (isLeafEnd(bytes)) {
      record.flags |= kUnlisted;
    } else if (record.value == kOtherId) {
      parseLine(lineOf(bytes), parsed_);
      if (parsed_.kind == LineKind::Event) record.name = shared_.reader.names().intern(parsed_.event.fullName(room_));
    }
  }
  return step;
}

void TextDecoder::finish(RecordBatch& out) {
  if (losing_) lostPending_ = true;
  CpuDecoder::finish(out);
}

void TextDecoder::save(WireWriter& out) const {
  out(losing_, losses_);
  CpuDecoder::save(out);
}

void TextDecoder::saveInput(WireWriter& out) const {
  out(losing_, losses_);
  CpuDecoder::saveInput(out);
}

bool TextDecoder::restore(WireReader& in) {
  in(losing_, losses_);
  return CpuDecoder::restore(in);
}

std::string_view TextDecoder::lineOf(Bytes record) const {
  Cursor cursor(record);
  cursor.seek(kLineAt);
  const uint32_t at = cursor.u32(), size = cursor.u32();
  return at <= lines_.size() ? lines_.substr(at, size) : std::string_view();
}

void TextDecoder::describe(const Record& record, EventRow& row) {
  CpuDecoder::describe(record, row);
  if (record.kind == RecordKind::Lost) return;
  const Bytes data = raw(record);
  if (data.size() < kFieldsAt) return;
  const std::string_view comm = asText(data.subspan(kCommAt, kCommSize));
  row.comm = comm.substr(0, comm.find('\0'));
  Cursor cursor(data);
  cursor.seek(kTgidAt);
  if (const int32_t tgid = cursor.i32(); tgid >= 0) {
    row.pid = tgid;
    row.present |= EventRow::kPid;
  }
  if (record.name != kNoName) row.name = shared_.reader.names().view(record.name);
  row.schema = &text_.schema(static_cast<uint32_t>(record.value));
  row.bytes = {data, 0, record.time};
  row.args = TextSchema::textOf(data);
  row.wordsLeft = false;
}

// The command of a line may be another than the thread's last one, which the search by records knows.
bool TextDecoder::mayMatch(const Record& record) {
  const Bytes data = raw(record);
  if (record.kind == RecordKind::Lost || data.size() < kFieldsAt) return true;
  const std::string_view comm = asText(data.subspan(kCommAt, kCommSize));
  Cursor cursor(data);
  cursor.seek(kPidAt);
  if (comm.substr(0, comm.find('\0')) != shared_.commands.find(cursor.i32())) return true;
  cursor.seek(kTgidAt);
  return cursor.i32() >= 0 || CpuDecoder::mayMatch(record);
}

bool TextDecoder::placeOf(const Record& record, Place& out) const {
  const Bytes data = raw(record);
  const std::string_view line = lineOf(data);
  if (data.size() < kFieldsAt || line.empty()) return CpuDecoder::placeOf(record, out);
  out.bytes = {reinterpret_cast<const std::byte*>(line.data()), line.size()};
  out.unpacked = false;
  out.offset = unitAt_ + static_cast<uint64_t>(line.data() - lines_.data());
  return true;
}

// Lines are in the order of time, of which they show microseconds.
uint64_t TextDecoder::orderOf(const Record& record) const {
  const Bytes data = raw(record);
  if (data.size() < kFieldsAt) return 0;
  Cursor cursor(data);
  cursor.seek(kLineAt);
  return unitAt_ + cursor.u32();
}

}  // namespace tp::ftrace
