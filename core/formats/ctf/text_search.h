// Tells which events may contain a text, without making their texts.
#pragma once

#include "core/formats/ctf/layout.h"
#include "core/text/wanted_text.h"

namespace tp::ctf {

class TextSearch {
 public:
  // `layout` and `wanted` outlive this object.
  TextSearch(const TraceLayout& layout, const WantedText& wanted) : layout_(layout), wanted_(wanted) {}

  // Returns false only if the text of the event's fields cannot contain the needle. `event` is its number in
  // TraceLayout::events(), `bytes` are all of its bytes.
  bool mayMatch(uint32_t event, const Bytes& bytes);

 private:
  enum class Verdict : uint8_t { Unknown, Never, ByBytes, Always };

  Verdict verdictOf(const EventLayout& event) const;
  Verdict verdictOf(const Program& program) const;
  bool mayBeIn(const Node& node) const;

  const TraceLayout& layout_;
  const WantedText& wanted_;
  std::vector<Verdict> verdicts_;  // by event
};

}  // namespace tp::ctf
