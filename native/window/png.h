// Encodes pictures as PNG.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tp::native {

// `rgb` has width * height pixels of three bytes, rows from the top.
std::string encodePng(const std::vector<uint8_t>& rgb, uint32_t width, uint32_t height);

}  // namespace tp::native
