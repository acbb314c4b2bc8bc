#pragma once

#include <string>

namespace tp::test {

// The text of a .gz file's bytes; empty where they are none.
std::string gunzip(const std::string& bytes);

}  // namespace tp::test
