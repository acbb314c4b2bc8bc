#include "core/session/waits/softirqs_question.h"

#include <utility>
#include <vector>

#include "core/index/chunk_replay.h"
#include "core/session/unit_job.h"

namespace tp {
namespace {

using Told = std::vector<std::pair<int64_t, SoftirqWait>>;

// Goes through the records of a worker's streams, and describes those of softirqs.
class SoftirqsJob final : public UnitJob {
 public:
  explicit SoftirqsJob(const SchedulingScope& scope) : scope_(scope), softirqs_(scope) {}

 private:
  Chunks startUnit(const JobSite& site, const StreamIndexer& indexer) override {
    if (unit() >= site.reader.streams().size() || !hasSoftirqs(site.reader.names())) return {};
    const uint32_t trace = site.reader.streams()[unit()].trace;
    if (scope_.trace != kEveryTrace && scope_.trace != trace) return {};
    softirqs_.startStream(trace);
    // What was raised before a range is known only if the records before it were seen.
    size_t end = indexer.chunks().size();
    while (scope_.ranged() && end > 0 && indexer.summaries()[end - 1].begin > scope_.end) --end;
    return {0, end};
  }
  void chunk(const JobSite& site, size_t number) override {
    ChunkReplay& replay = run_.chunk(site.reader, unit(), site.files, *site.indexers[unit()], number);
    const NameTable& names = site.reader.names();
    replay.eachRecord([&](const Record& record, const auto& describe) {
      if (!isRow(record)) return;
      if (record.kind == RecordKind::Lost) return softirqs_.lose();
      if (isSoftirq(names, record.name)) softirqs_.add(record.time, describe());
    });
  }
  void endUnit(const StreamIndexer&) override {}
  void writeAnswer(WireWriter& answer) override { answer(Told(softirqs_.waits().begin(), softirqs_.waits().end())); }

  static bool hasSoftirqs(const NameTable& names) {
    for (NameId name = 0; name < names.size(); ++name)
      if (SoftirqAggregator::isSoftirqEvent(names.view(name))) return true;
    return false;
  }
  // Looks at each name once.
  bool isSoftirq(const NameTable& names, NameId name) {
    if (name >= known_.size()) {
      const auto first = static_cast<NameId>(known_.size());
      known_.resize(names.size());
      for (NameId one = first; one < known_.size(); ++one)
        known_[one] = SoftirqAggregator::isSoftirqEvent(names.view(one));
    }
    return name < known_.size() && known_[name];
  }

  const SchedulingScope scope_;
  SoftirqAggregator softirqs_;
  std::vector<bool> known_;  // by name
  ChunkRun run_;
};

}  // namespace

std::unique_ptr<Job> makeSoftirqsJob(JobKind, WireReader& request, TraceReader&) {
  return std::make_unique<SoftirqsJob>(request.read<SchedulingScope>());
}

bool SoftirqsQuestion::read(const TraceIndex&, uint32_t, WireReader& in) {
  const Told theirs = in.read<Told>();
  if (in.failed()) return false;
  for (const auto& [number, wait] : theirs)
    if (waits_.contains(number) || waits_.size() < SoftirqAggregator::kMaxSoftirqs) waits_[number].merge(wait);
  return true;
}

}  // namespace tp
