// How libdwarf gets at sections: by these functions alone.
#pragma once

#include <libdwarf.h>

#include "core/formats/xray/debug_sections.h"

namespace tp::xray {

// `sections` outlive it, and it has to outlive what libdwarf opens with it.
Dwarf_Obj_Access_Interface_a dwarfAccess(DebugSections& sections);

}  // namespace tp::xray
