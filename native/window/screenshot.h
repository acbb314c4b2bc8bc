// Pictures of the window, to look at what was drawn where nobody sits before the screen.
#pragma once

#include <string>

namespace tp::native {

// What is in the current framebuffer, as binary PPM. False where the file can't be written.
bool saveScreenshot(const std::string& path, int width, int height);

}  // namespace tp::native
