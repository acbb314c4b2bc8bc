// Finds the files of sources that debugging information names, on this machine.
#pragma once

#include "ui/view/host.h"

namespace tp::native {

// Looks where the debugging information says, then in the user's folder of sources: there for the longest end of the
// path that leads to a file. Reads no more of it than is shown.
ui::SourceFound findSourceFile(const ui::SourceWanted& wanted);

}  // namespace tp::native
