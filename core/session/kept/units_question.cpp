#include "core/session/kept/units_question.h"

#include <algorithm>
#include <span>
#include <utility>

#include "core/session/job.h"
#include "core/session/kept/index_blocks.h"

namespace tp {
namespace {

// In a block. A chunk's checkpoint may take tens of kilobytes.
constexpr size_t kChunksOfBlock = 32;

// What the reader has decoded, then each unit and its chunks.
class UnitsJob final : public Job {
 public:
  bool step(const JobSite& site, WireWriter& answer) override {
    if (!std::exchange(begun_, true)) {
      answer.put(BlockKind::Decoded);
      answer(site.reader.decoded());
      return true;
    }
    units_ = site.indexers.size();
    for (; unit_ < units_; ++unit_, inUnit_ = false) {
      const StreamIndexer* indexer = site.indexers[unit_].get();
      if (indexer == nullptr || !indexer->done()) continue;
      if (writePart(site, *indexer, answer)) return true;
    }
    return false;
  }
  float progress() const override { return units_ == 0 ? 0 : static_cast<float>(unit_) / static_cast<float>(units_); }

 private:
  // Returns false if all of the unit is written.
  bool writePart(const JobSite& site, const StreamIndexer& indexer, WireWriter& answer) {
    const UnitIndex& index = indexer.index();
    if (!std::exchange(inUnit_, true)) {
      const NumberMap numbers = site.reader.numbersOfTrace(unit_, indexer.numbers());
      answer.put(BlockKind::Unit);
      answer(unit_, numbers.names, numbers.tracks, index);
      chunk_ = 0;
      return true;
    }
    if (chunk_ >= index.chunks.size()) return false;
    const size_t count = std::min(kChunksOfBlock, index.chunks.size() - chunk_);
    answer.put(BlockKind::Chunks);
    answer(unit_, std::span(index.chunks).subspan(chunk_, count), std::span(index.summaries).subspan(chunk_, count));
    chunk_ += count;
    return true;
  }

  bool begun_ = false;
  uint32_t unit_ = 0;
  size_t units_ = 0;
  bool inUnit_ = false;
  size_t chunk_ = 0;  // the first that was not written
};

}  // namespace

bool UnitsQuestion::takeBlock(std::vector<std::byte>& block) {
  for (auto& [unit, blocks] : blocks_) {
    if (blocks.empty()) continue;
    block = std::move(blocks.front());
    blocks.pop_front();
    return true;
  }
  return false;
}

std::vector<DecodedFacts> UnitsQuestion::decoded() const {
  std::vector<DecodedFacts> all = decoded_;
  for (DecodedFacts& facts : all) {
    std::vector<NameId>& calls = facts.systemCalls;
    std::sort(calls.begin(), calls.end(), [&](NameId a, NameId b) { return numbers_.to(a) < numbers_.to(b); });
    calls.erase(std::unique(calls.begin(), calls.end()), calls.end());
  }
  return all;
}

bool UnitsQuestion::read(const TraceIndex& index, uint32_t, WireReader& in) {
  const auto kind = in.get<BlockKind>();
  if (kind == BlockKind::Decoded) {
    const auto facts = in.read<std::vector<DecodedFacts>>();
    decoded_.resize(std::max(decoded_.size(), facts.size()));
    for (size_t i = 0; i < facts.size(); ++i) decoded_[i].add(facts[i]);
    return !in.failed();
  }
  const auto unit = in.read<uint32_t>();
  if (in.failed() || unit >= index.streams().size()) return false;
  WireWriter out(numbers_);
  out.put(kind);
  out(unit);
  if (kind == BlockKind::Unit) {
    out(in.read<KeptUnit>());
    ++units_;
  } else {
    // One after the other: arguments have no order.
    const auto chunks = in.read<std::vector<ChunkStart>>();
    const auto summaries = in.read<std::vector<ChunkSummary>>();
    out(chunks, summaries);
  }
  blocks_[unit].push_back(out.take());
  return !in.failed();
}

std::unique_ptr<Job> makeUnitsJob(JobKind, WireReader&, TraceReader&) {
  return std::make_unique<UnitsJob>();
}

}  // namespace tp
