// Bytes as a text that a page can hold: compressed by gzip, in base64.
#pragma once

#include <optional>
#include <string>

#include "core/io/byte_source.h"

namespace tp {

// Returns nullopt if there is no memory for it.
std::optional<std::string> packedText(Bytes bytes);

}  // namespace tp
