#include "core/export/file_export.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "core/analysis/call_aggregator.h"
#include "core/analysis/call_arguments.h"
#include "core/analysis/event_merge.h"
#include "core/analysis/row_durations.h"
#include "core/export/chrome.h"
#include "core/export/csv_columns.h"
#include "core/export/folded_stacks.h"
#include "core/export/perfetto.h"
#include "core/export/row_tracks.h"
#include "core/export/speedscope.h"
#include "core/export/trace_export.h"
#include "core/index/vocabulary.h"

namespace tp {
namespace {

constexpr size_t kBytesPerStep = size_t{1} << 18;

constexpr ExportFormatInfo kFormats[] = {{"chrome", "Chrome JSON", ".json"},
                                         {"perfetto", "Perfetto", ".pftrace"},
                                         {"speedscope", "speedscope", ".speedscope.json"},
                                         {"folded", "folded stacks", ".folded.txt"},
                                         {"csv", "CSV of all events", ".csv"}};
static_assert(std::size(kFormats) == static_cast<size_t>(ExportFormat::Count));

TrackTable tableOf(const ExportRequest& request) {
  TrackTable table;
  table.addAll(request.tracks);
  return table;
}

// Tells which of a reader's tracks are written. They are found by their keys, since the reader may number them
// otherwise.
class UsedTracks {
 public:
  // Both must outlive this; the reader's tracks may grow meanwhile.
  UsedTracks(const ExportRequest& request, TraceReader& reader)
      : used_(request.used), table_(tableOf(request)), reader_(reader) {}

  bool has(TrackId theirs) {
    const TrackTable& tracks = reader_.tracks();
    if (theirs >= tracks.size()) return false;
    for (TrackId id = static_cast<TrackId>(known_.size()); id <= theirs; ++id) {
      const TrackId ours = table_.find(tracks[id].key);
      known_.push_back(ours < used_.size() && used_[ours]);
    }
    return known_[theirs];
  }

 private:
  const std::vector<bool>& used_;
  TrackTable table_;
  TraceReader& reader_;
  std::vector<bool> known_;  // by the reader's track
};

std::unique_ptr<ExportWriter> makeWriter(const ExportRequest& request) {
  if (request.format == ExportFormat::Chrome) return makeChromeWriter();
  if (request.format == ExportFormat::Perfetto) return makePerfettoWriter();
  return makeSpeedscopeWriter(request.title);
}

// A file of tracks, slices and counters.
class TraceFile final : public FileExport {
 public:
  TraceFile(const ExportRequest& request, TraceReader& reader, const FileSet& files, const Filter* filter)
      : table_(tableOf(request)), tracks_(table_), writer_(makeWriter(request)) {
    for (TrackId id = 0; id < table_.size(); ++id)
      if (id < request.used.size() && request.used[id]) tracks_.use(id);
    scope_.from = request.from;
    scope_.to = request.to;
    scope_.filter = filter;
    export_ = std::make_unique<TraceExport>(reader, files, tracks_, scope_, *writer_);
  }
  bool step(std::string& out) override { return export_->step(out); }
  double progress() const override { return export_->progress(); }

 private:
  TrackTable table_;
  ExportTracks tracks_;
  ExportScope scope_;
  std::unique_ptr<ExportWriter> writer_;
  std::unique_ptr<TraceExport> export_;
};

// A file of all events in the order of time.
class EventFile final : public FileExport {
 public:
  // `test` selects the rows that are written; none: all.
  EventFile(const ExportRequest& request, TraceReader& reader, const FileSet& files, std::optional<RowTest> test)
      : request_(request),
        reader_(reader),
        columns_(request.columns.empty() ? CsvColumns::all(!reader.info().parts.empty()) : CsvColumns(request.columns)),
        merge_(reader, files),
        test_(std::move(test)) {
    row_.sparing = true;
    if (request.onlyUsed) tracks_.emplace(request.tracks, request.used);
    if (request.rows.kind == RowQuery::Kind::Calls) calls_.emplace(request.rows.calls, reader, files);
  }

  bool step(std::string& out) override {
    constexpr int kRowsPerStep = 1 << 14;
    if (!begun_) columns_.appendHeader(out);
    begun_ = true;
    if (calls_ && !callsFound_) {
      callsFound_ = !calls_->step();
      return true;
    }
    bool ranged = request_.from <= request_.to;
    for (int row = 0; row < kRowsPerStep; ++row) {
      if (!merge_.next()) return false;
      now_ = merge_.record().time;
      Filter::Lasted lasted;
      if (calls_ && !ofCalls(lasted)) continue;
      if (!calls_ && ((test_ && test_->usesDuration()) || columns_.usesDuration())) lasted = durations_.add(merge_);
      ShownText entry;
      if (test_ && test_->usesEntries())
        entry = arguments_.add(merge_.stream(), merge_.record(), [&] {
          merge_.describe(row_);
          return row_.shown();
        });
      if (ranged && (now_ < request_.from || now_ > request_.to)) continue;
      merge_.describe(row_);
      row_.entry = entry;
      if (tracks_ && !tracks_->holds(merge_.record(), row_, reader_.tracks())) continue;
      if (!test_ || test_->matches(row_, lasted)) columns_.append(out, row_, lasted);
    }
    return true;
  }
  double progress() const override {
    double whole = static_cast<double>(request_.end) - static_cast<double>(request_.begin);
    double done = static_cast<double>(now_) - static_cast<double>(request_.begin);
    return begun_ && whole > 0 ? std::clamp(done / whole, 0.0, 1.0) : 0;
  }

 private:
  // Returns whether the record is a row of one of the calls, and how long the call took. Must be called for every
  // record, in order.
  bool ofCalls(Filter::Lasted& lasted) {
    Place& place = places_[merge_.stream()];
    const uint64_t position = place.position++;
    auto found = calls_->rows().find(merge_.stream());
    if (found == calls_->rows().end()) return false;
    const std::vector<CallRows::Row>& rows = found->second;
    if (place.next >= rows.size() || rows[place.next].position != position) return false;
    lasted = rows[place.next++].duration;
    return true;
  }

  struct Place {
    uint64_t position = 0;  // of the next row of the stream
    size_t next = 0;        // index of the next row of the calls
  };

  ExportRequest request_;
  TraceReader& reader_;
  std::optional<RowTracks> tracks_;  // none: rows of all tracks are written
  CsvColumns columns_;
  EventMerge merge_;
  std::optional<CallRows> calls_;  // the calls whose rows are written; none: rows that `test_` holds for
  bool callsFound_ = false;
  std::map<size_t, Place> places_;  // by stream
  std::optional<RowTest> test_;
  RowDurations durations_;
  CallArguments arguments_;
  EventRow row_;
  Time now_ = 0;
  bool begun_ = false;
};

// A file of stacks: counts all calls, then writes it.
class StackFile final : public FileExport {
 public:
  StackFile(const ExportRequest& request, TraceReader& reader, const FileSet& files)
      : request_(request),
        reader_(reader),
        files_(files),
        calls_(scopeOf(request, reader.info()), reader),
        used_(request_, reader) {}

  bool step(std::string& out) override {
    size_t streams = reader_.streams().size() + reader_.merges().size();
    for (int batches = 0; batches < 64; ++batches) {
      if (stream_ == streams) return appendCalls(out);
      if (!driver_ && !mayCount(scopeOf(request_, reader_.info()), reader_, stream_)) {
        ++stream_;
        continue;
      }
      if (!driver_) {
        driver_ = makeDriver(reader_, stream_);
        calls_.startStream();
      }
      if (driver_->pull(batch_, files_) == RecordDriver::Step::Batch) {
        keepUsed();
        calls_.add(batch_);
        addSamples();
      } else {
        calls_.endStream();
        driver_.reset();
        ++stream_;
      }
    }
    return true;
  }
  double progress() const override {
    size_t streams = reader_.streams().size() + reader_.merges().size();
    return streams == 0 ? 1 : static_cast<double>(stream_) / static_cast<double>(streams);
  }

 private:
  static CallScope scopeOf(const ExportRequest& request, const TraceInfo& info) {
    CallScope scope;
    scope.functions = false;
    // Where there are no calls, stacks are those of samples, as in the flame graph.
    if (!info.sampled.empty()) scope.counter = info.sampled.front().countLabel();
    if (request.from > request.to) return scope;
    scope.begin = request.from;
    scope.end = request.to;
    return scope;
  }

  // Records of other tracks only tell the time, until which open calls last.
  void keepUsed() {
    for (uint32_t i = 0; i < batch_.count; ++i)
      if (!used_.has(batch_.records[i].track)) batch_.records[i].kind = RecordKind::Instant;
  }

  void addSamples() {
    SampledStack stack;
    for (uint32_t i = 0; calls_.wantsSamples() && i < batch_.count; ++i) {
      const Record& record = batch_.records[i];
      if (record.kind == RecordKind::Instant && used_.has(record.track) && driver_->sampleOf(batch_, i, stack))
        calls_.addStack(stack, record.time);
    }
  }

  void fold(const CallTree& tree) {
    foldStacks(
        tree, false, StackValue::Self, [&](NameId name, bool) { return reader_.names().view(name); },
        [&](std::string_view line) {
          text_ += line;
          text_ += '\n';
        });
  }

  bool appendCalls(std::string& out) {
    if (!folded_) {
      folded_ = true;
      const CallProfile& best = calls_.profiles().best();
      fold(best.tree);
      if (text_.empty()) fold(best.growth);
    }
    size_t size = std::min(kBytesPerStep, text_.size() - told_);
    out.append(text_, told_, size);
    told_ += size;
    return told_ < text_.size();
  }

  const ExportRequest request_;
  TraceReader& reader_;
  const FileSet& files_;
  CallAggregator calls_;
  UsedTracks used_;
  std::unique_ptr<RecordDriver> driver_;
  RecordBatch batch_;
  size_t stream_ = 0;
  bool folded_ = false;
  std::string text_;
  size_t told_ = 0;
};

}  // namespace

const ExportFormatInfo& formatInfo(ExportFormat format) {
  return kFormats[std::min(static_cast<size_t>(format), std::size(kFormats) - 1)];
}

ExportFormat exportFormat(std::string_view key) {
  size_t at = 0;
  while (at < std::size(kFormats) && kFormats[at].key != key) ++at;
  return static_cast<ExportFormat>(at);
}

std::unique_ptr<FileExport> makeFileExport(const ExportRequest& request, TraceReader& reader, const FileSet& files,
                                           const Filter* filter) {
  if (request.format >= ExportFormat::Count) return nullptr;
  if (request.format == ExportFormat::Csv) {
    FilterError error;
    std::optional<RowTest> test;
    if (request.rows.kind != RowQuery::Kind::Calls && !request.rows.text.empty()) {
      test = RowTest::compile(request.rows, reader.info().clock, error);
      if (!test) return nullptr;
    }
    return std::make_unique<EventFile>(request, reader, files, std::move(test));
  }
  if (request.format == ExportFormat::Folded) return std::make_unique<StackFile>(request, reader, files);
  return std::make_unique<TraceFile>(request, reader, files, filter);
}

}  // namespace tp
