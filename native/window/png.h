// Pictures as PNG.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tp::native {

// `rgb`: three bytes a pixel, rows from the top; width * height pixels.
std::string encodePng(const std::vector<uint8_t>& rgb, uint32_t width, uint32_t height);

}  // namespace tp::native
