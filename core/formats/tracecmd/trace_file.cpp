#include "core/formats/tracecmd/trace_file.h"

#include <cstdlib>

#include "core/formats/tracecmd/codec.h"
#include "core/formats/tracecmd/container.h"
#include "core/formats/tracecmd/metadata.h"

namespace tp::tracecmd {
namespace {

constexpr std::string_view kMagic = "\x17\x08\x44tracing";

}  // namespace

bool isTraceFile(const ByteSource& source, int& version) {
  std::vector<std::byte> head = readAll(source, 0, 16);
  std::string_view text = asText(head);
  if (text.substr(0, kMagic.size()) != kMagic) return false;
  version = std::atoi(std::string(text.substr(kMagic.size())).c_str());
  return true;
}

Result<TraceFile> readTraceFile(const FileEntry& entry, WarningLog& warnings) {
  FileCursor in(*entry.source, Endian::Little, kMagic.size());
  TraceFile file;
  file.version = std::atoi(in.cString(16).c_str());
  if (file.version != 6 && file.version != 7)
    return Error{entry.path, kMagic.size(),
                 "trace.dat version " + std::to_string(file.version) +
                     "; versions 6 and 7 are read. `trace-cmd convert` makes one of the other"};
  file.endian = in.u8() == 1 ? Endian::Big : Endian::Little;
  in.setEndian(file.endian);
  file.longSize = in.u8();
  file.pageSize = in.u32();
  if (in.failed()) return Error{entry.path, entry.source->size(), "the file ends within its header"};
  file.kernelLongSize = file.longSize == 4 ? 4 : 8;
  if (file.pageSize < kLeastPage || file.pageSize > kMostPage || (file.pageSize & (file.pageSize - 1)) != 0) {
    constexpr uint32_t kUsual = 4096;
    warnings.add(entry.path, in.offset() - 4, "pages of a likely size", std::to_string(file.pageSize) + " bytes");
    file.pageSize = kUsual;
  }
  if (file.version == 6) {
    readVersion6(in, entry, file, warnings);
    return file;
  }
  file.codecName = in.cString(64);
  file.codec = codecNamed(file.codecName);
  in.cString(64);
  uint64_t options = in.u64();
  if (in.failed()) return Error{entry.path, entry.source->size(), "the file ends within its header"};
  if (file.codec == Codec::Unknown)
    return Error{
        entry.path, kMagic.size(),
        "compressed by " + file.codecName + ", which is not known here; `trace-cmd convert --compression zstd` helps"};
  readVersion7(in.offset(), options, entry, file, warnings);
  return file;
}

std::string TraceFile::machine() const {
  for (const auto& [key, value] : metadata)
    if (key == "uname") return value.substr(value.rfind(' ') + 1);
  return {};
}

}  // namespace tp::tracecmd
