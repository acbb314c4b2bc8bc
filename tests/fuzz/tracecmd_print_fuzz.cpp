// Print programs run on any record. The input: a format file, a line of "===", the bytes of the record.
#include <memory>
#include <string>

#include "core/kernel/print_text.h"

namespace {

// What inputs share, and only read.
struct Kernel {
  const std::string kallsyms = "ffffffff81000000 T start\nffffffff82000000 T end\n";
  tp::kernel::KernelSymbols symbols{kallsyms};
  const std::unordered_map<uint64_t, std::string> printk = {{0xffffffff81000000u, "%d %s"}};
};
std::unique_ptr<Kernel> known;

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  known = std::make_unique<Kernel>();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view all(reinterpret_cast<const char*>(data), size);
  size_t cut = all.find("\n===\n");
  if (cut == std::string_view::npos) return 0;
  tp::kernel::EventFormat format = tp::kernel::parseEventFormat("system", all.substr(0, cut));
  tp::Bytes record(reinterpret_cast<const std::byte*>(data) + cut + 5, size - cut - 5);
  tp::kernel::PrintProgram program = tp::kernel::compilePrint(format);
  for (tp::Endian endian : {tp::Endian::Little, tp::Endian::Big}) {
    tp::kernel::PrintContext context{endian, 8, &known->symbols, &known->printk};
    std::string out;
    if (program.ok) tp::kernel::appendPrint(out, program, record, context);
    tp::kernel::appendFields(out, format, record, endian);
  }
  return 0;
}
