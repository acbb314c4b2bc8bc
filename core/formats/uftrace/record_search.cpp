// How a task's records are told from what is damaged: by what follows them.
#include <algorithm>

#include "core/formats/uftrace/arg_text.h"
#include "core/formats/uftrace/record_decoder.h"

namespace tp::uftrace {
namespace {

// The recorder keeps a payload within this.
constexpr size_t kMaxPayload = 1040;
// So many bytes are looked at for the records after one, whatever lies between.
constexpr size_t kMaxAhead = 4096;
// A place is judged with so many bytes from it on at hand, or the end of the file: however it is cut into pieces, the
// answer is the same.
constexpr size_t kJudged = RawRecord::kSize + kMaxAhead;
// Nanoseconds from a record that only its follower bears out to that one: arguments may look like times, too.
constexpr Time kClose = 1000000000;

uint32_t eventPayload(Bytes data, Endian endian) {
  return (2u + loadUnchecked<uint16_t>(data.data(), endian) + 7) / 8 * 8;
}

}  // namespace

// Whether a record begins here, after so many bytes that are none: a call of a function that is known, near to the time
// and depth of the last one, or one that others follow in time. `leaps`: those may be far from the time, too; arguments
// may look like times, but seldom like three that rise.
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
  size_t count = askAfter(input, at + RawRecord::kSize, record.time, after, enough);
  if (count == 0) return inTime && call && input.extentEnd && data.size() - at < 2 * RawRecord::kSize;
  if (after[0] < record.time - kJitter || after[0] - record.time > kClose) return false;
  if (inTime) return true;
  return count > 1 && record.time < after[0] && after[0] < after[1] && near(after[0], after[1]);
}

// The first place in [from, until) where a record may begin; `until` where there is none.
size_t RecordDecoder::nextPlausible(const DecodeInput& input, const Search& search, size_t until) {
  for (size_t next = search.from; next < until; next += 8)
    if (plausible(input, next, search)) return next;
  return until;
}

// Moves to the next record from here on, where there is none. False: more bytes are needed.
bool RecordDecoder::skipDamage(const DecodeInput& input, size_t& at) {
  size_t size = input.data.size();
  if (size - at < 2 * kJudged && !input.extentEnd) return false;
  size_t until = input.extentEnd ? size : size - (size - at) % 8 - kJudged;
  if (state_.astray == 0) state_.astrayFrom = input.offset + at;
  size_t next = nextPlausible(input, {state_.astray != 0 ? at : at + 8, state_.time, true}, until);
  // In however many pieces the bytes come, they are one loss.
  const uint64_t lost = input.offset + next - state_.astrayFrom;
  if (lost > 0 && (next < until || input.extentEnd))
    warn(state_.astrayFrom, "a record of the task", std::to_string(lost) + " bytes that are none");
  state_.astray = next == until;
  at = next;
  return true;
}

// The times of records that follow, of those near to this time or the one before, where it is known.
size_t RecordDecoder::askAfter(const DecodeInput& input, size_t at, Time time, std::array<Time, kAsked>& after,
                               bool& enough) const {
  size_t end = std::min(input.data.size(), at + kMaxAhead);
  size_t count = 0;
  while (count < kAsked && at + RawRecord::kSize <= end) {
    TimedRecord next = recordAt(input.data, at);
    bool asked = next.formed() && next.raw.type() != RawType::Lost &&
                 (near(time, next.time) || (state_.time == kNoTime ? next.time > 0 && next.raw.type() <= RawType::Exit
                                                                   : near(state_.time, next.time)));
    if (asked) after[count++] = next.time;
    at += asked ? RawRecord::kSize : 8;
  }
  enough = count == kAsked || end < input.data.size() || input.extentEnd;
  return count;
}

// The time to take for the record here. False: more bytes are needed.
bool RecordDecoder::settleTime(const DecodeInput& input, size_t at, Time& time) {
  std::array<Time, kAsked> after;
  bool enough = true;
  size_t count = askAfter(input, at + RawRecord::kSize, time, after, enough);
  if (!enough) return false;
  TimeOrder order = judgeTime(state_.time, time, {after.data(), count});
  if (order == TimeOrder::Good) return true;
  warn(input.offset + at, "a time in order with those around it",
       leapText(state_.time != kNoTime ? state_.time : after[0], time));
  if (order == TimeOrder::Alone) time = state_.timed != 0 || count == 0 ? state_.time : after[0];
  // A later session may have been entered by mistake.
  if (order == TimeOrder::Back) sessionEnd_ = INT64_MIN;
  return true;
}

// Whether the file goes on with a record here, after one of this time, or ends. What a long gap lies before is borne
// out by what follows it.
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

// Bytes of what follows a record, by its specification or, of an event, by itself. False: there is no specification.
// `whole`: it is all there.
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

// Size of what follows the record at `at`: what it is claimed to be where a record follows that, else up to where one
// does. False: more bytes are needed.
bool RecordDecoder::payload(const DecodeInput& input, size_t at, TimedRecord record, uint32_t& size) {
  size_t begin = at + RawRecord::kSize;
  size_t left = input.data.size() - begin;
  if (left < kMaxPayload + kJudged && !input.extentEnd) return false;
  bool whole = false;
  bool known = claimedPayload(input.data.subspan(begin), record, size, whole);
  // Records within it are none of its bytes.
  if (known && whole && size <= kMaxPayload && goesOn(input, begin + size, record.time) &&
      nextPlausible(input, {begin, record.time, false}, begin + size) == begin + size)
    return true;

  size_t most = std::min(left, kMaxPayload);
  size_t next = nextPlausible(input, {begin, record.time, false}, begin + most);
  bool found = next < begin + most;
  // What lies behind it is damaged, and warned of when it is that one's turn.
  if (known && whole && size <= most && (!found || next >= begin + size)) return true;
  if (found) {
    if (known || next == begin)
      warn(input.offset + at, known ? "a record after " + std::to_string(size) + " bytes of arguments" : "arguments",
           known ? "one after " + std::to_string(next - begin) : "a record");
  } else if (known && left < kMaxPayload) {
    warn(input.offset + at, "the arguments of a record",
         std::to_string(left) + " bytes, and the end of the file within them");
  } else if (known) {
    warn(input.offset + at, "the arguments of a record", "a size that no record has");
  }
  if (!known && next != begin && state_.skipping == 0) {
    warn(input.offset + at, "a known length of the arguments", "no specification of them");
    state_.skipping = 1;
  }
  // Without any record in reach, what comes is searched from the end of this one.
  state_.astray = !found && left >= kMaxPayload;
  size = state_.astray != 0 ? 0 : static_cast<uint32_t>(next - begin);
  return true;
}

}  // namespace tp::uftrace
