#include "core/session/search_job.h"

#include <algorithm>
#include <chrono>

namespace tp {
namespace {

// Streams take turns: of many, none keeps what it has read for its next one.
constexpr size_t kMostRuns = 32;
constexpr size_t kPiecesTogether = size_t{32} << 20;
constexpr size_t kMostPiece = size_t{2} << 20;

}  // namespace

std::unique_ptr<Job> makeSearchJob(WireReader& request, TraceReader& reader) {
  RowQuery query;
  query.kind = request.get<RowQuery::Kind>();
  query.text = request.getString();
  uint64_t most = request.get<uint64_t>();
  FilterError error;
  std::optional<RowTest> test = RowTest::compile(query, reader.info().clock, error);
  if (request.failed() || !test) return nullptr;
  return std::make_unique<SearchJob>(std::move(*test), most, reader);
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
    if (!replay_) {
      more = nextChunk(site);
    } else if (replay_->next(*batch)) {
      look(*batch);
    } else {
      endChunk();
    }
  }
  progress_ = more ? static_cast<float>(static_cast<double>(done_) / static_cast<double>(all_)) : 1;
  write(more, answer);
  return more;
}

void SearchJob::begin(const JobSite& site) {
  for (uint32_t stream = 0; stream < reader_.streams().size(); ++stream) {
    if (!site.indexers[stream]) continue;
    streams_.push_back({stream, 0, 0, {}, nullptr});
    all_ += site.indexers[stream]->records();
  }
}

// That of all streams which begins first, so that hits come about in their order.
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
    first->run = std::make_unique<ChunkRun>(std::min(kMostPiece, kPiecesTogether / streams_.size()), test_.text());
  replay_ = &first->run->chunk(reader_, first->stream, site.files, *site.indexers[first->stream], first->chunk++);
  return true;
}

void SearchJob::endChunk() {
  replay_ = nullptr;
  if (streams_.size() > kMostRuns) current_->run.reset();
}

void SearchJob::look(RecordBatch& batch) {
  bool timed = test_.usesDuration();
  for (uint32_t i = 0; i < batch.count; ++i) {
    const Record& record = batch.records[i];
    if (!isRow(record)) continue;
    uint32_t position = current_->position++;
    now_ = std::max(now_, record.time);
    ++done_;
    Time duration = timed ? durations_.add(current_->stream, record) : Filter::kNoDuration;
    if (!holds(batch, i, duration)) continue;
    ++hits_;
    if (cut_) continue;
    current_->found.times.push_back(now_);
    current_->found.positions.push_back(position);
  }
}

bool SearchJob::holds(const RecordBatch& batch, uint32_t at, Time duration) {
  NameId name = replay_->rowName(batch, at);
  if (name != kNoName && test_.usesDuration()) {
    if (std::optional<bool> verdict = test_.byName(reader_.names().view(name), duration)) return *verdict;
  } else if (name != kNoName) {
    if (name >= names_.size()) names_.resize(reader_.names().size(), 0);
    uint8_t& known = names_[name];
    if (known == 0) {
      std::optional<bool> verdict = test_.byName(reader_.names().view(name));
      known = !verdict ? 3 : *verdict ? 2 : 1;
    }
    if (known != 3) return known == 2;
  }
  // The name was looked at.
  if (name != kNoName && test_.text() != nullptr && !replay_->mayHold(batch, at)) return false;
  row_.clear();
  replay_->describe(batch, at, row_);
  return test_.matches(row_, duration);
}

void SearchJob::write(bool more, WireWriter& answer) {
  answer.put(hits_);
  answer.put(static_cast<uint8_t>(!more && cut_));
  answer.put(cutAt_);
  answer.putArray(more || test_.filter() == nullptr ? std::vector<uint8_t>() : test_.filter()->met());
  uint32_t count = 0;
  size_t at = answer.reserve32();
  for (Stream& one : streams_) {
    if (one.found.times.empty()) continue;
    ++count;
    answer.put(one.stream);
    answer.putArray(one.found.times);
    answer.putArray(one.found.positions);
    one.found = {};
  }
  answer.patch(at, count);
}

}  // namespace tp
