// OutputFile is a file that the user asked for. It is written beside its place, and moved there once it is whole.
// Whatever goes wrong meanwhile, a file that was there before stays as it was.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "native/output/unfinished.h"

namespace tp::native {

class OutputFile {
 public:
  OutputFile() = default;
  ~OutputFile() { drop(); }
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  // Begins "PATH.part", which will replace `path`, or the file that `path` is a link to. Devices and pipes are written
  // directly, as are open regular files that have no name any more. Returns false on failure; error() says why. One
  // file at a time: one that was begun before is dropped.
  bool begin(const std::string& path);
  // Null if no file was begun. Errors of writing to it may be left to finish().
  std::FILE* file() const { return file_; }
  // Appends to the file. An error is kept for finish().
  void write(std::string_view part);
  // Puts the file in its place. Returns false if any of it could not be written, after which only error() remains, or
  // if no file was begun.
  bool finish();
  // Removes what was written.
  void drop();

  // "PATH: No space left on device".
  const std::string& error() const { return error_; }

 private:
  bool fail(int number);

  std::FILE* file_ = nullptr;
  std::string target_;
  std::string part_;  // empty: written directly
  Unfinished unfinished_;
  int failure_ = 0;  // errno of the first write that failed
  std::string error_;
};

// Flushes the file. Returns the errno of why not all of it was written, or 0 if all was.
int writeFailure(std::FILE* file);

// Returns whether `file` is one of `inputs`, or lies within one that is a directory, by whatever path or link. `file`
// need not exist, and may be a folder: what is written there would be a part of the trace.
bool isAmong(const std::string& file, const std::vector<std::string>& inputs);
// The same for the file that standard output goes to.
bool outputIsAmong(const std::vector<std::string>& inputs);

}  // namespace tp::native
