#include "core/analysis/waits/interrupt_source.h"

namespace tp {

std::string_view interruptSource(std::string_view handler) {
  // Parts of names of handlers, of softirqs and of functions, as kernels and drivers call them.
  struct Known {
    std::string_view part, source;
  };
  static constexpr Known kKnown[] = {
      {"timer", "a timer"},
      {"TIMER", "a timer"},
      {"timeout", "a timer"},
      {"-req", "the disk"},
      {"nvme", "the disk"},
      {"ahci", "the disk"},
      {"BLOCK", "the disk"},
      {"scsi", "the disk"},
      {"NET_RX", "the network"},
      {"NET_TX", "the network"},
      {"-input", "the network"},
      {"-output", "the network"},
      {"Reschedul", "another CPU"},
      {"Function call", "another CPU"},
      {"function call", "another CPU"},
      {"RCU", "RCU"},
  };
  // Names of network devices begin with these; within a word, they mean nothing.
  if (handler.starts_with("eth") || handler.starts_with("enp")) return "the network";
  for (const Known& known : kKnown)
    if (handler.find(known.part) != std::string_view::npos) return known.source;
  return {};
}

}  // namespace tp
