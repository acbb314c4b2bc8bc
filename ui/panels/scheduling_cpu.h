// Who used the CPU that is marked.
#pragma once

#include <string>
#include <vector>

#include "ui/view/cpu_meanwhile.h"

namespace tp::ui {

// Draws the list of it.
void drawCpuWork(Context& c, const Scheduling& scheduling, const Rect& area);

// The rows of the list as texts, `most` of them at most. Empty until they are counted.
struct CpuWorkText {
  std::string share, time, who, priorities;
};
std::vector<CpuWorkText> cpuWorkTexts(Context& c, const Scheduling& scheduling, size_t most);

}  // namespace tp::ui
