// The desktop window: the same views as the page, on GLFW and OpenGL.
#pragma once

#include <string>
#include <vector>

namespace tp::native {

struct WindowOptions {
  std::vector<std::string> traces;  // opened at the start; none: the landing state
  int width = 1440;
  int height = 900;
  float scale = 0;  // pixels per device-independent pixel; 0: as the monitor says
  bool light = false;
  std::string view;                   // fragment of a link (core/link/view_link.h); empty: the whole trace
  std::string screenshot;             // written as PNG or PPM once the trace is indexed, then the window closes
  std::vector<std::string> commands;  // "id arg ...", carried out before the screenshot
};

// Returns the exit status: 0, or 2 if no window can be opened or, with a screenshot, the trace can't be opened or the
// picture can't be written.
int runWindow(const WindowOptions& options);

}  // namespace tp::native
