#include "core/session/places/offset_question.h"

#include "core/index/chunk_replay.h"
#include "core/session/job.h"

namespace tp {
namespace {

// Finds the record that is nearest to a place in a file, which a warning names, on a worker's streams.
class OffsetJob final : public Job {
 public:
  explicit OffsetJob(FileOffset wanted) : wanted_(std::move(wanted)) {}

  bool step(const JobSite& site, WireWriter& answer) override;
  float progress() const override { return progress_; }

 private:
  void look(const JobSite& site, const StreamIndexer& indexer);

  FileOffset wanted_;
  OffsetPlace best_;
  uint32_t stream_ = 0;
  float progress_ = 0;
};

}  // namespace

bool OffsetPlace::nearer(const OffsetPlace& other, uint64_t to) const {
  if (track == kNoTrack || other.track == kNoTrack) return track != kNoTrack;
  bool after = offset >= to, otherAfter = other.offset >= to;
  if (after != otherAfter) return after;
  return after ? offset < other.offset : offset > other.offset;
}

bool OffsetJob::step(const JobSite& site, WireWriter& answer) {
  const std::vector<StreamInfo>& streams = site.reader.streams();
  while (stream_ < streams.size() && stream_ < site.indexers.size()) {
    const StreamIndexer* indexer = site.indexers[stream_].get();
    bool here = streams[stream_].file < site.files.files().size() &&
                site.files.files()[streams[stream_].file].path == wanted_.file;
    if (indexer != nullptr && here) look(site, *indexer);
    ++stream_;
    progress_ = static_cast<float>(stream_) / static_cast<float>(streams.size());
    if (indexer != nullptr && here) return true;
  }
  progress_ = 1;
  answer(best_);
  return false;
}

// Looks in the chunk that begins nearest before the place, and in the next one, as the place may be between the two.
void OffsetJob::look(const JobSite& site, const StreamIndexer& indexer) {
  const std::vector<ChunkStart>& chunks = indexer.chunks();
  if (chunks.empty()) return;
  size_t first = 0;
  for (size_t i = 0; i < chunks.size(); ++i) {
    uint64_t offset = chunks[i].checkpoint.offset, before = chunks[first].checkpoint.offset;
    if (offset <= wanted_.offset && (offset >= before || before > wanted_.offset)) first = i;
  }
  for (size_t i = first; i < chunks.size() && i < first + 2; ++i) {
    ChunkReplay replay(site.reader, stream_, site.files, chunks[i], indexer.numbers());
    RecordBatch batch;
    while (replay.next(batch)) {
      for (uint32_t at = 0; at < batch.count; ++at) {
        const Record& record = batch.records[at];
        if (!isRow(record) || record.track == kNoTrack) continue;
        OffsetPlace place{record.track, record.time, record.depth, record.ref};
        if (place.nearer(best_, wanted_.offset)) best_ = place;
      }
    }
    if (best_.track != kNoTrack && best_.offset >= wanted_.offset) return;
  }
}

std::unique_ptr<Job> makeOffsetJob(JobKind, WireReader& request, TraceReader&) {
  return std::make_unique<OffsetJob>(request.read<FileOffset>());
}

}  // namespace tp
