// The functions by which libdwarf reads sections.
#pragma once

#include <libdwarf.h>

#include "core/formats/xray/debug_sections.h"

namespace tp::xray {

// `sections` outlives the result, which has to outlive what libdwarf opens with it.
Dwarf_Obj_Access_Interface_a dwarfAccess(DebugSections& sections);

}  // namespace tp::xray
