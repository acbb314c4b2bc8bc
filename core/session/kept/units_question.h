// Asks the workers for what they know of their units, as blocks of a kept index (core/session/kept/index_blocks.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <vector>

#include "core/decode/decoded_facts.h"
#include "core/session/question.h"

namespace tp {

class UnitsQuestion final : public Question {
 public:
  // `numbers`: what the index's numbers are in the blocks. It must outlive the question.
  explicit UnitsQuestion(const NumberMap& numbers) : numbers_(numbers) {}

  // Takes one of the blocks that have come, of the first unit that has any. Returns false if there is none.
  bool takeBlock(std::vector<std::byte>& block);
  // Valid once done(): what the readers of all workers know because they have decoded.
  std::vector<DecodedFacts> decoded() const;
  // Whether all units have been indexed to their ends, and their blocks have come.
  bool complete(const TraceIndex& index) const { return done() && units_ == index.streams().size(); }

  JobKind kind() const override { return JobKind::Units; }
  void write(const TraceIndex&, uint32_t, uint32_t, WireWriter&) const override {}
  bool read(const TraceIndex& index, uint32_t worker, WireReader& in) override;

 private:
  const NumberMap& numbers_;
  size_t units_ = 0;
  std::map<uint32_t, std::deque<std::vector<std::byte>>> blocks_;  // by unit
  std::vector<DecodedFacts> decoded_;
};

}  // namespace tp
