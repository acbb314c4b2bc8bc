// BTF, and arguments that are read by it.
#include <string>

#include "core/kernel/function_arguments.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const tp::Bytes bytes = std::as_bytes(std::span(data, size));
  tp::kernel::Btf btf(bytes);
  for (const char* name : {"vfs_read", "do_read", "lonely", "log_line", "usb_open"}) {
    const auto parameters = btf.find(name);
    if (!parameters) continue;
    for (const uint32_t wordSize : {4u, 8u}) {
      std::string out;
      tp::kernel::appendArguments(out, *parameters, {bytes.last(bytes.size() % 64), tp::Endian::Little, wordSize});
    }
  }
  return 0;
}
