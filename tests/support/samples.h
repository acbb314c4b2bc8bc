// Where tests find traces: those that lie in the repository as they are, and those that it holds packed.
#pragma once

#include <string>
#include <vector>

namespace tp::test {

// A path under the root of the repository.
std::string sourcePath(const std::string& name);

// A path under tests/data.
std::string dataPath(const std::string& name);

// The folder of recorded traces of a format ("uftrace"), which the build unpacks; tests/data/samples/README.md says
// what they are. With how the reference tools show them.
std::string samplesPath(const std::string& format);

// Folders and files that open on their own, of every format: those as they are and the packed ones.
std::vector<std::string> everyTrace();

// Whole file as bytes; empty where it can't be read.
std::string readFile(const std::string& path);

}  // namespace tp::test
