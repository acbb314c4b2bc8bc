// The text of a file `metadata`: plain, or in packets.
#pragma once

#include <string>

#include "core/formats/ctf/field_class.h"
#include "core/io/file_set.h"
#include "core/io/status.h"
#include "core/io/warning_log.h"

namespace tp::ctf {

struct MetadataText {
  std::string text;
  Order order = Order::Native;  // of the packets that the text lay in; Native: none
};

// Returns whether the file is the metadata of a CTF trace, by its first bytes. Reads a few kilobytes.
bool isMetadata(const FileEntry& file);

// Reads the whole text, 64 MiB at most. Damage within is warned of: the text then ends there. An Error says why none of
// it can be read.
Result<MetadataText> readMetadataText(const FileEntry& file, WarningLog& warnings);

}  // namespace tp::ctf
