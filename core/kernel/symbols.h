// Addresses of the kernel: functions by /proc/kallsyms, and the format strings of trace_printk().
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/kernel/last_boot.h"

namespace tp::kernel {

class KernelSymbols {
 public:
  // `kallsyms` must outlive this; it is parsed by the first find(). `modules` are those of the same kernel.
  explicit KernelSymbols(const std::string& kallsyms, Modules modules = {})
      : text_(kallsyms), modules_(std::move(modules)) {}

  // From here on, addresses are those of another boot of this kernel. Where that one lay is then known for certain, or
  // they have no names.
  void setBoot(LastBoot boot) { boot_ = std::move(boot); }

  struct Found {
    std::string_view name;  // empty: none; valid as long as `kallsyms`
    uint64_t offset = 0;
    std::string_view module;  // that has the address; empty: none, or not known. Valid as long as this
  };
  // Returns the nearest symbol at or below the address; none for addresses below the first symbol, or from the last one
  // on.
  Found find(uint64_t address);

  // Returns what to add to an address of the kernel's own image, as records have it, for that which symbols have;
  // nullopt if that is not known.
  std::optional<uint64_t> shift();

 private:
  void load();
  bool toNow(uint64_t& address, Found& found);
  Found nearest(uint64_t address) const;

  struct Symbol {
    uint64_t address;
    std::string_view name;
  };
  const std::string& text_;
  const Modules modules_;
  std::optional<LastBoot> boot_;
  bool loaded_ = false;
  std::vector<Symbol> symbols_;
  // Of the kernel's own image; 0 if they are not known.
  uint64_t imageBegin_ = 0;
  uint64_t imageEnd_ = 0;
};

// Parses printk_formats: `0xADDR : "text"` in each line, with quotes and escapes as in C.
std::unordered_map<uint64_t, std::string> parsePrintk(std::string_view text);

}  // namespace tp::kernel
