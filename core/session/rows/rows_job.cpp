// Finds rows of the event table on a worker's streams, and describes them.
#include <algorithm>
#include <optional>

#include "core/index/chunk_replay.h"
#include "core/session/job.h"
#include "core/session/rows/row_times.h"
#include "core/session/rows/rows_request.h"
#include "core/session/rows/table_row.h"

namespace tp {
namespace {

constexpr uint32_t kMaxRows = 1 << 16;
constexpr size_t kMaxKeys = 256;

class RowsJob final : public Job {
 public:
  explicit RowsJob(RowsRequest request) : request_(std::move(request)) {}

  bool step(const JobSite& site, WireWriter& answer) override;
  float progress() const override { return progress_; }
  // The user is looking, so it answers with rows of what is indexed so far.
  bool whileIndexing() const override { return true; }

 private:
  // Rows of one chunk, by their index in it.
  struct Wanted {
    uint32_t stream = 0;
    size_t chunk = 0;
    uint64_t first = 0;  // position of the chunk's first row
    std::vector<uint32_t> rows;
  };

  void find(const JobSite& site, WireWriter& answer);
  void findNext(std::vector<StreamRows>& streams, std::vector<uint64_t>& at);
  void want(StreamRows& rows, uint32_t stream, uint64_t from, uint64_t to);
  void findThese(const JobSite& site);
  void describe(const JobSite& site, const Wanted& wanted, WireWriter& answer);

  RowsRequest request_;
  bool found_ = false;
  std::vector<uint32_t> streams_;  // ours
  std::vector<Wanted> wanted_;
  size_t next_ = 0;
  float progress_ = 0;
};

}  // namespace

// Writes a part of the answer: how many of our rows come before the key or each of the keys, and rows.
bool RowsJob::step(const JobSite& site, WireWriter& answer) {
  constexpr size_t kWantedPerStep = 8;
  if (!found_) {
    find(site, answer);
  } else {
    answer.put(uint32_t{0});
  }
  found_ = true;
  uint32_t chunks = 0;
  size_t to = std::min(wanted_.size(), next_ + kWantedPerStep);
  for (size_t i = next_; i < to; ++i) chunks += static_cast<uint32_t>(wanted_[i].rows.size());
  answer.put(chunks);
  for (; next_ < to; ++next_) describe(site, wanted_[next_], answer);
  progress_ = wanted_.empty() ? 1 : static_cast<float>(next_) / static_cast<float>(wanted_.size());
  return next_ < wanted_.size();
}

void RowsJob::find(const JobSite& site, WireWriter& answer) {
  using Part = RowsRequest::Part;
  request_.count = std::min(request_.count, kMaxRows);
  if (request_.keys.size() > kMaxKeys) request_.keys.resize(kMaxKeys);
  if (request_.part == Part::These) {
    answer.put(uint32_t{0});
    return findThese(site);
  }
  std::vector<StreamRows> rows;
  for (uint32_t stream = 0; stream < site.reader.streams().size(); ++stream) {
    if (!site.indexers[stream]) continue;
    streams_.push_back(stream);
    rows.emplace_back(site.reader, site.files, *site.indexers[stream], stream, site.rowTimes);
  }
  std::vector<uint64_t> counts;
  if (request_.part == Part::Ranks) {
    // One stream after another, so that each chunk is decoded once even if few are cached.
    counts.resize(request_.keys.size());
    for (StreamRows& one : rows)
      for (size_t i = 0; i < counts.size(); ++i) counts[i] += one.before(request_.keys[i]);
    answer.putArray(counts);
    return;
  }
  std::vector<uint64_t> at;
  uint64_t before = 0;
  for (size_t i = 0; i < rows.size(); ++i) {
    uint64_t from = rows[i].before(request_.key);
    bool skips = request_.skip > 0 && streams_[i] == request_.key.stream;
    if (skips) from += std::min(request_.skip, rows[i].before({request_.key.time, ~uint32_t{0}, 0}) - from);
    before += at.emplace_back(from);
  }
  counts.push_back(before);
  answer.putArray(counts);
  findNext(rows, at);
}

// Merges the streams from where they are, forwards or backwards. Each stream contributes a run of rows.
void RowsJob::findNext(std::vector<StreamRows>& streams, std::vector<uint64_t>& at) {
  bool after = request_.part == RowsRequest::Part::After;
  struct Head {
    Time time;
    size_t stream;
  };
  auto later = [after](const Head& a, const Head& b) {
    bool less = a.time != b.time ? a.time < b.time : a.stream < b.stream;
    bool same = a.time == b.time && a.stream == b.stream;
    return after ? !less && !same : less;
  };
  std::vector<Head> heap;
  auto push = [&](size_t stream) {
    if (after ? at[stream] >= streams[stream].size() : at[stream] == 0) return;
    heap.push_back({streams[stream].timeAt(after ? at[stream] : at[stream] - 1), stream});
    std::push_heap(heap.begin(), heap.end(), later);
  };
  std::vector<uint64_t> from = at;
  for (size_t i = 0; i < streams.size(); ++i) push(i);
  for (uint32_t count = 0; count < request_.count && !heap.empty(); ++count) {
    std::pop_heap(heap.begin(), heap.end(), later);
    size_t stream = heap.back().stream;
    heap.pop_back();
    after ? ++at[stream] : --at[stream];
    push(stream);
  }
  for (size_t i = 0; i < streams.size(); ++i)
    want(streams[i], streams_[i], std::min(from[i], at[i]), std::max(from[i], at[i]));
}

void RowsJob::want(StreamRows& rows, uint32_t stream, uint64_t from, uint64_t to) {
  while (from < to) {
    size_t chunk = rows.chunkOf(from);
    Wanted wanted{stream, chunk, rows.first(chunk), {}};
    for (uint64_t end = std::min(to, rows.first(chunk + 1)); from < end; ++from)
      wanted.rows.push_back(static_cast<uint32_t>(from - wanted.first));
    wanted_.push_back(std::move(wanted));
  }
}

void RowsJob::findThese(const JobSite& site) {
  std::sort(request_.rows.begin(), request_.rows.end());
  std::optional<StreamRows> rows;
  uint32_t stream = 0;
  for (const RowRef& row : request_.rows) {
    if (row.stream >= site.reader.streams().size() || !site.indexers[row.stream]) continue;
    if (!rows || row.stream != stream)
      rows.emplace(site.reader, site.files, *site.indexers[stream = row.stream], stream, site.rowTimes);
    if (row.position >= rows->size()) continue;
    size_t chunk = rows->chunkOf(row.position);
    if (wanted_.empty() || wanted_.back().stream != stream || wanted_.back().chunk != chunk)
      wanted_.push_back({stream, chunk, rows->first(chunk), {}});
    uint32_t within = static_cast<uint32_t>(row.position - wanted_.back().first);
    if (wanted_.back().rows.empty() || wanted_.back().rows.back() != within) wanted_.back().rows.push_back(within);
  }
}

void RowsJob::describe(const JobSite& site, const Wanted& wanted, WireWriter& answer) {
  const StreamIndexer& indexer = *site.indexers[wanted.stream];
  ChunkReplay replay(site.reader, wanted.stream, site.files, indexer.chunks()[wanted.chunk], indexer.numbers());
  RecordBatch batch;
  EventRow row;
  Time now = indexer.summaries()[wanted.chunk].rowBegin;
  size_t next = 0;
  uint32_t number = 0;
  while (next < wanted.rows.size() && replay.next(batch)) {
    for (uint32_t i = 0; i < batch.count && next < wanted.rows.size(); ++i) {
      const Record& record = batch.records[i];
      if (!isRow(record)) continue;
      now = std::max(now, record.time);
      if (number++ != wanted.rows[next]) continue;
      row.clear();
      replay.describe(batch, i, row);
      writeTableRow({now, wanted.stream, wanted.first + wanted.rows[next]}, record, row, answer);
      ++next;
    }
  }
  // Rows that can't be read any more keep their places, and say so.
  Record unread;
  unread.time = now;
  row.clear();
  row.time = now;
  row.name = "can't be read any more";
  for (; next < wanted.rows.size(); ++next)
    writeTableRow({now, wanted.stream, wanted.first + wanted.rows[next]}, unread, row, answer);
}

std::unique_ptr<Job> makeRowsJob(JobKind, WireReader& request, TraceReader&) {
  return std::make_unique<RowsJob>(request.read<RowsRequest>());
}

}  // namespace tp
