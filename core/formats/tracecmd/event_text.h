// What `trace-cmd report -N` prints after an event's name.
#pragma once

#include "core/formats/tracecmd/events.h"
#include "core/kernel/print_text.h"

namespace tp::tracecmd {

using kernel::KernelSymbols;
using kernel::PrintContext;

class EventText {
 public:
  // `file` outlives this.
  explicit EventText(const TraceFile& file)
      : symbols_(file.kallsyms),
        printk_(kernel::parsePrintk(file.printk)),
        context_{file.endian, file.kernelLongSize, &symbols_, &printk_} {}

  void append(std::string& out, const Event& event, Bytes record);
  // Of trace_printk(): its format is another for each place that it is called from.
  static bool isBprint(const Event& event) { return event.format.name == "bprint"; }
  const PrintContext& context() const { return context_; }
  // The function at an address of the kernel, or the address itself.
  std::string symbolName(uint64_t address);
  // The same, but empty where none is known.
  std::string functionAt(uint64_t address) { return std::string(symbols_.find(address).name); }

 private:
  bool appendBprint(std::string& out, const Event& event, Bytes record);

  KernelSymbols symbols_;
  std::unordered_map<uint64_t, std::string> printk_;
  PrintContext context_;
};

}  // namespace tp::tracecmd
