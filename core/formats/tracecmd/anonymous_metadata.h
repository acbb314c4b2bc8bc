// What describes the records of a trace.dat, without names.
#pragma once

#include <optional>

#include "core/formats/tracecmd/trace_file.h"
#include "core/text/pseudonyms.h"

namespace tp::tracecmd {

// Returns what to write in place of an option's value; nullopt if the option is left out. `value` has neither id nor
// size.
std::optional<std::vector<std::byte>> anonymousOption(uint16_t id, Bytes value, Pseudonyms& names);

// Returns the contents of a section of version 7, or of the same part of version 6, without names; nullopt if it is
// left out. The parts are told apart by their OptionId.
std::optional<std::vector<std::byte>> anonymousPart(uint16_t id, Bytes contents, Endian endian, Pseudonyms& names);

// The name of an instance; the top buffer has none.
std::string anonymousBuffer(const std::string& name, Pseudonyms& names);

}  // namespace tp::tracecmd
