// The page that is one file, as it lies on the disk.
#pragma once

#include <string>

#include "core/report/page_text.h"

namespace tp::native {

// Returns an error if the file can't be read, or is no page of Tracepane without a trace.
Result<PageText> readPage(const std::string& path);

// Returns where packages put the page, beside this program; empty if there is none.
std::string installedPage();

}  // namespace tp::native
