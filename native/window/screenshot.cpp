#include "native/window/screenshot.h"

#include <GLFW/glfw3.h>

#include <cstdio>
#include <vector>

namespace tp::native {

bool saveScreenshot(const std::string& path, int width, int height) {
  size_t row = static_cast<size_t>(width) * 3;
  std::vector<unsigned char> pixels(row * static_cast<size_t>(height));
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, pixels.data());
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return false;
  std::fprintf(file, "P6\n%d %d\n255\n", width, height);
  // OpenGL counts from the bottom.
  bool ok = true;
  for (int y = height; y-- > 0;)
    ok = std::fwrite(pixels.data() + row * static_cast<size_t>(y), 1, row, file) == row && ok;
  return std::fclose(file) == 0 && ok;
}

}  // namespace tp::native
