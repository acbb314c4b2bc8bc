// Tells a task's records from damaged bytes, by the records that follow.
#include <algorithm>

#include "core/formats/uftrace/arg_text.h"
#include "core/formats/uftrace/record_decoder.h"

namespace tp::uftrace {
namespace {

// The recorder limits payloads to this size, in bytes.
constexpr size_t kMaxPayload = 1040;
// More bytes than these at the end of a file are not taken for the arguments of its last record without a reason.
constexpr size_t kLastArguments = 64;
// The records after one are searched within this many bytes.
constexpr size_t kMaxAhead = 4096;
// A place is judged only with this many bytes at hand, or with the end of the file. So the result does not depend on
// how the file is cut into pieces.
constexpr size_t kJudged = RawRecord::kSize + kMaxAhead;
// Largest distance in nanoseconds between a record that only its follower confirms and that follower. Without a limit,
// arguments could pass for times.
constexpr Time kClose = 1000000000;

uint32_t eventPayload(Bytes data, Endian endian) {
  return (2u + loadUnchecked<uint16_t>(data.data(), endian) + 7) / 8 * 8;
}

}  // namespace

// Returns whether a record begins at `at`, after bytes that form none: a call of a known function with a time and depth
// near those of the last record, or a record whose followers continue from its time. With search.leaps, the time may be
// far from the last one if three rising times confirm it; arguments seldom look like that.
bool RecordDecoder::plausible(const DecodeInput& input, size_t at, const Search& search) {
  Bytes data = input.data;
  if (data.size() < at + RawRecord::kSize) return false;
  TimedRecord record = recordAt(data, at);
  if (!record.formed()) return false;
  if (record.raw.type() == RawType::Lost) return search.leaps;
  bool inTime = search.time == kNoTime || near(search.time, record.time);
  if (!inTime && !search.leaps) return false;
  if (inTime && record.raw.type() == RawType::Event) return true;
  bool call = record.raw.type() <= RawType::Exit;
  if (call && inTime && record.raw.depth() <= state_.depth + 2 + (at - search.from) / RawRecord::kSize &&
      shared_.functions.mapped(session_) &&
      shared_.functions[shared_.functions.find(session_, record.time, record.raw.address())].known)
    return true;
  std::array<Time, kAsked> after;
  bool enough = true;
  size_t count = askAfter(input, at + RawRecord::kSize, record.time, !inTime, after, enough);
  if (count == 0) return inTime && call && input.extentEnd && data.size() - at < 2 * RawRecord::kSize;
  // A record of just the depth that is due is no chance: the one after it may come when a sleep is over.
  const bool due = call && inTime && search.depth != Search::kNoDepth &&
                   record.raw.depth() + (record.raw.type() == RawType::Exit ? 1 : 0) == search.depth;
  if (after[0] < record.time - kJitter || after[0] - record.time > (due ? kLongGap : kClose)) return false;
  if (inTime) return true;
  return count > 1 && record.time < after[0] && after[0] < after[1] && near(after[0], after[1]);
}

// Returns the first place in [search.from, until) at which a record may begin; `until` if there is none.
size_t RecordDecoder::nextPlausible(const DecodeInput& input, const Search& search, size_t until) {
  for (size_t next = search.from; next < until; next += 8)
    if (plausible(input, next, search)) return next;
  return until;
}

// Moves `at` past bytes that form no record. Returns false if more bytes are needed.
bool RecordDecoder::skipDamage(const DecodeInput& input, size_t& at) {
  size_t size = input.data.size();
  if (size - at < 2 * kJudged && !input.extentEnd) return false;
  size_t until = input.extentEnd ? size : size - (size - at) % 8 - kJudged;
  if (state_.astray == 0) state_.astrayFrom = input.offset + at;
  size_t next = nextPlausible(input, {state_.astray != 0 ? at : at + 8, state_.time, true}, until);
  // One warning for the whole run of damaged bytes, however many pieces it arrives in.
  const uint64_t lost = input.offset + next - state_.astrayFrom;
  if (lost > 0 && (next < until || input.extentEnd))
    warn(state_.astrayFrom, "a record of the task", std::to_string(lost) + " bytes that are none");
  state_.astray = next == until;
  at = next;
  return true;
}

// Collects the times of up to kAsked following records that are near to `time` or to the last record's time; if there
// is no last record, and `any`, of any calls. Returns their number. `enough` is false if more bytes might add to them.
size_t RecordDecoder::askAfter(const DecodeInput& input, size_t at, Time time, bool any,
                               std::array<Time, kAsked>& after, bool& enough) const {
  size_t end = std::min(input.data.size(), at + kMaxAhead);
  size_t count = 0;
  while (count < kAsked && at + RawRecord::kSize <= end) {
    TimedRecord next = recordAt(input.data, at);
    bool asked =
        next.formed() && next.raw.type() != RawType::Lost &&
        (near(time, next.time) || (state_.time == kNoTime ? any && next.time > 0 && next.raw.type() <= RawType::Exit
                                                          : near(state_.time, next.time)));
    if (asked) after[count++] = next.time;
    at += asked ? RawRecord::kSize : 8;
  }
  enough = count == kAsked || end < input.data.size() || input.extentEnd;
  return count;
}

// Replaces `time` by the time to use for the record at `at`, and warns if it is damaged. `replaced` is set to whether
// nothing is known of it but that it is not after the records that follow. Returns false if more bytes are needed.
bool RecordDecoder::settleTime(const DecodeInput& input, size_t at, Time& time, bool& replaced) {
  std::array<Time, kAsked> after;
  bool enough = true;
  size_t count = askAfter(input, at + RawRecord::kSize, time, false, after, enough);
  if (!enough) return false;
  // Of the first record, those decide that agree with it, however many others agree with each other: arguments of an
  // unknown size are often small numbers.
  if (count == 0 && state_.time == kNoTime) {
    count = askAfter(input, at + RawRecord::kSize, time, true, after, enough);
    if (!enough) return false;
  }
  TimeOrder order = judgeTime(state_.time, time, {after.data(), count});
  if (order == TimeOrder::Good) return true;
  // Before the task's first record, the time is that of the first program.
  warn(input.offset + at,
       state_.timed != 0 || state_.time == kNoTime ? "a time in order with those around it"
                                                   : "a time behind that at which the first program began",
       leapText(state_.time != kNoTime ? state_.time : after[0], time));
  replaced = order == TimeOrder::Alone;
  if (replaced) time = state_.timed != 0 || count == 0 ? state_.time : after[0];
  // A damaged time may have entered a later session.
  if (order == TimeOrder::Back) sessionEnd_ = INT64_MIN;
  return true;
}

// Returns whether a record that continues from `time` begins at `at`, or the file ends there. If that record is far off
// in time, the one after it has to confirm it.
bool RecordDecoder::goesOn(const DecodeInput& input, size_t at, Time time) const {
  Bytes data = input.data;
  if (at > data.size()) return false;
  if (data.size() - at < RawRecord::kSize) return true;
  TimedRecord next = recordAt(data, at);
  if (!next.formed()) return false;
  if (near(time, next.time) || next.raw.type() == RawType::Lost) return true;
  if (data.size() - at < 2 * RawRecord::kSize) return false;
  TimedRecord second = recordAt(data, at + RawRecord::kSize);
  return second.formed() && near(next.time, second.time);
}

// Computes the size in bytes of what follows a record: from the function's specification, or, for an event, from the
// data itself. Returns false if there is no specification. `whole` is set to whether all of it is at hand.
bool RecordDecoder::claimedPayload(Bytes rest, TimedRecord record, uint32_t& size, bool& whole) {
  RawRecord raw = record.raw;
  if (raw.type() == RawType::Event) {
    whole = rest.size() >= 2;
    size = whole ? eventPayload(rest, shared_.endian) : 0;
  } else {
    const Function& function = shared_.functions[lookup(raw.address(), record.time).function];
    const ArgList& specs = raw.type() == RawType::Entry ? function.arguments : function.result;
    if (specs.empty()) return false;
    size = payloadSize(specs, rest, shared_.endian, whole);
  }
  whole = whole && size <= rest.size();
  return true;
}

// Returns whether whole records of the task fill the bytes from some place in [begin, end) up to `end`, between the
// times of the records before and behind these bytes. Then those are no arguments: their size was read from a damaged
// length, or the mark that they follow is damaged. What the recorder left in the padding of arguments is older than the
// record before, and a word of it that joins the record at `end` is no record.
bool RecordDecoder::holdsRecords(const DecodeInput& input, size_t begin, size_t end, Time time) {
  Bytes data = input.data;
  Time until = time + kLongGap;
  if (data.size() - end >= RawRecord::kSize) {
    const TimedRecord behind = recordAt(data, end);
    if (behind.raw.type() != RawType::Lost) until = behind.time;
  }
  auto filled = [&](size_t at, Time before) {
    while (at < end) {
      if (end - at < RawRecord::kSize) return false;
      const TimedRecord record = recordAt(data, at);
      if (!record.formed() || record.raw.type() == RawType::Lost) return false;
      if (record.time < before - kJitter || record.time > until + kJitter) return false;
      if (record.raw.type() != RawType::Event &&
          !shared_.functions[shared_.functions.find(session_, record.time, record.raw.address())].known)
        return false;
      at += RawRecord::kSize;
      uint32_t size = 0;
      bool whole = true;
      if (record.raw.more() && !claimedPayload(data.subspan(at), record, size, whole)) return true;
      if (!whole) return false;
      at += size;
      before = record.time;
    }
    return at == end;
  };
  for (size_t at = begin; at + RawRecord::kSize <= end; at += 8)
    if (filled(at, time)) return true;
  return false;
}

// Computes the size in bytes of what follows the record at `at`: the size by specification if a record follows after
// that size, else the distance to the next plausible record. Returns false if more bytes are needed.
bool RecordDecoder::payload(const DecodeInput& input, size_t at, TimedRecord record, uint32_t& size) {
  size_t begin = at + RawRecord::kSize;
  size_t left = input.data.size() - begin;
  if (left < kMaxPayload + kJudged && !input.extentEnd) return false;
  bool whole = false;
  bool known = claimedPayload(input.data.subspan(begin), record, size, whole);
  if (known && whole && size <= kMaxPayload && goesOn(input, begin + size, record.time) &&
      !holdsRecords(input, begin, begin + size, record.time))
    return true;

  size_t most = std::min(left, kMaxPayload);
  Search search{begin, record.time, false};
  if (record.raw.type() <= RawType::Exit) search.depth = record.raw.depth() + (record.raw.type() == RawType::Entry);
  size_t next = nextPlausible(input, search, begin + most);
  bool found = next < begin + most, ends = false;
  // The bytes after the payload are damaged; decode() warns of them when it gets there.
  if (known && whole && size <= most && (!found || next >= begin + size)) return true;
  if (found) {
    if (known || next == begin)
      warn(input.offset + at, known ? "a record after " + std::to_string(size) + " bytes of arguments" : "arguments",
           known ? "one after " + std::to_string(next - begin) : "a record");
  } else if (known && left < kMaxPayload) {
    ends = true;
    warn(input.offset + at, "the arguments of a record",
         std::to_string(left) + " bytes, and the end of the file within them");
  } else if (known) {
    warn(input.offset + at, "the arguments of a record", "a size that no record has");
  }
  if (!known && !found && left > kLastArguments && left < kMaxPayload) {
    ends = true;
    warn(input.offset + at, "arguments of a known length, or a record behind them",
         std::to_string(left) + " bytes up to the end of the file, in which no record was found");
  } else if (!known && next != begin && state_.skipping == 0) {
    warn(input.offset + at, "a known length of the arguments", "no specification of them");
    state_.skipping = 1;
  }
  // If no record is in reach, the search starts at the end of this record.
  state_.astray = !found && left >= kMaxPayload;
  size = state_.astray != 0 ? 0 : static_cast<uint32_t>(next - begin);
  if (ends) {
    state_.astray = 1;
    state_.astrayFrom = known ? input.offset + input.data.size() : input.offset + begin;
  }
  return true;
}

}  // namespace tp::uftrace
