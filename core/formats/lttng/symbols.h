// The names that the trace gives to system calls, softirqs, interrupts, traps and probes, each from a certain time on.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/formats/lttng/clock.h"
#include "core/formats/lttng/metadata.h"
#include "core/text/folded_text.h"

namespace tp::lttng {

class SymbolTables {
 public:
  // The arguments outlive this object.
  SymbolTables(const std::vector<TraceFile>& files, const Markers& markers, const Clock& clock)
      : files_(files), markers_(markers), clock_(clock) {}

  // Appends " [name]" as LTTV does, with the name that the trace had given by `time`. Reads the tables on the first
  // call.
  void append(std::string& out, Symbols table, uint64_t value, Time time);
  // Returns false only if the text is in nothing that append() could append for the table.
  bool anyHolds(Symbols table, const FoldedText& text);
  // Returns the bare name, whenever it was given: "read" for "sys_read+0x0/0xc0". Empty if there is none.
  std::string name(Symbols table, uint64_t value);

 private:
  struct Given {
    Time time = 0;
    std::string name;
  };

  void load();

  const std::vector<TraceFile>& files_;
  const Markers& markers_;
  const Clock& clock_;
  bool loaded_ = false;
  std::map<std::pair<Symbols, uint64_t>, std::vector<Given>> names_;  // Each list is ordered by time.
};

}  // namespace tp::lttng
