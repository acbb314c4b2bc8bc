// A program's ELF file, read for the source lines of its functions.
#include "core/formats/xray/function_map.h"
#include "core/formats/xray/source_lines.h"
#include "tests/fuzz/fuzz_support.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // Without the magic number of ELF, an input would be turned away at once.
  std::string bytes(reinterpret_cast<const char*>(data), size);
  bytes.replace(0, std::min<size_t>(4, size),
                "\x7f"
                "ELF");
  auto program = std::make_shared<tp::MemorySource>(std::string_view(bytes));
  tp::FileSet files;
  files.add("program", program);
  tp::WarningLog warnings;
  tp::xray::FunctionMap map = tp::xray::findFunctionMap(files, warnings);
  tp::xray::SourceLines lines(program, map.addresses);
  for (uint64_t address : map.addresses) lines.of(address);

  // The lines are read as well where the table of functions is damaged, and with as little memory as two bytes of the
  // input say.
  constexpr size_t kStep = 1024;
  tp::xray::DwarfFile dwarf(program,
                            size > 7 ? kStep * data[size / 2] + 37 * data[7] : tp::xray::DwarfFile::kMaxMemory);
  std::vector<uint64_t> wanted;
  std::vector<tp::xray::DwarfFile::Range> ranges = dwarf.ranges();
  if (ranges.size() > 64) ranges.resize(64);
  for (const tp::xray::DwarfFile::Range& range : ranges) wanted.push_back(range.begin);
  std::string problem, folder;
  for (const tp::xray::DwarfFile::Range& range : ranges) dwarf.lines(range.unit, wanted, problem, folder);
  return 0;
}
