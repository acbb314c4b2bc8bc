// A filter and, on its second line, the args of the record that it is tried on.
#include <string>

#include "core/analysis/filter.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  size_t line = text.find('\n');
  tp::EventRow row;
  row.kind = "event";
  row.name = "sched_switch";
  row.comm = "<idle>";
  row.addr = 0x7f001234;
  row.present = tp::EventRow::kCpu | tp::EventRow::kTid | tp::EventRow::kAddr;
  row.args = line < size ? text.substr(line + 1, 4096) : std::string_view("prev_comm=a b prev_pid=0 ==> next_pid=1");
  tp::FilterError error;
  std::string_view expression = text.substr(0, std::min(line, size));
  if (auto filter = tp::Filter::compile(expression, tp::ClockInfo{}, error)) {
    filter->matches(row);
    filter->matches(row, 1500);
  } else if (error.column > expression.size() || error.message.empty()) {
    std::abort();
  }
  return 0;
}
