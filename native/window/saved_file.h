// A file that the person asked for, in the folder that the program was started in.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace tp::native {

class SavedFile {
 public:
  ~SavedFile() { end(false); }

  // Nothing that is there is written over: "trace.json", "trace-2.json". The name it got; empty: it can't be written.
  std::string begin(const std::string& name);
  void put(std::string_view part);
  // What is not whole, or could not be written, does not stay.
  void end(bool whole);

 private:
  std::FILE* file_ = nullptr;
  std::string path_;
  bool failed_ = false;
};

}  // namespace tp::native
