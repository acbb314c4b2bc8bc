#include "tests/skeleton/skeleton_format.h"

#include <algorithm>
#include <charconv>
#include <map>

#include "core/io/wire.h"

namespace tp::skeleton {
namespace {

constexpr std::string_view kHead = "skeleton 1\n";
// A longer line is damage; so many bytes are enough to tell.
constexpr size_t kMaxLine = 4096;
// The most bytes of a damaged line that a warning quotes: a whole file may be one line.
constexpr size_t kMaxQuoted = 80;
// Deeper calls are damage: begins without ends.
constexpr uint16_t kMaxDepth = 1000;

// What a line says. The texts are in the line.
struct Line {
  Time time = 0;
  int64_t tid = 0;
  std::string_view what;  // "begin", "end" or "note"
  std::string_view text;
};

// Returns the next word, and takes it and the blank behind it off `rest`.
std::string_view takeWord(std::string_view& rest) {
  const std::string_view word = rest.substr(0, rest.find(' '));
  rest.remove_prefix(std::min(rest.size(), word.size() + 1));
  return word;
}

bool parseNumber(std::string_view text, int64_t& out) {
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), out);
  return problem == std::errc() && end == text.data() + text.size();
}

std::optional<Line> parseLine(std::string_view text) {
  Line line;
  int64_t time = 0;
  if (!parseNumber(takeWord(text), time) || !parseNumber(takeWord(text), line.tid) || line.tid <= 0) return {};
  line.time = clampTime(time);  // a file may claim any time
  line.what = takeWord(text);
  line.text = text;
  const bool known = line.what == "begin" || line.what == "end" || line.what == "note";
  return known ? std::optional(line) : std::nullopt;
}

std::string_view textOf(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

class Reader final : public TraceReader {
 public:
  // Reads the file at this position in `files`.
  Reader(const FileSet& files, size_t position) : path_(files.files()[position].path) {
    info_.format = "skeleton";
    info_.version = "1";
    info_.clock.name = "ns";
    StreamInfo stream;
    stream.name = path_;
    stream.file = position;  // other files may come before it
    stream.extents.push_back({kHead.size(), files.files()[position].source->size() - kHead.size()});
    streams_.push_back(std::move(stream));
  }

  std::unique_ptr<StreamDecoder> decoder(size_t stream) override;
  const std::string& path() const { return path_; }

  // The track of the thread's calls, or of its notes.
  TrackId trackOf(int64_t tid, TrackKind kind) {
    Track track;
    track.key.kind = kind;
    track.key.pid = track.key.tid = tid;
    track.name = kind == TrackKind::Thread ? "thread " + std::to_string(tid) : "notes";
    if (kind == TrackKind::Events) track.parent = trackOf(tid, TrackKind::Thread);
    return tracks_.add(track);  // the same key is the same track
  }

 private:
  const std::string path_;
};

class Decoder final : public StreamDecoder {
 public:
  explicit Decoder(Reader& reader) : reader_(reader) {}

  DecodeStep decode(const DecodeInput& input, RecordBatch& out) override {
    last_ = input;
    const std::string_view text = textOf(input.data);
    size_t at = 0;
    while (!out.full()) {
      size_t end = text.find('\n', at);
      const bool ends = end != std::string_view::npos || input.extentEnd;
      end = std::min(end, text.size());
      const bool tooLong = end - at > kMaxLine;
      if (at == text.size() || (!ends && !tooLong && !skipping_)) return {at, true, true};  // more bytes are needed
      // Whether a line is damage must not depend on how many of its bytes are here.
      if (!skipping_) add(text.substr(at, std::min(end - at, kMaxLine + 1)), input.offset + at, out);
      skipping_ = !ends;
      at = std::min(text.size(), end + 1);
    }
    return {at, false, true};
  }

  // What is needed to go on: how deep each thread is, and whether the rest of a line is left out.
  void save(WireWriter& out) const override {
    out(depths_);
    out.bits(skipping_);
  }
  bool restore(WireReader& in) override {
    in(depths_);
    in.bits(skipping_);
    return !in.failed();
  }

  // The words of a record: its line is read again.
  void describe(const Record& record, EventRow& row) override {
    row.time = record.time;
    row.name = reader_.names().view(record.name);
    row.kind = record.kind == RecordKind::Begin ? "entry" : record.kind == RecordKind::End ? "exit" : "event";
    if (record.ref < last_.offset || record.ref - last_.offset + record.size > last_.data.size()) return;
    const Bytes bytes = last_.data.subspan(static_cast<size_t>(record.ref - last_.offset), record.size);
    const std::optional<Line> line = parseLine(textOf(bytes));
    if (!line) return;
    row.pid = row.tid = line->tid;
    row.present = EventRow::kPid | EventRow::kTid;
    if (line->what == "note") row.args = line->text;
  }

 private:
  void add(std::string_view text, uint64_t offset, RecordBatch& out) {
    const std::optional<Line> line = text.size() <= kMaxLine ? parseLine(text) : std::nullopt;
    // Damage is a warning with file and offset, and the next line is read.
    if (!line)
      return reader_.warnings().add(reader_.path(), offset, "a record",
                                    "\"" + std::string(text.substr(0, kMaxQuoted)) + "\"");
    uint16_t& depth = depths_[line->tid];
    if (line->what == "end" && depth == 0)
      return reader_.warnings().add(reader_.path(), offset, "the end of a call that began", "another end");
    Record& record = out.push();
    record = Record{};
    record.time = line->time;
    record.ref = offset;
    record.size = static_cast<uint32_t>(text.size());
    if (line->what == "note") {
      record.kind = RecordKind::Instant;
      record.track = reader_.trackOf(line->tid, TrackKind::Events);
      record.name = reader_.names().intern("note");
      return;
    }
    const bool begins = line->what == "begin";
    record.kind = begins ? RecordKind::Begin : RecordKind::End;
    record.track = reader_.trackOf(line->tid, TrackKind::Thread);
    record.name = begins ? reader_.names().intern(line->text) : kNoName;  // an end takes the name of its beginning
    record.depth = begins ? std::min(depth, kMaxDepth) : static_cast<uint16_t>(depth - 1);
    depth = begins ? std::min<uint16_t>(static_cast<uint16_t>(depth + 1), kMaxDepth) : record.depth;
  }

  Reader& reader_;
  std::map<int64_t, uint16_t> depths_;  // by thread: how many calls are open
  bool skipping_ = false;               // the rest of a line that is too long
  DecodeInput last_;                    // for describe()
};

std::unique_ptr<StreamDecoder> Reader::decoder(size_t stream) {
  return stream < streams_.size() ? std::make_unique<Decoder>(*this) : nullptr;
}

// The position of the first skeleton file; nullopt if there is none.
std::optional<size_t> findSkeleton(const FileSet& files) {
  for (size_t i = 0; i < files.files().size(); ++i)
    if (textOf(readAll(*files.files()[i].source, 0, kHead.size())) == kHead) return i;
  return std::nullopt;
}

}  // namespace

Probe probe(const FileSet& files) {
  return {findSkeleton(files) ? 100 : 0, {}};
}

Result<std::unique_ptr<TraceReader>> open(const FileSet& files) {
  if (const std::optional<size_t> position = findSkeleton(files))
    return std::unique_ptr<TraceReader>(std::make_unique<Reader>(files, *position));
  return Error{files.empty() ? std::string() : files.files()[0].path, 0, "a file that is no skeleton file"};
}

}  // namespace tp::skeleton
