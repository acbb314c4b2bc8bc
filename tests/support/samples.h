// Where tests find traces: those that are committed, and the larger collection of recorded ones, which need not be
// there.
#pragma once

#include <string>
#include <vector>

namespace tp::test {

// A path under tests/data.
std::string dataPath(const std::string& name);

// The folder of recorded samples of a format ("uftrace"), or empty where there is none: then the test skips itself.
// It is $TP_SAMPLES/<format>, or ../shared/samples/<format> beside the repository.
std::string samplesPath(const std::string& format);

// Folders and files that open on their own, of every format: ours and the recorded ones.
std::vector<std::string> everyTrace();

// Whole file as bytes; empty where it can't be read.
std::string readFile(const std::string& path);

}  // namespace tp::test
