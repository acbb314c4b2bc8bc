#include "core/index/stream_indexer.h"

#include <algorithm>

namespace tp {

LaneBuilder& LaneSet::make(TrackId track, const TrackTable& tracks, Time start) {
  LaneKind kind = tracks[track].key.kind == TrackKind::Counter ? LaneKind::Counter : LaneKind::Slices;
  lanes_.emplace_back(track, kind, start);
  lanes_.back().pyramid().setBaseLevel(baseLevel_);
  places_.put(track, static_cast<uint32_t>(tracks_.size()));
  tracks_.push_back(track);
  return lanes_.back();
}

uint16_t LaneSet::maxDepth() const {
  uint16_t depth = maxDepth_;
  for (const LaneBuilder& lane : lanes_) depth = std::max(depth, lane.maxDepth());
  return depth;
}

void LaneSet::letGo() {
  maxDepth_ = maxDepth();
  lanes_ = std::vector<LaneBuilder>();
  places_.clear();
}

void LaneSet::assign(std::vector<TrackId> tracks, int baseLevel, uint16_t maxDepth) {
  letGo();
  tracks_ = std::move(tracks);
  baseLevel_ = baseLevel;
  maxDepth_ = maxDepth;
}

void LaneSet::setBaseLevel(int level) {
  baseLevel_ = std::max(baseLevel_, level);
  for (LaneBuilder& lane : lanes_) lane.pyramid().setBaseLevel(baseLevel_);
}

namespace {

// How often, in records, the budget is checked for batches of another driver.
constexpr uint64_t kBudgetEvery = 64 * 1024;
// For the decoder's state at the start of a chunk.
constexpr uint64_t kChunksOfALength = 1024;
constexpr uint64_t kStateBytesPerRecord = 32;

}  // namespace

StreamIndexer::StreamIndexer(TraceReader& reader, size_t stream, const MarkBudget& budget)
    : StreamIndexer(reader, makeDriver(reader, stream), budget) {}

StreamIndexer::StreamIndexer(TraceReader& reader, std::unique_ptr<RecordDriver> driver, const MarkBudget& budget)
    : reader_(reader), own_(std::move(driver)), driver_(own_.get()), budget_(budget) {
  driver_->saveWith(numbers_);
  startChunk();
}

StreamIndexer::StreamIndexer(TraceReader& reader, RecordDriver& driver, const MarkBudget& budget)
    : reader_(reader), driver_(&driver), budget_(budget) {
  driver_->saveWith(numbers_);
  startChunk();
}

StreamIndexer::StreamIndexer(TraceReader& reader, UnitIndex index)
    : reader_(reader), driver_(nullptr), budget_(), index_(std::move(index)), done_(true) {
  lanes_.assign(index_.tracks, index_.baseLevel, index_.maxDepth);
}

void StreamIndexer::take(const RecordBatch& batch) {
  if (batch.count == 0) {
    done_ = true;
    endChunk();
    return keepBudget();
  }
  uint64_t before = (index_.records + derived_) / kBudgetEvery;
  add(batch);
  if ((index_.records + derived_) / kBudgetEvery != before) keepBudget();
}

void StreamIndexer::startChunk() {
  if (!index_.chunks.empty()) endChunk();
  ChunkStart start;
  start.checkpoint = driver_->checkpoint();
  for (const LaneBuilder& lane : lanes_.all()) start.lanes.emplace_back(lane.track(), lane.state());
  // A chunk takes at least as many records as its start has lanes, and as its state is large. Chunks of a long stream
  // are longer the further they are, so that their number grows less than the stream.
  chunkRecords_ = std::max<uint64_t>({kChunkRecords + kChunkRecords * (index_.chunks.size() / kChunksOfALength),
                                      start.lanes.size(), start.checkpoint.state.size() / kStateBytesPerRecord});
  index_.chunks.push_back(std::move(start));
  index_.summaries.push_back({index_.now, index_.now, 0, rowNow_, rowNow_});
}

// Drops lanes that the chunk neither saw nor held open: its replay does not need them.
void StreamIndexer::endChunk() {
  ChunkStart& chunk = index_.chunks.back();
  const auto number = static_cast<uint32_t>(index_.chunks.size() - 1);
  size_t left = 0;
  for (size_t i = 0; i < lanes_.all().size(); ++i) {
    const bool seen = lanes_.all()[i].seenIn(number);
    if (seen) chunk.tracks.push_back(lanes_.all()[i].track());
    // Those that were met in the chunk come after those that it began with.
    if (i < chunk.lanes.size() && (seen || !chunk.lanes[i].second.open.empty()))
      std::swap(chunk.lanes[left++], chunk.lanes[i]);
  }
  chunk.lanes.resize(left);
}

void StreamIndexer::letGo() {
  if (driver_ == nullptr) return;
  index_.bytes = driver_->bytesDone();
  driver_ = nullptr;
  own_.reset();
  batch_.reset();
  lanes_.letGo();
  index_.numbers = numbers_.takeOwn();
  index_.tracks = lanes_.tracks();
  index_.baseLevel = lanes_.baseLevel();
  index_.maxDepth = lanes_.maxDepth();
}

void StreamIndexer::consume() {
  if (!batch_) batch_ = std::make_unique<RecordBatch>();
  for (;;) {
    RecordDriver::Step step = driver_->next(*batch_);
    if (step == RecordDriver::Step::Batch) add(*batch_);
    if (step == RecordDriver::Step::NeedData) break;
    if (step == RecordDriver::Step::End) {
      done_ = true;
      endChunk();
      break;
    }
  }
  keepBudget();
}

void StreamIndexer::add(const RecordBatch& batch) {
  if (batch.count == 0) return;
  const TrackTable& tracks = reader_.tracks();
  countRows(batch);
  // Neither changes within a batch.
  const uint32_t chunk = static_cast<uint32_t>(index_.chunks.size() - 1);
  const TrackId trackCount = tracks.size();
  TrackId lastTrack = kNoTrack;
  LaneBuilder* lane = nullptr;
  Time now = index_.now;
  for (uint32_t i = 0; i < batch.count; ++i) {
    const Record& record = batch.records[i];
    if (record.kind == RecordKind::Event && (record.flags & kUnlisted) != 0 && index_.started)
      now = std::max(now, record.time);
    if (record.kind == RecordKind::Event || record.track >= trackCount) continue;
    if (record.track != lastTrack || lane == nullptr) {
      if (!index_.started) {
        // The stream's times are those of what is drawn.
        index_.started = true;
        now = index_.begin = index_.summaries.back().begin = record.time;
      }
      lane = &lanes_.of(record.track, tracks, std::min(index_.begin, record.time));
      lane->see(chunk);
      lastTrack = record.track;
      // No lane goes back: only its first record in this batch can be before the chunk.
      if (std::max(lane->now(), record.time) < index_.summaries.back().begin)
        reachBack(std::max(lane->now(), record.time));
    }
    now = std::max(now, record.time);
    const Record* end = batch.records.data() + batch.count;
    const Record* next = &record + 1;
    if (record.kind <= RecordKind::End) {
      next = lane->addCalls(&record, end);
    } else if (record.kind == RecordKind::Instant && next != end && next->track == lastTrack) {
      next = lane->addInstants(&record, end);
    } else {
      lane->add(record);
      continue;
    }
    i += static_cast<uint32_t>(next - &record) - 1;
    now = std::max(now, lane->now());
  }
  index_.now = now;
  index_.summaries.back().end = index_.now;
  index_.chunks.back().records += batch.count;
  if (index_.chunks.back().records < chunkRecords_ || !driver_->atCheckpoint()) return;
  startChunk();
  // Early, and then rarely: levels that will not be kept are the most expensive to build.
  if ((index_.chunks.size() & (index_.chunks.size() - 1)) == 0) keepBudget();
}

void StreamIndexer::countRows(const RecordBatch& batch) {
  ChunkSummary& chunk = index_.summaries.back();
  uint64_t counted = 0;
  Time now = rowNow_;
  if (chunk.records == 0) {
    const Record* end = batch.records.data() + batch.count;
    const Record* first = std::find_if(batch.records.data(), end, isRow);
    if (first != end) chunk.rowBegin = std::max(now, first->time);
  }
  bool gaps = false;
  unsigned flags = 0;
  for (uint32_t i = 0; i < batch.count; ++i) {
    const Record& record = batch.records[i];
    now = std::max(now, isRow(record) ? record.time : now);
    counted += isRow(record);
    index_.lossRows += isRow(record) && record.kind == RecordKind::Lost;
    flags |= isRow(record) ? record.flags : 0u;
    gaps |= RecordedTime::isGap(record);
  }
  if (counted > 0) index_.recorded.add(batch, gaps, flags, now);
  rowNow_ = chunk.rowEnd = now;
  index_.records += counted;
  derived_ += batch.count - counted;
  chunk.records += counted;
}

// Some streams' tracks are not in one order of time: a log that was written thread by thread.
void StreamIndexer::reachBack(Time time) {
  size_t chunk = index_.summaries.size();
  while (chunk > 0 && index_.summaries[chunk - 1].begin > time) index_.summaries[--chunk].begin = time;
  lowered_ = std::min(lowered_, chunk);
}

// The number of marks is extrapolated to the end of the stream: levels that will not fit need not be built first and
// dropped later.
void StreamIndexer::keepBudget() {
  double done = static_cast<double>(std::max<uint64_t>(1, driver_->bytesDone()));
  double ahead = std::max(1.0, static_cast<double>(driver_->bytesTotal()) / done);
  const double wanted = 2.0 * static_cast<double>(std::max(index_.records, derived_)) * ahead;
  const double budget =
      std::min(static_cast<double>(budget_.most), std::max(static_cast<double>(budget_.least), wanted));
  for (;;) {
    uint64_t marks = 0;
    for (const LaneBuilder& lane : lanes_.all()) marks += lane.pyramid().deadTotal();
    double bytes = static_cast<double>(marks * sizeof(Mark)) * ahead;
    if (bytes <= budget || lanes_.baseLevel() + 1 >= kLevels) return;
    lanes_.setBaseLevel(lanes_.baseLevel() + 1);
  }
}

}  // namespace tp
