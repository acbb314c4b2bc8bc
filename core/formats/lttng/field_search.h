// Which events may hold a text, told without their words.
#pragma once

#include <cstdint>
#include <vector>

#include "core/formats/lttng/stream_decoder.h"
#include "core/text/wanted_text.h"

namespace tp::lttng {

class FieldSearch {
 public:
  // Both outlive this.
  FieldSearch(Shared& shared, const WantedText& wanted) : shared_(shared), wanted_(wanted) {}

  // Of an event `id` of the marker, known or not. False only where its fields can't hold the text.
  bool mayMatch(uint16_t id, const Marker& marker, Bytes payload);

 private:
  enum class Verdict : uint8_t { Unknown, Never, ByBytes, Always };

  Verdict verdictOf(const Marker& marker) const;

  Shared& shared_;
  const WantedText& wanted_;
  std::vector<Verdict> verdicts_;  // by id
};

}  // namespace tp::lttng
