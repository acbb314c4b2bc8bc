// The text that `trace-cmd report -N` prints after an event's name; of stacks, with all their frames; and, of calls,
// what `trace-cmd report` 3.4 prints beyond that: arguments, where a function returns to, and its result.
#pragma once

#include "core/formats/tracecmd/events.h"
#include "core/kernel/btf.h"
#include "core/kernel/function_arguments.h"
#include "core/kernel/print_text.h"

namespace tp::tracecmd {

using kernel::KernelSymbols;
using kernel::PrintContext;

class EventText {
 public:
  // `file` outlives this object. `boot` tells of the boot whose kernel wrote the records, if that is not the one to
  // which the file's symbols belong.
  explicit EventText(const TraceFile& file, const LastBootText* boot = nullptr);

  // Appends the text of a record of `event`, whose bytes `record` has.
  void append(std::string& out, const Event& event, Bytes record);
  // Returns whether the event is that of trace_printk(), whose format differs from record to record.
  static bool isBprint(const Event& event) { return event.format.name == "bprint"; }
  // Returns whether the text has more than the event's print format says.
  bool hasMore(const Event& event, Bytes record) const;
  const PrintContext& context() const { return context_; }
  // Returns whether it is known where the kernel lay that wrote the records.
  bool hasPlace() { return symbols_.shift().has_value(); }
  // Returns the name of the kernel function at an address, or the address itself as "0x1234", with its module if that
  // is known: "0x1234 [ext4]".
  std::string symbolName(uint64_t address);
  // Returns the name of the kernel function at an address, or empty if none is known.
  std::string functionAt(uint64_t address) { return std::string(symbols_.find(address).name); }

  // Returns the words of the arguments that a record of a call has; there may be none.
  kernel::ArgumentWords argumentsOf(const Event& event, Bytes record) const;
  // Sets `out` to the arguments of a call as the text has them. Returns false and does nothing if the record has none.
  bool callArguments(std::string& out, const Event& event, Bytes record);
  // Returns whether a result of `size` bytes, which the kernel stores without a sign, is one of its error codes.
  static bool isError(uint64_t result, uint32_t size);
  // Returns the parameters of the function that a record names; nullopt if they are not known.
  std::optional<std::vector<kernel::Parameter>> parametersOf(const Event& event, Bytes record);

 private:
  bool appendBprint(std::string& out, const Event& event, Bytes record);
  void appendWhole(std::string& out, const Event& event, Bytes record);
  void appendStack(std::string& out, const Event& event, Bytes record);
  void addCall(std::string& out, size_t begin, const Event& event, Bytes record);

  KernelSymbols symbols_;
  kernel::Btf btf_;
  std::unordered_map<uint64_t, std::string> printk_;
  PrintContext context_;
};

}  // namespace tp::tracecmd
