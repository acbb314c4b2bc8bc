// What archives among the page's files hold, unpacked by one worker for all of them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/io/file_set.h"

namespace tp::wasm {

// A file of the page, or a part of one, or bytes in memory that were packed.
struct UnpackedEntry {
  std::string path;
  uint32_t drop = 0;
  int number = -1;  // of the file of the page; -1: the bytes are in memory
  uint64_t offset = 0;
  uint64_t size = 0;
  std::shared_ptr<ByteSource> source;
};

struct Unpacked {
  std::vector<UnpackedEntry> entries;  // by path
  std::vector<Warning> notes;
};

// `files` must be of JsFileSource. Returns an error if they can't be opened because of an archive.
Result<Unpacked> unpackAll(const FileSet& files);

// Returns whether the files themselves are all that there is: no archive was among them, and there are no notes.
bool sameAs(const Unpacked& unpacked, const FileSet& files);

}  // namespace tp::wasm
