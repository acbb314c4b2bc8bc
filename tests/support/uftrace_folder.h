// uftrace directories made of calls that a test lists.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/io/file_set.h"

namespace tp::test {

// Appends a record of a task's file to `out`. `time` is in nanoseconds, `function` the number of the function.
void putUftraceCall(std::string& out, uint64_t time, bool exit, uint32_t depth, uint32_t function);

// Returns the files of a directory "many": a program with these functions, and for each task a file with these bytes.
// Tasks have the ids from 1000 on, and begin one after the other from second 2 on.
FileSet uftraceFolder(const std::vector<std::string>& functions, const std::vector<std::string>& tasks);

}  // namespace tp::test
