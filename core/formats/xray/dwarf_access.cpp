#include "core/formats/xray/dwarf_access.h"

#include <dwarf.h>

#include <algorithm>

namespace tp::xray {
namespace {

int sectionInfo(void* self, Dwarf_Unsigned number, Dwarf_Obj_Access_Section_a* out, int* error) {
  const std::vector<DebugSections::Section>& list = static_cast<DebugSections*>(self)->list();
  *error = 0;
  *out = {};
  out->as_name = "";
  if (number > list.size()) return DW_DLV_NO_ENTRY;
  // The first section of an ELF file is empty.
  if (number == 0) return DW_DLV_OK;
  constexpr Dwarf_Unsigned kProgbits = 1;
  out->as_name = list[number - 1].name.c_str();
  out->as_type = kProgbits;
  out->as_size = list[number - 1].size;
  out->as_addralign = 1;
  return DW_DLV_OK;
}

Dwarf_Small byteOrder(void* self) {
  return static_cast<DebugSections*>(self)->endian() == Endian::Big ? DW_END_big : DW_END_little;
}

Dwarf_Small wordSize(void* self) {
  return static_cast<DebugSections*>(self)->is64() ? 8 : 4;
}

// libdwarf checks indices against this size, and derives the size of a hash table from it, which the size of the whole
// file would make far too large.
Dwarf_Unsigned fileSize(void* self) {
  uint64_t most = 65536;
  for (const DebugSections::Section& section : static_cast<DebugSections*>(self)->list())
    if (section.name == ".debug_addr" || section.name == ".debug_str_offsets") most = std::max(most, section.size);
  return most;
}

Dwarf_Unsigned sectionCount(void* self) {
  return static_cast<DebugSections*>(self)->list().size() + 1;
}

int loadSection(void* self, Dwarf_Unsigned number, Dwarf_Small** out, int* error) {
  *error = 0;
  if (number == 0) return DW_DLV_NO_ENTRY;
  Bytes bytes = static_cast<DebugSections*>(self)->load(static_cast<size_t>(number - 1));
  if (bytes.empty()) {
    *error = DW_DLE_SECTION_SIZE_ERROR;
    return DW_DLV_ERROR;
  }
  // libdwarf writes to sections only for relocations, of which there are none here.
  *out = reinterpret_cast<Dwarf_Small*>(const_cast<std::byte*>(bytes.data()));
  return DW_DLV_OK;
}

constexpr Dwarf_Obj_Access_Methods_a kMethods = {sectionInfo, byteOrder,    wordSize,    wordSize,
                                                 fileSize,    sectionCount, loadSection, nullptr};

}  // namespace

Dwarf_Obj_Access_Interface_a dwarfAccess(DebugSections& sections) {
  return {&sections, &kMethods};
}

}  // namespace tp::xray
