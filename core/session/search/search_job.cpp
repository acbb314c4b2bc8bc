// Searches all rows of a worker's streams for those that match a test.
#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "core/analysis/call_arguments.h"
#include "core/analysis/row_durations.h"
#include "core/analysis/row_test.h"
#include "core/index/chunk_replay.h"
#include "core/session/calls/call_hits.h"
#include "core/session/calls/call_rows_job.h"
#include "core/session/job.h"
#include "core/session/search/search_messages.h"

namespace tp {
namespace {

// Streams take turns. If there are many, none keeps what it has read for its next turn.
constexpr size_t kMaxRuns = 32;
constexpr size_t kPiecesTogether = size_t{32} << 20;
constexpr size_t kMaxPiece = size_t{2} << 20;

class SearchJob final : public Job {
 public:
  // Keeps `most` hits, and only counts the rest. If durations depend on the records of several streams, worker 0 goes
  // through all of them, and the others find nothing. `byCall`: a call is one hit, even if both of its records match.
  // `reader` must outlive the job.
  SearchJob(RowTest test, uint64_t most, uint32_t worker, bool byCall, TraceReader& reader)
      : test_(std::move(test)), most_(most), worker_(worker), byCall_(byCall), reader_(reader) {}

  bool step(const JobSite& site, WireWriter& answer) override;
  float progress() const override { return progress_; }

 private:
  struct Stream {
    uint32_t stream = 0;
    size_t chunk = 0;
    uint32_t position = 0;  // of the next row
    Time now = std::numeric_limits<Time>::min();
    FoundRows found;  // in the current step
    std::unique_ptr<ChunkRun> run;
    CallHits calls;
  };

  void begin(const JobSite& site);
  bool acrossStreams() const { return test_.usesDuration() && lastsAcrossStreams(reader_); }
  bool lookAcross(const JobSite& site);
  bool nextChunk(const JobSite& site);
  void endChunk();
  void look(RecordBatch& batch);
  void describe(const RecordBatch& batch, uint32_t at);
  bool holds(const RecordBatch& batch, uint32_t at, Time duration, const ShownText& entry);
  std::optional<bool> byName(NameId name, const Filter::Lasted& lasted);
  void found(Stream& in, uint32_t position, Time duration);
  void write(bool more, WireWriter& out);

  RowTest test_;
  uint64_t most_;
  uint32_t worker_;
  bool byCall_;
  TraceReader& reader_;
  bool begun_ = false;
  std::vector<Stream> streams_;
  Stream* current_ = nullptr;  // whose chunk is being read
  ChunkReplay* replay_ = nullptr;
  Time now_ = 0;
  SliceDurations durations_;
  CallArguments arguments_;
  std::unique_ptr<EventMerge> merge_;  // of all streams, if they are read together
  RowDurations spans_;
  std::vector<uint8_t> names_;  // result of byName() by name: 0 not known yet, 1 no, 2 yes, 3 it depends
  EventRow row_;
  uint64_t hits_ = 0;
  bool cut_ = false;
  Time cutAt_ = 0;  // all hits before this time are kept
  uint64_t done_ = 0, all_ = 1;
  float progress_ = 0;
};

}  // namespace

// Reads a request that SearchQuestion has written. `kind` is Search, which steps from call to call if it looks for a
// text, or Filter, which shows records.
std::unique_ptr<Job> makeSearchJob(JobKind kind, WireReader& request, TraceReader& reader) {
  auto asked = request.read<SearchRequest>();
  if (asked.query.kind == RowQuery::Kind::Calls && !request.failed())
    return std::make_unique<CallRowsJob>(std::move(asked.query.calls), asked.most, asked.worker, reader);
  FilterError error;
  std::optional<RowTest> test = RowTest::compile(asked.query, reader.info().clock, error);
  if (request.failed() || !test) return nullptr;
  const bool byCall = kind == JobKind::Search && test->filter() == nullptr;
  return std::make_unique<SearchJob>(std::move(*test), asked.most, asked.worker, byCall, reader);
}

bool SearchJob::step(const JobSite& site, WireWriter& answer) {
  using Clock = std::chrono::steady_clock;
  constexpr auto kStep = std::chrono::milliseconds(12);
  if (!begun_) begin(site);
  begun_ = true;
  Clock::time_point until = Clock::now() + kStep;
  auto batch = std::make_unique<RecordBatch>();
  bool more = true;
  while (more && Clock::now() < until) {
    if (acrossStreams()) {
      more = lookAcross(site);
    } else if (!replay_) {
      more = nextChunk(site);
    } else if (replay_->next(*batch)) {
      look(*batch);
    } else {
      endChunk();
    }
  }
  // When all streams are read together, `all_` does not include the records of other workers.
  const double part = static_cast<double>(done_) / static_cast<double>(std::max(all_, done_ + 1));
  progress_ = more ? static_cast<float>(part) : 1;
  write(more, answer);
  return more;
}

void SearchJob::begin(const JobSite& site) {
  for (uint32_t stream = 0; stream < reader_.streams().size(); ++stream) {
    if (!site.indexers[stream] && !acrossStreams()) continue;
    streams_.emplace_back().stream = stream;
    if (site.indexers[stream]) all_ += site.indexers[stream]->records();
  }
}

// Reads some more records of all streams in one order. Returns false after the last.
bool SearchJob::lookAcross(const JobSite& site) {
  constexpr int kRecords = 1024;
  if (worker_ != 0) return false;
  if (!merge_) merge_ = std::make_unique<EventMerge>(reader_, site.files);
  for (int i = 0; i < kRecords; ++i) {
    if (!merge_->next()) return false;
    const Record& record = merge_->record();
    const Filter::Lasted lasted = spans_.add(*merge_);
    row_.sparing = true;
    ShownText entry;
    if (test_.usesEntries())
      entry = arguments_.add(merge_->stream(), record, [&] {
        merge_->describe(row_);
        return row_.shown();
      });
    Stream& stream = streams_[merge_->stream()];
    const uint32_t position = stream.position++;
    // A row is never before a row that its stream recorded earlier.
    now_ = stream.now = std::max(stream.now, record.time);
    ++done_;
    const NameId name = merge_->rowName();
    std::optional<bool> verdict = name != kNoName ? byName(name, lasted) : std::nullopt;
    if (!verdict) {
      merge_->describe(row_);
      row_.entry = entry;
      verdict = test_.matches(row_, lasted);
    }
    if (!*verdict) continue;
    if (hits_ >= most_ && !cut_) {
      cut_ = true;
      cutAt_ = now_;
    }
    found(stream, position, test_.asksWaited() ? lasted.waited : lasted.duration);
  }
  return true;
}

void SearchJob::found(Stream& in, uint32_t position, Time duration) {
  ++hits_;
  if (cut_) return;
  in.found.times.push_back(now_);
  in.found.positions.push_back(position);
  if (test_.usesDuration()) in.found.durations.push_back(duration);
}

// Chooses the chunk that begins first among those of all streams, so that hits come roughly in their order.
bool SearchJob::nextChunk(const JobSite& site) {
  Stream* first = nullptr;
  auto begins = [&](const Stream& one) { return site.indexers[one.stream]->summaries()[one.chunk].rowBegin; };
  for (Stream& one : streams_) {
    if (one.chunk >= site.indexers[one.stream]->chunks().size()) continue;
    if (first == nullptr || begins(one) < begins(*first)) first = &one;
  }
  if (first == nullptr) return false;
  if (hits_ >= most_ && !cut_) {
    cut_ = true;
    cutAt_ = begins(*first);
  }
  current_ = first;
  now_ = begins(*first);
  if (!first->run)
    first->run = std::make_unique<ChunkRun>(std::min(kMaxPiece, kPiecesTogether / streams_.size()), test_.text());
  replay_ = &first->run->chunk(reader_, first->stream, site.files, *site.indexers[first->stream], first->chunk++);
  return true;
}

void SearchJob::endChunk() {
  replay_ = nullptr;
  if (streams_.size() > kMaxRuns) current_->run.reset();
}

void SearchJob::look(RecordBatch& batch) {
  const bool timed = test_.usesDuration();
  for (uint32_t i = 0; i < batch.count; ++i) {
    const Record& record = batch.records[i];
    if (!isRow(record)) continue;
    uint32_t position = current_->position++;
    now_ = std::max(now_, record.time);
    ++done_;
    Time duration = timed ? durations_.add(current_->stream, record) : Filter::kNoDuration;
    ShownText entry;
    if (test_.usesEntries())
      entry = arguments_.add(current_->stream, record, [&] {
        describe(batch, i);
        return row_.shown();
      });
    const bool hit = !(byCall_ && current_->calls.endsHit(record)) && holds(batch, i, duration, entry);
    if (byCall_) current_->calls.add(record, hit);
    if (hit) found(*current_, position, duration);
  }
}

// Returns what follows from the name, and from the duration if the test looks at it.
std::optional<bool> SearchJob::byName(NameId name, const Filter::Lasted& lasted) {
  const NameTable& names = reader_.names();
  const FunctionName function = names.function(name);
  Filter::Known what{names.view(name), reader_.systemOf(name), {}, function.brief, function.signature};
  if (test_.usesDuration()) {
    what.lasted = lasted;
    return test_.byName(what);
  }
  if (name >= names_.size()) names_.resize(reader_.names().size(), 0);
  uint8_t& known = names_[name];
  if (known == 0) {
    std::optional<bool> verdict = test_.byName(what);
    known = !verdict ? 3 : *verdict ? 2 : 1;
  }
  return known == 3 ? std::nullopt : std::optional<bool>(known == 2);
}

void SearchJob::describe(const RecordBatch& batch, uint32_t at) {
  row_.clear();
  row_.sparing = true;
  replay_->describe(batch, at, row_);
}

bool SearchJob::holds(const RecordBatch& batch, uint32_t at, Time duration, const ShownText& entry) {
  const NameId name = replay_->rowName(batch, at);
  if (name != kNoName)
    if (std::optional<bool> verdict = byName(name, duration)) return *verdict;
  // The name was compared by byName().
  if (name != kNoName && test_.text() != nullptr && !replay_->mayMatch(batch, at)) return false;
  describe(batch, at);
  row_.entry = entry;
  return test_.matches(row_, duration);
}

void SearchJob::write(bool more, WireWriter& out) {
  SearchAnswer answer{hits_, !more && cut_, cutAt_, {}, {}};
  if (!more && test_.filter() != nullptr) answer.met = test_.filter()->met();
  for (Stream& one : streams_) {
    if (one.found.times.empty()) continue;
    answer.found.push_back(std::exchange(one.found, {}));
    answer.found.back().stream = one.stream;
  }
  out(answer);
}

}  // namespace tp
