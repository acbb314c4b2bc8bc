// What to tell who has filtered and found nothing.
#pragma once

#include <string>
#include <string_view>

namespace tp {

// Returns what to write where the filter compares with a glob that looks like a regular expression; empty if none does.
std::string globHint(std::string_view filter);

}  // namespace tp
