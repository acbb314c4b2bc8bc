// Where this program is.
#pragma once

#include <filesystem>

namespace tp::native {

// Empty if the system does not tell.
std::filesystem::path programPath();

}  // namespace tp::native
