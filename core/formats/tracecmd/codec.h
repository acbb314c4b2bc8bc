// Decompression of sections and chunks.
#pragma once

#include <vector>

#include "core/formats/tracecmd/trace_file.h"

namespace tp::tracecmd {

Codec codecNamed(std::string_view name);

// False where the bytes are not `size` bytes compressed, or the size is beyond reason for them.
bool decompress(Codec codec, Bytes compressed, uint64_t size, std::vector<std::byte>& out);

}  // namespace tp::tracecmd
