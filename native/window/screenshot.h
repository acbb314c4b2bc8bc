// Pictures of the window, to look at what was drawn where nobody sits before the screen.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tp::native {

// What is in the current framebuffer: three bytes a pixel, rows from the top.
std::vector<uint8_t> readPixels(int width, int height);

// The same in a file, as PNG where its name says so, else as binary PPM. False, after saying so, where it
// can't be written.
bool saveScreenshot(const std::string& path, int width, int height);

}  // namespace tp::native
