// Names that the trace gives to system calls, softirqs and probes, from the moment on at which it gives them.
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
  SymbolTables(const std::vector<TraceFile>& files, const Markers& markers, const Clock& clock)
      : files_(files), markers_(markers), clock_(clock) {}

  // Appends " [name]" to a field as LTTV does. The tables are read when the first is asked for.
  void append(std::string& out, Symbols table, uint64_t value, Time time);
  // Whether it is in anything that append() has for the table.
  bool anyHolds(Symbols table, const FoldedText& text);
  // The bare name, whenever it was given: "read" of "sys_read+0x0/0xc0". Empty where there is none.
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
  std::map<std::pair<Symbols, uint64_t>, std::vector<Given>> names_;  // each in the order of time
};

}  // namespace tp::lttng
