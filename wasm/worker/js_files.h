// JsFiles are the files that JavaScript has given to a worker, by their numbers.
#pragma once

#include <memory>
#include <vector>

#include "core/io/file_set.h"
#include "wasm/worker/js_file_source.h"

namespace tp::wasm {

// Must outlive its sources.
class JsFiles {
 public:
  JsFiles() = default;
  JsFiles(const JsFiles&) = delete;
  JsFiles& operator=(const JsFiles&) = delete;

  // Returns a source of the file `number`, which has `size` bytes.
  std::shared_ptr<ByteSource> add(int number, double size);
  // Notes that a file could not be read and is not what it was; `kind` is SourceChange::Kind. Ignores numbers that were
  // not added.
  void lose(int number, int kind);

 private:
  FileBlock block_;
  std::vector<std::shared_ptr<JsFileSource>> sources_;
};

// Returns a note of the page on what was wrong when the files were gathered; `offset` < 0: none.
Warning noteOf(const char* path, double offset, const char* expected, const char* found);

}  // namespace tp::wasm
