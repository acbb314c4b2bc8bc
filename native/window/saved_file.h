// SavedFile is a file that the user asked for, in the folder in which the program was started.
#pragma once

#include <string>
#include <string_view>

#include "native/output/output_file.h"

namespace tp::native {

class SavedFile {
 public:
  ~SavedFile() { end(false); }

  // Begins a file, without replacing any: "trace.json", else "trace-2.json". Returns its name, or an empty text if it
  // can't be written.
  std::string begin(const std::string& name);
  void put(std::string_view part) { file_.write(part); }
  // Ends the file, and removes it if it is not `whole` or could not be written. Returns why it could not be written;
  // empty if it could, or is not whole.
  std::string end(bool whole);

 private:
  OutputFile file_;
  std::string path_;  // empty: no file was begun
};

}  // namespace tp::native
