// uftrace directories made of calls that a test has thought of.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/io/file_set.h"

namespace tp::test {

// A record as a task's file has it, appended to `out`. `time`: nanoseconds; `function`: its number.
void putUftraceCall(std::string& out, uint64_t time, bool exit, uint32_t depth, uint32_t function);

// The directory "many" of a program with these functions, and of its tasks' files. Tasks are numbered from 1000 on, and
// begin one after the other from second 2 on.
FileSet uftraceFolder(const std::vector<std::string>& functions, const std::vector<std::string>& tasks);

}  // namespace tp::test
