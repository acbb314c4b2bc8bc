#include "core/formats/uftrace/extern_decoder.h"

#include <charconv>
#include <limits>

namespace tp::uftrace {
namespace {

constexpr size_t kLongestLine = 64 * 1024;

// Removes a time such as "12.345678901" from the front of `line`. The fraction may have fewer digits.
bool takeTime(std::string_view& line, Time& time) {
  uint64_t seconds = 0, fraction = 0;
  auto [dot, error] = std::from_chars(line.data(), line.data() + line.size(), seconds);
  const char* end = line.data() + line.size();
  if (error != std::errc()) return false;
  int digits = 0;
  if (dot != end && *dot == '.')
    for (++dot; dot != end && *dot >= '0' && *dot <= '9'; ++dot, ++digits)
      if (digits < 9) fraction = fraction * 10 + static_cast<uint64_t>(*dot - '0');
  for (; digits < 9; ++digits) fraction *= 10;
  time = clampTime(static_cast<int64_t>(seconds * 1000000000u + fraction));
  line.remove_prefix(static_cast<size_t>(dot - line.data()));
  return true;
}

std::string_view trim(std::string_view text) {
  size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

}  // namespace

DecodeStep ExternDecoder::decode(const DecodeInput& input, RecordBatch& out) {
  last_ = input;
  std::string_view text = asText(input.data);
  size_t at = 0;
  while (at < text.size()) {
    if (out.full()) return {at, false, true};
    size_t end = text.find('\n', at);
    bool cut = end == std::string_view::npos;
    if (cut && !input.extentEnd && text.size() - at < kLongestLine) break;
    if (cut) end = text.size();
    add(text.substr(at, end - at), input.offset + at, out);
    at = cut ? end : end + 1;
  }
  return {at, true, true};
}

// describe() reads the message from the line again. uftrace lists these messages in `replay` but not among the records
// of `dump`, so they are drawn, but not listed as records.
void ExternDecoder::add(std::string_view line, uint64_t offset, RecordBatch& out) {
  std::string_view rest = trim(line);
  Time time = 0;
  if (rest.empty() || rest[0] == '#') return;
  if (!takeTime(rest, time) || trim(rest).empty()) {
    shared_.reader.warnings().add(shared_.files.files()[file_].path, offset, "a time and a message",
                                  "a line that is none");
    return;
  }
  if (track_ == kNoTrack) {
    Track track;
    track.key.kind = TrackKind::Events;
    track.key.label = "external data";
    track.name = "external data";
    track.order = std::numeric_limits<int64_t>::max();
    track_ = shared_.reader.tracks().add(std::move(track));
  }
  Record& record = out.push();
  record = Record{};
  record.time = time;
  record.ref = offset;
  record.name = shared_.reader.names().intern("external-data");
  record.track = track_;
  record.kind = RecordKind::Instant;
  record.flags = kUnlisted;
  record.size = static_cast<uint32_t>(std::min(line.size(), kLongestLine));
}

void ExternDecoder::describe(const Record& record, EventRow& row) {
  row.time = record.time;
  row.kind = "event";
  row.name = "external-data";
  if (record.ref < last_.offset || record.ref - last_.offset + record.size > last_.data.size()) return;
  std::string_view line = trim(asText(last_.data.subspan(static_cast<size_t>(record.ref - last_.offset), record.size)));
  Time time = 0;
  if (takeTime(line, time)) row.args = trim(line);
}

}  // namespace tp::uftrace
