// The file `kernel_header`: the layout of the pages of kernel-cpu<N>.dat, and the formats of the events in them.
// Source: what uftrace 0.19 writes: "KEY: VALUE" lines, and copies of tracefs files as "TRACEFS: PATH: BYTES".
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "core/kernel/print_program.h"

namespace tp::uftrace {

struct KernelEvent {
  kernel::EventFormat format;
  kernel::PrintProgram print;  // Refers to `format`.
  std::string name;            // "sched:sched_switch"
  enum class Kind : uint8_t { Entry, Exit, Other } kind = Kind::Other;
  // For Entry and Exit. `function` is never null, `depth` is if the format lacks that field.
  const kernel::Field* function = nullptr;
  const kernel::Field* depth = nullptr;
};

struct KernelHeader {
  uint32_t pageSize = 4096;
  uint32_t longSize = 8;
  Endian endian = Endian::Little;
  std::map<uint16_t, std::unique_ptr<KernelEvent>> events;  // By event id.
  uint32_t pidOffset = 4;                                   // Offset of the thread id in every record, in bytes.

  const KernelEvent* find(uint16_t id) const;
};

// Lines and events that cannot be parsed are left out.
KernelHeader parseKernelHeader(std::string_view text);

}  // namespace tp::uftrace
