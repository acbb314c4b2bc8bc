// A file that somebody asked for: written beside the place where it is to be, and put there once it is whole. Whatever
// goes wrong meanwhile, a file that was there before stays as it was.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace tp::native {

class OutputFile {
 public:
  OutputFile() = default;
  ~OutputFile() { drop(); }
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  // Begins "PATH.part", which becomes `path`, or the file that `path` is a link to; devices and pipes are written
  // directly, a regular file only where it has no name any more. False where it can't be: error() says why. One file at
  // a time.
  bool begin(const std::string& path);
  // Null when none is begun. Whoever writes to it may leave errors to finish().
  std::FILE* file() const { return file_; }
  void write(std::string_view part);
  // All is written: puts it in its place. False, and nothing but error() is left of it, where any of it could not be
  // written, or it was not begun.
  bool finish();
  // Nothing is left of it.
  void drop();

  // "PATH: No space left on device".
  const std::string& error() const { return error_; }

 private:
  bool fail(int number);

  std::FILE* file_ = nullptr;
  std::string target_;
  std::string part_;  // empty: written directly
  int failure_ = 0;   // errno of the first write that failed
  std::string error_;
};

// Why what was written to the file so far is not all there, as errno has it; 0: it is.
int writeFailure(std::FILE* file);

// Whether `file` is one of `inputs` or lies within one that is a directory, by whatever path or link; `file` need not
// exist.
bool isAmong(const std::string& file, const std::vector<std::string>& inputs);
// The same of the file that standard output goes to.
bool outputIsAmong(const std::vector<std::string>& inputs);

}  // namespace tp::native
