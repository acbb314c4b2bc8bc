// What describes the events: the payload of metadata of a version that the first bytes choose (and the task), in a
// sub-buffer whose header is whole; or, of versions before 1.0, the description of a facility.
#include "core/formats/lttng/facility_types.h"
#include "tests/fuzz/fuzz_support.h"

namespace {

void put(std::string& out, uint64_t value, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i) out += static_cast<char>(value >> 8 * i);
}

// A sub-buffer of version 2.`minor`, little endian.
std::string subBuffer(uint8_t minor, uint8_t alignment, std::string_view events) {
  std::string out;
  uint32_t size = static_cast<uint32_t>(68 + events.size());
  put(out, 1000, 8);
  put(out, 2000, 8);
  put(out, 0x00D6B7ED, 4);
  for (uint8_t byte : {uint8_t{2}, minor, uint8_t{4}, alignment}) put(out, byte, 1);
  put(out, 1260000000, 8);
  put(out, 5, 8);
  put(out, 1000000000, 8);
  put(out, 1, 4);
  put(out, minor < 5 ? 0 : size, 4);
  put(out, size, 4);
  put(out, 0, 8);
  return out.append(events);
}

void description(std::string_view text) {
  using namespace tp::lttng;
  XmlElement root;
  std::string problem;
  if (!parseXml(text, root, problem)) return;
  TypeSizes sizes{4, 8, 8, 8};
  for (const XmlElement& element : root.children) {
    std::vector<Field> fields;
    FacilityTypes(root, sizes).fieldsOf(element, 500, fields);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2) return 0;
  std::string_view text(reinterpret_cast<const char*>(data), size);
  if (text.starts_with("<")) {
    description(text);
    return 0;
  }
  uint8_t minor = static_cast<uint8_t>(2 + data[0] % 5), alignment = static_cast<uint8_t>(data[1] % 9);
  std::string events = subBuffer(minor, alignment, text.substr(2));
  tp::FileSet files;
  files.add("trace/metadata_0", std::make_shared<tp::MemorySource>(std::string_view(events)));
  // The same bytes once more, as events of what they describe.
  files.add("trace/kernel_0", std::make_shared<tp::MemorySource>(std::string_view(events)));
  tp::fuzz::exerciseTrace(files, static_cast<uint8_t>(data[0] / 5));
  return 0;
}
