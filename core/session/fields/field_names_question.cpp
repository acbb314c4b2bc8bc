#include "core/session/fields/field_names_question.h"

#include <utility>

#include "core/analysis/event_fields.h"
#include "core/analysis/numeric_field.h"
#include "core/index/chunk_replay.h"
#include "core/session/job.h"

namespace tp {
namespace {

// Collects names of fields from some chunks of each of a worker's streams: the first, the middle one and the last.
class FieldNamesJob final : public Job {
 public:
  bool step(const JobSite& site, WireWriter& answer) override;
  float progress() const override { return progress_; }

 private:
  // In all streams together; the last ones of very many have none.
  static constexpr size_t kMaxChunks = 96;

  void chunk(const JobSite& site, const StreamIndexer& indexer, size_t number);
  void add(std::string_view event, const EventRow& row);

  std::set<std::pair<NameId, RecordKind>> met_;  // whose fields are known: entries and exits have others
  std::set<NamedField> found_;
  uint32_t stream_ = 0;
  size_t chunks_ = 0;
  float progress_ = 0;
};

}  // namespace

bool FieldNamesJob::step(const JobSite& site, WireWriter& answer) {
  const size_t streams = std::min(site.reader.streams().size(), site.indexers.size());
  while (stream_ < streams && chunks_ < kMaxChunks) {
    const StreamIndexer* indexer = site.indexers[stream_].get();
    ++stream_;
    progress_ = static_cast<float>(stream_) / static_cast<float>(streams);
    if (indexer == nullptr || indexer->chunks().empty()) continue;
    const size_t last = indexer->chunks().size() - 1;
    for (size_t number : std::set<size_t>{0, last / 2, last}) chunk(site, *indexer, number);
    return true;
  }
  progress_ = 1;
  answer(std::vector<NamedField>(found_.begin(), found_.end()));
  return false;
}

void FieldNamesJob::chunk(const JobSite& site, const StreamIndexer& indexer, size_t number) {
  ++chunks_;
  ChunkReplay replay(site.reader, stream_ - 1, site.files, indexer.chunks()[number], indexer.numbers());
  const NameTable& names = site.reader.names();
  RecordBatch batch;
  EventRow row;
  while (replay.next(batch)) {
    for (uint32_t i = 0; i < batch.count; ++i) {
      const Record& record = batch.records[i];
      if (!isRow(record) || record.kind == RecordKind::Lost || record.name == kNoName) continue;
      if (found_.size() >= kMaxNamedFields || !met_.insert({record.name, record.kind}).second) continue;
      row.clear();
      replay.describe(batch, i, row);
      add(names.view(record.name), row);
    }
  }
}

void FieldNamesJob::add(std::string_view event, const EventRow& row) {
  eachOwn(row, [&](std::string_view field, const RowValue&, bool common) {
    if (!common) found_.insert({std::string(event), std::string(field)});
    return false;
  });
  for (auto& [field, text] : numericFields(row)) {
    NamedField number{std::string(event), std::move(field), true};
    found_.erase(number);
    found_.insert(std::move(number));
  }
}

std::unique_ptr<Job> makeFieldNamesJob(JobKind, WireReader&, TraceReader&) {
  return std::make_unique<FieldNamesJob>();
}

bool FieldNamesQuestion::read(const TraceIndex&, uint32_t, WireReader& in) {
  auto theirs = in.read<std::vector<NamedField>>();
  if (in.failed()) return false;
  for (NamedField& one : theirs)
    if (found_.size() < kMaxNamedFields) found_.insert(std::move(one));
  return true;
}

void FieldNamesQuestion::finish(const TraceIndex&) {
  fields_.assign(found_.begin(), found_.end());
  found_.clear();
}

}  // namespace tp
