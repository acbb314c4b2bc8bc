// Pictures of the window, to see what was drawn without a user at the screen.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tp::native {

// Returns what is in the current framebuffer: three bytes a pixel, rows from the top.
std::vector<uint8_t> readPixels(int width, int height);

// Writes the same to a file, as PNG if its name ends in .png, else as binary PPM. Returns false, after printing why, if
// it can't be written.
bool saveScreenshot(const std::string& path, int width, int height);

}  // namespace tp::native
