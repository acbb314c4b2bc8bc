#include "core/formats/uftrace/extern_decoder.h"

#include <limits>

#include "core/formats/uftrace/extern_line.h"

namespace tp::uftrace {
namespace {

constexpr size_t kLongestLine = 64 * 1024;

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
