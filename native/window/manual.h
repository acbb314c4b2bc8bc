// Opens the manual, which comes with the page, in the user's browser.
#pragma once

#include <string>

namespace tp::native {

// Returns why it could not be opened, for the user; else an empty text.
std::string openManual();

}  // namespace tp::native
