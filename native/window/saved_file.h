// A file that the person asked for, in the folder that the program was started in.
#pragma once

#include <string>
#include <string_view>

#include "native/output/output_file.h"

namespace tp::native {

class SavedFile {
 public:
  ~SavedFile() { end(false); }

  // Nothing that is there is written over: "trace.json", "trace-2.json". The name it got; empty: it can't be written.
  std::string begin(const std::string& name);
  void put(std::string_view part) { file_.write(part); }
  // What is not whole, or could not be written, does not stay. Why it could not be; empty where it could.
  std::string end(bool whole);

 private:
  OutputFile file_;
  std::string path_;  // empty: none is begun
};

}  // namespace tp::native
