// Tells which records of a CPU may contain a text, without making their texts.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/formats/tracecmd/cpu_decoder.h"
#include "core/kernel/print_search.h"

namespace tp::tracecmd {

class TextSearch {
 public:
  // All of them outlive this object.
  TextSearch(Shared& shared, EventText& text, const WantedText& wanted)
      : shared_(shared), text_(text), wanted_(wanted), symbols_(*text.context().symbols, wanted.foldedLetters) {}

  // Returns false only if CpuDecoder::describe()'s text for this record, the event's name aside, cannot contain the
  // needle. `id` is the event's id.
  bool mayMatch(uint16_t id, Bytes record);

 private:
  const kernel::PrintSearch& searchOf(uint16_t id, const Event& event);
  bool threadHolds(int64_t tid);

  Shared& shared_;
  EventText& text_;
  const WantedText& wanted_;
  kernel::SymbolSearch symbols_;
  std::vector<std::unique_ptr<kernel::PrintSearch>> searches_;  // By event id.
  int64_t tid_ = INT64_MIN;                                     // The thread that was looked up last.
  bool tidHolds_ = false;
};

}  // namespace tp::tracecmd
