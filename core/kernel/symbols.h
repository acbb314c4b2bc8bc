// Addresses of the kernel: functions by /proc/kallsyms, and format strings that live in it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tp::kernel {

class KernelSymbols {
 public:
  // `kallsyms` outlives this; it is taken apart when somebody first asks.
  explicit KernelSymbols(const std::string& kallsyms) : text_(kallsyms) {}

  struct Found {
    std::string_view name;  // empty: none
    uint64_t offset = 0;
  };
  // The nearest symbol at or below the address.
  Found find(uint64_t address);

 private:
  void load();

  struct Symbol {
    uint64_t address;
    std::string_view name;
  };
  const std::string& text_;
  bool loaded_ = false;
  std::vector<Symbol> symbols_;
};

// printk_formats: `0xADDR : "text"` a line, quotes and escapes as in C.
std::unordered_map<uint64_t, std::string> parsePrintk(std::string_view text);

}  // namespace tp::kernel
