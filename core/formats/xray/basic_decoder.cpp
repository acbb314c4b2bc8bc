#include "core/formats/xray/basic_decoder.h"

#include "core/formats/xray/payload_text.h"
#include "core/io/wire.h"

namespace tp::xray {

// Threads beyond kMaxThreads share one entry, which is not drawn.
BasicDecoder::Thread& BasicDecoder::threadOf(const BasicFields& fields) {
  Key key(fields.pid, fields.tid);
  if (lastThread_ != nullptr && lastKey_ == key) return *lastThread_;
  if (threads_.size() >= kMaxThreads && threads_.count(key) == 0) key = {-1, -1};
  auto [at, fresh] = threads_.try_emplace(key);
  if (fresh && key.second >= 0)
    at->second.track = stream_.allThreads ? log_.tracksOf(key.first, key.second).thread : stream_.tracks.thread;
  lastKey_ = key;
  lastThread_ = &at->second;
  return *lastThread_;
}

bool BasicDecoder::isKnown(const BasicFields& fields) const {
  const Key key(fields.pid, fields.tid);
  return (lastThread_ != nullptr && lastKey_ == key) || threads_.count(key) != 0;
}

DecodeStep BasicDecoder::decode(const DecodeInput& input, RecordBatch& out) {
  last_ = input;
  size_t at = 0;
  while (input.data.size() - at >= kBasicRecord) {
    if (!out.hasRoom(4)) return {at, false, true};
    BasicFields fields = readBasic(input.data.data() + at, log_.header);
    uint64_t offset = input.offset + at;
    if (input.data.size() - at < kJudged && !input.extentEnd) return {at, true, true};
    bool sound = isSound(input.data.data() + at, fields);
    at += kBasicRecord;
    if (!sound) {
      log_.reader.warnings().add(log_.file.path, offset, "a record of a function", "one that is damaged");
      lose(offset, out);
      continue;
    }
    if (fields.type == kBasicArgument) continue;
    if (!isKnown(fields) && isStray(input.data.subspan(at), log_.header, fields)) {
      log_.reader.warnings().add(log_.file.path, offset, "a record of the thread that those around it are of",
                                 "one of thread " + std::to_string(fields.tid) + ", which is left out");
      lose(offset, out);
      continue;
    }
    if (stream_.allThreads && passed_ != cutAt_) loseBehindCut(fields, out);
    Thread& thread = threadOf(fields);
    BasicFields following;
    bool followed = nextOfThread(input.data.subspan(at), log_.header, fields, following);
    if (!isInLine(thread.last, fields.tsc, followed ? &following : nullptr)) {
      log_.reader.warnings().add(log_.file.path, offset, "a time between those of the records around it",
                                 "one that leaps; the record is left out");
      lose(offset, out);
      continue;
    }
    if (fields.tsc < thread.last && (thread.cpu == fields.cpu || thread.last - fields.tsc > kBasicSkew))
      tellBack(offset, fields);
    thread.cpu = fields.cpu;
    // That entry has no last time, because the times of several threads need not be in order.
    thread.last = thread.track == kNoTrack ? 0 : fields.tsc;
    if (thread.track == kNoTrack) tellBeyond(offset, fields);
    Action action = static_cast<Action>(fields.action);
    // An argument follows in the next record, which may not be at hand yet.
    bool hasArgument = false;
    if (action == Action::EnterArgs) {
      if (input.data.size() - at >= kBasicRecord) {
        BasicFields next = readBasic(input.data.data() + at, log_.header);
        hasArgument = next.type == kBasicArgument && next.function == fields.function && next.tid == fields.tid;
      } else if (!input.extentEnd) {
        return {at - kBasicRecord, true, true};
      }
    }
    Record& record = out.push();
    record = Record{};
    record.time = clampTime(static_cast<int64_t>(fields.tsc));
    record.ref = offset;
    record.size = static_cast<uint32_t>(hasArgument ? 2 * kBasicRecord : kBasicRecord);
    record.name = log_.functions.of(fields.function);
    record.track = thread.track;
    bool enters = isEntry(action);
    record.kind = enters ? RecordKind::Begin : RecordKind::End;
    record.depth = enters ? thread.calls.enter(fields.function) : thread.calls.leave(fields.function, action);
  }
  const uint64_t end = input.offset + input.data.size();
  if (stream_.endsCut(input) && cutAt_ != end) {
    if (!loseAtCut(end, out)) return {at, false, true};
    cutAt_ = end;
  }
  return {input.extentEnd ? input.data.size() : at, true, true};
}

// Appends the losses at the end of an extent after which records are missing: of the thread before it, or of all.
// Returns false if the batch is full.
bool BasicDecoder::loseAtCut(uint64_t end, RecordBatch& out) {
  if (!stream_.losesRest(end)) {
    if (!out.hasRoom(2)) return false;
    lose(end, out);
    return true;
  }
  for (auto one = threads_.upper_bound(lostTo_); one != threads_.end(); ++one) {
    if (!out.hasRoom(2)) return false;
    lose(one->first, end, out);
    lostTo_ = one->first;
  }
  return true;
}

// What is missing before the first record behind a cut may have been of its thread as well.
void BasicDecoder::loseBehindCut(const BasicFields& fields, RecordBatch& out) {
  const Key key(fields.pid, fields.tid);
  if (key != lastKey_) lose(key, cutAt_, out);
  passed_ = cutAt_;
}

// Appends a loss at the last record of the thread before it, on its track.
void BasicDecoder::lose(const Key& key, uint64_t offset, RecordBatch& out) {
  const auto found = threads_.find(key);
  if (found == threads_.end() || found->second.track == kNoTrack) return;
  Record& made = out.push();
  made = Record{};
  made.time = clampTime(static_cast<int64_t>(found->second.last));
  made.ref = offset;
  made.value = -1;
  made.track = found->second.track;
  made.kind = RecordKind::Lost;
  made.flags = kUnlisted | kNotMerged;
  // What is lost may have begun and ended calls. Records do not say how deep they are, so those that follow are on
  // their own.
  if (found->second.calls.none() || !out.hasRoom(1)) return;
  Record& ends = out.push();
  ends = Record{};
  ends.time = made.time;
  ends.track = made.track;
  ends.kind = RecordKind::Cut;
  ends.flags = kDerived;
  found->second.calls = {};
}

// Each such record is counted as a warning, but only the first one is worded.
void BasicDecoder::tellBeyond(uint64_t offset, const BasicFields& fields) {
  WarningLog& warnings = log_.reader.warnings();
  if (beyondTold_) return warnings.count(1);
  beyondTold_ = true;
  warnings.add(log_.file.path, offset, "records of at most " + std::to_string(kMaxThreads) + " threads",
               "one of thread " + std::to_string(fields.tid) + ", which is one more: it is not drawn");
}

// A large log is not searched for records that stand twice.
void BasicDecoder::tellBack(uint64_t offset, const BasicFields& fields) {
  if (backTold_) return;
  backTold_ = true;
  log_.reader.warnings().add(log_.file.path, offset, "times of thread " + std::to_string(fields.tid) + " in order",
                             "an earlier one: records may stand twice, as a program that forks writes them");
}

void BasicDecoder::save(WireWriter& out) const {
  out(threads_, lastKey_, cutAt_, passed_, lostTo_);
}

bool BasicDecoder::restore(WireReader& in) {
  lastThread_ = nullptr;
  in(threads_, lastKey_, cutAt_, passed_, lostTo_);
  return !in.failed();
}

void BasicDecoder::describe(const Record& record, EventRow& row) {
  static constexpr std::string_view kKinds[] = {"entry", "exit", "tail-exit", "entry-args"};
  row.time = record.time;
  if (record.kind == RecordKind::Lost) return row.setLost(record.value);
  row.tsc = static_cast<uint64_t>(record.time);
  row.name = log_.reader.names().view(record.name);
  row.signature = log_.reader.names().function(record.name).signature;
  row.present = EventRow::kTsc;
  if (record.ref < last_.offset || record.ref - last_.offset + record.size > last_.data.size() ||
      record.size < kBasicRecord)
    return;
  Bytes raw = last_.data.subspan(static_cast<size_t>(record.ref - last_.offset), record.size);
  BasicFields fields = readBasic(raw.data(), log_.header);
  row.kind = kKinds[fields.action & 3];
  row.tid = fields.tid;
  row.pid = fields.pid;
  row.cpu = fields.cpu;
  row.id = fields.function;
  row.present |= EventRow::kTid | EventRow::kPid | EventRow::kCpu | EventRow::kId;
  addNotes(log_.functions, row);
  if (raw.size() >= 2 * kBasicRecord)
    appendArgument(row, row.name, true, readBasic(raw.data() + kBasicRecord, log_.header).argument);
}

}  // namespace tp::xray
