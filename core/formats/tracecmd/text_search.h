// Which records of one CPU may hold a text, told without their words.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/formats/tracecmd/cpu_decoder.h"
#include "core/kernel/print_search.h"

namespace tp::tracecmd {

class TextSearch {
 public:
  // Both outlive this.
  TextSearch(Shared& shared, const WantedText& wanted)
      : shared_(shared), wanted_(wanted), symbols_(*shared.text.context().symbols, wanted.foldedLetters) {}

  // Of a record of event `id`. False only where CpuDecoder::describe() would tell nothing that holds the text; what the
  // event is called does not count.
  bool mayMatch(uint16_t id, Bytes record);

 private:
  const kernel::PrintSearch& searchOf(uint16_t id, const Event& event);
  bool threadHolds(int64_t tid);

  Shared& shared_;
  const WantedText& wanted_;
  kernel::SymbolSearch symbols_;
  std::vector<std::unique_ptr<kernel::PrintSearch>> searches_;  // by event
  int64_t tid_ = INT64_MIN;                                     // asked for last
  bool tidHolds_ = false;
};

}  // namespace tp::tracecmd
