// The small files of a uftrace directory, each parser by itself: the first byte says whose turn it is.
#include "core/formats/uftrace/enums.h"
#include "core/formats/uftrace/events.h"
#include "core/formats/uftrace/info_file.h"
#include "core/formats/uftrace/kernel_header.h"
#include "core/formats/uftrace/symbol_file.h"
#include "core/formats/uftrace/task_file.h"

using namespace tp;

namespace {

void tasks(const uftrace::TaskFile& file) {
  for (const auto& [tid, task] : file.tasks) (void)file.sessionsOf(tid);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  Bytes bytes(reinterpret_cast<const std::byte*>(data + 1), size - 1);
  std::string_view text = asText(bytes);
  switch (data[0]) {
    case 'i':
      if (auto info = uftrace::parseInfo(bytes)) (void)info->get("cmdline", true);
      break;
    case 't':
      tasks(uftrace::parseTasks(text));
      break;
    case 'b':
      tasks(uftrace::parseBinaryTasks(bytes, Endian::Little));
      tasks(uftrace::parseBinaryTasks(bytes, Endian::Big));
      break;
    case 's': {
      uftrace::SymbolFile symbols = uftrace::parseSymbols(std::string(text));
      for (uint64_t address : {uint64_t{0}, uint64_t{0x1000}, ~uint64_t{0}})
        if (const uftrace::Symbol* symbol = symbols.find(address)) (void)symbols.name(*symbol);
      break;
    }
    case 'd':
      (void)uftrace::parseDebug(text);
      break;
    case 'e': {
      uftrace::Enums enums;
      enums.add(text);
      for (int64_t value : {int64_t{0}, int64_t{77}, int64_t{-1}}) (void)enums.text("e", value);
      break;
    }
    case 'v':
      (void)uftrace::Events(text).name(1000000);
      break;
    case 'k':
      (void)uftrace::parseKernelHeader(text);
      break;
    default:
      break;
  }
  return 0;
}
