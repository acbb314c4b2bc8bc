// An event's format file, and the program that its print format becomes.
#include <string>

#include "core/kernel/print_program.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string text(reinterpret_cast<const char*>(data), size);
  tp::kernel::EventFormat format = tp::kernel::parseEventFormat("system", text);
  format.find("common_pid");
  tp::kernel::compilePrint(format);
  return 0;
}
