// What the metadata of a trace say: parsed from TSDL (CTF 1.8) or from JSON (CTF 2).
#pragma once

#include "core/formats/ctf/field_class.h"
#include "core/io/status.h"
#include "core/io/warning_log.h"

namespace tp::ctf {

// Both return what is whole of a text that ends within a block, with a warning; an event that can't be understood is
// left out with one. An Error says why the trace can't be read. `path` is that of the file with the metadata.
Result<TraceClass> parseTsdl(std::string_view text, const std::string& path, WarningLog& warnings);
Result<TraceClass> parseJson(std::string_view text, const std::string& path, WarningLog& warnings);

// Reads the 32 digits of a UUID, with or without hyphens; nullopt if there are others.
std::optional<Uuid> readUuid(std::string_view text);

}  // namespace tp::ctf
