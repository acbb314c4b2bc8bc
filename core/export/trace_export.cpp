#include "core/export/trace_export.h"

#include <algorithm>

namespace tp {

Time exportNs(Time time, const ClockInfo& clock) {
  if (clock.isNs || clock.nsNum == 0 || clock.nsDen == 0) return time;
  constexpr uint64_t kExact = uint64_t{1} << 31;
  if (clock.nsNum < kExact && clock.nsDen < kExact) {
    auto num = static_cast<int64_t>(clock.nsNum), den = static_cast<int64_t>(clock.nsDen);
    int64_t whole = 0;
    if (!__builtin_mul_overflow(time / den, num, &whole)) return clampTime(whole + time % den * num / den);
  }
  double ns = static_cast<double>(time) * (static_cast<double>(clock.nsNum) / static_cast<double>(clock.nsDen));
  return ns > 4e18 ? clampTime(INT64_MAX) : ns < -4e18 ? clampTime(INT64_MIN) : static_cast<Time>(ns);
}

TraceExport::TraceExport(TraceReader& reader, const FileSet& files, const ExportTracks& tracks,
                         const ExportScope& scope, ExportWriter& writer)
    : reader_(reader),
      files_(files),
      tracks_(tracks),
      scope_(scope),
      writer_(writer),
      samples_(writer.wantsSamples() && !reader.info().sampled.empty()) {
  for (const StreamInfo& stream : reader.streams()) bytesTotal_ += stream.bytes();
  for (const MergeInfo& merge : reader.merges())
    for (uint32_t input : merge.inputs) bytesTotal_ += reader.streams()[input].bytes();
}

double TraceExport::progress() const {
  uint64_t done = bytesDone_ + (driver_ ? driver_->bytesDone() : 0);
  return bytesTotal_ == 0 ? 1 : std::min(1.0, static_cast<double>(done) / static_cast<double>(bytesTotal_));
}

bool TraceExport::step(std::string& out) {
  constexpr size_t kBytesPerStep = size_t{1} << 18;
  if (!begun_) {
    begun_ = true;
    writer_.begin(reader_.info(), tracks_, out);
  }
  size_t before = out.size();
  for (int batches = 0; batches < 64 && out.size() - before < kBytesPerStep; ++batches) {
    if (!driver_) {
      if (stream_ == reader_.streams().size() + reader_.merges().size()) {
        writer_.end(out);
        return false;
      }
      driver_ = makeDriver(reader_, stream_);
      started_ = false;
    }
    if (driver_->pull(batch_, files_) == RecordDriver::Step::Batch) {
      add(batch_, out);
    } else {
      finishStream(out);
    }
  }
  return true;
}

ExportLane* TraceExport::lane(TrackId theirs, Time time) {
  if (uint32_t known = laneOf_.find(theirs); known != TrackPlaces::kNone) return lanes_[known].second.get();
  if (theirs >= ours_.size()) ours_.resize(reader_.tracks().size(), kNoTrack);
  if (ours_[theirs] == kNoTrack) ours_[theirs] = tracks_.table.find(reader_.tracks()[theirs].key);
  // The track is not among those to write, or the files have changed since they were indexed.
  if (ours_[theirs] == kNoTrack || ours_[theirs] >= tracks_.used.size() || !tracks_.used[ours_[theirs]]) return nullptr;
  laneOf_.put(theirs, static_cast<uint32_t>(lanes_.size()));
  lanes_.emplace_back(theirs, std::make_unique<ExportLane>(ours_[theirs], time));
  return lanes_.back().second.get();
}

void TraceExport::add(const RecordBatch& batch, std::string& out) {
  ExportLane::Target target{scope_, reader_.info().clock, reader_.names(), writer_, out};
  for (uint32_t i = 0; i < batch.count; ++i) {
    const Record& record = batch.records[i];
    if (record.kind == RecordKind::Event) {
      // What is open is drawn until where the stream reaches, so it must end there here, too.
      if ((record.flags & kUnlisted) != 0 && started_) now_ = std::max(now_, record.time);
      continue;
    }
    if (record.track >= reader_.tracks().size()) continue;
    if (!started_) {
      started_ = true;
      start_ = now_ = record.time;
    }
    now_ = std::max(now_, record.time);
    ExportLane* on = lane(record.track, start_);
    if (on == nullptr) continue;
    bool described = on->wantsRow(record, scope_);
    if (described) {
      row_.clear();
      driver_->describe(batch, i, row_);
    }
    on->add(record, described ? &row_ : nullptr, target);
    if (samples_ && record.kind == RecordKind::Instant) addSample(batch, i, described, out);
  }
}

void TraceExport::addSample(const RecordBatch& batch, uint32_t at, bool described, std::string& out) {
  const Record& record = batch.records[at];
  if (!scope_.meets(record.time, record.time)) return;
  if (scope_.filter != nullptr && (!described || !scope_.filter->matches(row_))) return;
  SampledStack stack;
  if (driver_->sampleOf(batch, at, stack)) writer_.sample(ours_[record.track], stack, reader_.names(), out);
}

void TraceExport::finishStream(std::string& out) {
  ExportLane::Target target{scope_, reader_.info().clock, reader_.names(), writer_, out};
  std::sort(lanes_.begin(), lanes_.end());
  for (const auto& [track, lane] : lanes_) lane->finish(now_, target);
  lanes_.clear();
  laneOf_.clear();
  bytesDone_ += driver_->bytesDone();
  driver_.reset();
  ++stream_;
}

}  // namespace tp
