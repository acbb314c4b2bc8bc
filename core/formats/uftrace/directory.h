// Where the data directories lie among the files that were dropped, and what each holds.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/formats/uftrace/task_log.h"
#include "core/io/file_set.h"

namespace tp::uftrace {

struct Directory {
  std::string folder;     // "uftrace.data/", or "" for files that were dropped by themselves
  bool hasInfo = false;   // the recorder came to its end
  bool hasTasks = false;  // there are records of tasks
};

// All of them, by path. Without an info file it takes a task.txt and something that goes with it.
std::vector<Directory> findDirectories(const FileSet& files);

// The one to open: the first that is whole, else the first with records, else the first; null where there is none.
const Directory* chooseDirectory(const std::vector<Directory>& directories);

// "1234.dat" gives 1234, "perf-cpu3.dat" with its prefix 3; -1 for anything else.
int64_t numberedFile(std::string_view name, std::string_view prefix);

struct NumberedFile {
  int64_t number = 0;  // task or CPU
  size_t file = 0;     // position in FileSet::files()
};

// The files "<prefix><number>.dat" of a folder, by number.
std::vector<NumberedFile> numberedFiles(const FileSet& files, std::string_view folder, std::string_view prefix);

// A small file of a folder as text, at most 16 MB of it; empty where there is none.
std::string folderText(const FileSet& files, const std::string& path);

}  // namespace tp::uftrace
