// Finds uftrace's data directories among the files of a FileSet.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/formats/uftrace/task_log.h"
#include "core/io/file_set.h"

namespace tp::uftrace {

struct Directory {
  std::string folder;     // "uftrace.data/", or "" for files that have no folder.
  bool hasInfo = false;   // The info file is there, which the recorder writes when recording ends.
  bool hasTasks = false;  // There are <tid>.dat files.
};

// Returns all data directories, ordered by path. A folder without an info file counts if it has two of these: a file
// task.txt (or task), a map of a session, a task's records.
std::vector<Directory> findDirectories(const FileSet& files);

// Returns the directory to open: the first with records and an info file, else the first with records, else the first
// with an info file, else the first. Null if `directories` is empty. Points into `directories`.
const Directory* chooseDirectory(const std::vector<Directory>& directories);

// Returns the number in "<prefix><number>.dat": 1234 for "1234.dat" and an empty prefix. Returns -1 for any other name.
int64_t numberedFile(std::string_view name, std::string_view prefix);

struct NumberedFile {
  int64_t number = 0;  // Thread id or CPU.
  size_t file = 0;     // Position in FileSet::files().
};

// Returns the files "<prefix><number>.dat" that lie directly in `folder`, ordered by number.
std::vector<NumberedFile> numberedFiles(const FileSet& files, std::string_view folder, std::string_view prefix);

// Returns the first 16 MB of the file with this path in the FileSet as text; empty if there is no such file.
std::string folderText(const FileSet& files, const std::string& path);

}  // namespace tp::uftrace
