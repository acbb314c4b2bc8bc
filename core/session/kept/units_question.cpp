#include "core/session/kept/units_question.h"

#include <utility>

#include "core/session/job.h"

namespace tp {
namespace {

// What a part of the answer begins with.
enum class Part : uint8_t { Decoded, Unit };

class UnitsJob final : public Job {
 public:
  bool step(const JobSite& site, WireWriter& answer) override {
    if (!std::exchange(begun_, true)) {
      answer.put(Part::Decoded);
      answer(site.reader.decoded());
      return true;
    }
    for (; unit_ < site.indexers.size(); ++unit_) {
      const StreamIndexer* indexer = site.indexers[unit_].get();
      if (indexer == nullptr || !indexer->done()) continue;
      const NumberMap numbers = site.reader.numbersOfTrace(unit_, indexer->numbers());
      answer.put(Part::Unit);
      answer(unit_++, numbers.names, numbers.tracks, indexer->index());
      units_ = site.indexers.size();
      return true;
    }
    return false;
  }
  float progress() const override { return units_ == 0 ? 0 : static_cast<float>(unit_) / static_cast<float>(units_); }

 private:
  bool begun_ = false;
  uint32_t unit_ = 0;
  size_t units_ = 0;
};

}  // namespace

bool UnitsQuestion::read(const TraceIndex& index, uint32_t, WireReader& in) {
  if (in.get<Part>() == Part::Decoded) {
    units_.add(in.read<std::vector<DecodedFacts>>());
    return !in.failed();
  }
  const auto unit = in.read<uint32_t>();
  KeptUnit kept = in.read<KeptUnit>();
  if (in.failed() || unit >= index.streams().size()) return false;
  units_.units.insert_or_assign(unit, std::move(kept));
  return true;
}

std::unique_ptr<Job> makeUnitsJob(JobKind, WireReader&, TraceReader&) {
  return std::make_unique<UnitsJob>();
}

}  // namespace tp
