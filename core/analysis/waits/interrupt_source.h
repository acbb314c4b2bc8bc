// What an interrupt or a softirq stands for.
#pragma once

#include <string_view>

namespace tp {

// Returns "the disk", "a timer", "the network", "another CPU"; empty where the name of the handler does not tell.
std::string_view interruptSource(std::string_view handler);

}  // namespace tp
