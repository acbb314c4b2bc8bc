// The text that `trace-cmd report -N` prints after an event's name; of stacks, with all their frames.
#pragma once

#include "core/formats/tracecmd/events.h"
#include "core/kernel/print_text.h"

namespace tp::tracecmd {

using kernel::KernelSymbols;
using kernel::PrintContext;

class EventText {
 public:
  // `file` outlives this object.
  explicit EventText(const TraceFile& file)
      : symbols_(file.kallsyms),
        printk_(kernel::parsePrintk(file.printk)),
        context_{file.endian, file.kernelLongSize, &symbols_, &printk_} {}

  // Appends the text of a record of `event`, whose bytes `record` has.
  void append(std::string& out, const Event& event, Bytes record);
  // Returns whether the event is that of trace_printk(), whose format differs from record to record.
  static bool isBprint(const Event& event) { return event.format.name == "bprint"; }
  const PrintContext& context() const { return context_; }
  // Returns the name of the kernel function at an address, or the address itself as "0x1234".
  std::string symbolName(uint64_t address);
  // Returns the name of the kernel function at an address, or empty if none is known.
  std::string functionAt(uint64_t address) { return std::string(symbols_.find(address).name); }

 private:
  bool appendBprint(std::string& out, const Event& event, Bytes record);
  void appendStack(std::string& out, const Event& event, Bytes record);

  KernelSymbols symbols_;
  std::unordered_map<uint64_t, std::string> printk_;
  PrintContext context_;
};

}  // namespace tp::tracecmd
