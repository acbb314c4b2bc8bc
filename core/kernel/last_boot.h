// Where the kernel and its modules lay: now, by /proc/modules; and, for a ring buffer that outlived a boot, before that
// boot, by the buffer's file last_boot_info. The kernel loads itself at another address each time.
// Source: show_last_boot_header() and l_show() in kernel/trace/trace.c, m_show() in kernel/module/procfs.c.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tp::kernel {

struct Module {
  std::string name;
  uint64_t address = 0;
  uint64_t size = 0;  // bytes; 0: not known
};

// The modules of a kernel, by address.
class Modules {
 public:
  Modules() = default;
  // Modules at address 0 are left out: the kernel hides addresses from users who may not know them.
  explicit Modules(std::vector<Module> modules);

  bool empty() const { return modules_.empty(); }
  // Returns the module that has the address, or the last one below it if that one's size is not known; null if there is
  // none.
  const Module* at(uint64_t address) const;
  // Returns null if there is no module of this name.
  const Module* named(std::string_view name) const;

 private:
  std::vector<Module> modules_;
};

// Parses /proc/modules: "NAME SIZE USERS USED_BY STATE 0xADDRESS" in each line.
Modules parseModules(std::string_view text);

struct LastBoot {
  bool current = false;          // the buffer is that of the running kernel
  std::optional<uint64_t> text;  // address of _text
  std::optional<int64_t> delta;  // kernels before 6.15: what to add to an address of then
  Modules modules;               // without sizes
};

// Parses last_boot_info: "ADDRESS\t[kernel]", then "ADDRESS\tNAME" for each module; or "# Current"; or, before kernel
// 6.15, "text delta:\tNUMBER".
LastBoot parseLastBoot(std::string_view text);

}  // namespace tp::kernel
