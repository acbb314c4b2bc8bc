// Addresses of the kernel: functions by /proc/kallsyms, and the format strings of trace_printk().
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tp::kernel {

class KernelSymbols {
 public:
  // `kallsyms` must outlive this; it is parsed by the first find().
  explicit KernelSymbols(const std::string& kallsyms) : text_(kallsyms) {}

  struct Found {
    std::string_view name;  // empty: none; valid as long as `kallsyms`
    uint64_t offset = 0;
  };
  // Returns the nearest symbol at or below the address; none for addresses below the first symbol, or from the last one
  // on.
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

// Parses printk_formats: `0xADDR : "text"` in each line, with quotes and escapes as in C.
std::unordered_map<uint64_t, std::string> parsePrintk(std::string_view text);

}  // namespace tp::kernel
