#include "native/window/screenshot.h"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <cstdio>

#include "native/output/output_file.h"
#include "native/window/png.h"

namespace tp::native {

std::vector<uint8_t> readPixels(int width, int height) {
  auto row = static_cast<ptrdiff_t>(width) * 3;
  std::vector<uint8_t> pixels(static_cast<size_t>(row) * static_cast<size_t>(height));
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, pixels.data());
  // OpenGL's first row is the bottom one.
  for (int y = 0; y < height / 2; ++y)
    std::swap_ranges(pixels.begin() + y * row, pixels.begin() + (y + 1) * row, pixels.begin() + (height - 1 - y) * row);
  return pixels;
}

bool saveScreenshot(const std::string& path, int width, int height) {
  std::vector<uint8_t> pixels = readPixels(width, height);
  bool png = path.size() > 4 && path.substr(path.size() - 4) == ".png";
  std::string data = png ? encodePng(pixels, static_cast<uint32_t>(width), static_cast<uint32_t>(height))
                         : "P6\n" + std::to_string(width) + " " + std::to_string(height) + "\n255\n" +
                               std::string(pixels.begin(), pixels.end());
  OutputFile file;
  if (file.begin(path)) file.write(data);
  if (file.finish()) return true;
  std::fprintf(stderr, "tracepane: %s\n", file.error().c_str());
  return false;
}

}  // namespace tp::native
