#include "core/formats/perf/symbols.h"

#include "core/text/number_text.h"

namespace tp::perf {
namespace {

// The names of the kernel's own image in its mapping, without the symbol that its offset counts from.
constexpr std::string_view kKernelImage = "[kernel.kallsyms]";

std::string_view shortName(std::string_view path) {
  if (path.starts_with(kKernelImage)) return kKernelImage;
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos || path.starts_with('[') ? path : path.substr(slash + 1);
}

// The mode that the processor was in, by the bits of a record's header.
bool isKernel(uint16_t misc) {
  return (misc & 7) == 1;
}

}  // namespace

std::vector<Frame> framesOf(const Sample& sample, const EventAttr& attr, uint16_t misc, Endian endian) {
  std::vector<Frame> out;
  bool kernel = isKernel(misc);
  Cursor cursor(sample.chain, endian);
  while (cursor.remaining() >= 8) {
    const uint64_t address = cursor.u64();
    if (!isMarker(address)) {
      out.push_back({address, kernel});
    } else {
      kernel = address == kMarkerKernel;
    }
  }
  if (out.empty() && attr.has(kBitIp)) out.push_back({sample.ip, isKernel(misc)});
  return out;
}

uint64_t Symbols::placeIn(const Mapping* mapping, uint64_t address) {
  return mapping != nullptr ? address - mapping->begin + mapping->offset : address;
}

std::string_view Symbols::fileOf(const Processes& processes, int32_t pid, const Frame& frame) const {
  const Mapping* mapping = mappingOf(processes, pid, frame);
  const std::string_view path = mapping != nullptr ? names_.view(mapping->file) : std::string_view();
  return path.starts_with(kKernelImage) ? kKernelImage : path;
}

NameId Symbols::nameOf(const Processes& processes, int32_t pid, const Frame& frame) {
  const Mapping* mapping = mappingOf(processes, pid, frame);
  const Key key{placeIn(mapping, frame.address), mapping != nullptr ? mapping->file : kNoName};
  const auto [known, fresh] = known_.try_emplace(key, kNoName);
  if (!fresh) return known->second;
  std::string text;
  if (mapping != nullptr) text.append(shortName(names_.view(mapping->file))).append("+");
  text += "0x";
  // The kernel's image is mapped as if its addresses were places in a file.
  appendHex(text, key.place);
  if (mapping == nullptr && frame.kernel) text += " [kernel]";
  known->second = names_.intern(text);
  return known->second;
}

}  // namespace tp::perf
