// In place of the window where it is not built (TP_WINDOW).
#include <cstdio>

#include "native/window/window.h"

namespace tp::native {

int runWindow(const WindowOptions&) {
  std::fputs("tracepane: this one was built without its window. tracepane --help lists what it can do.\n", stderr);
  return 2;
}

}  // namespace tp::native
