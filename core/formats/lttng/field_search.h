// Tells which events may contain a text, without making their texts.
#pragma once

#include <cstdint>
#include <vector>

#include "core/formats/lttng/stream_decoder.h"
#include "core/text/wanted_text.h"

namespace tp::lttng {

class FieldSearch {
 public:
  // `shared` and `wanted` outlive this object.
  FieldSearch(Shared& shared, const WantedText& wanted) : shared_(shared), wanted_(wanted) {}

  // Returns false only if the text of the event's fields cannot contain the needle. `id` is that of the event,
  // `payload` its payload.
  bool mayMatch(uint16_t id, const Marker& marker, Bytes payload);

 private:
  enum class Verdict : uint8_t { Unknown, Never, ByBytes, Always };

  Verdict verdictOf(const Marker& marker) const;

  Shared& shared_;
  const WantedText& wanted_;
  std::vector<Verdict> verdicts_;  // By event id.
};

}  // namespace tp::lttng
