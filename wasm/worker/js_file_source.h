// JsFileSource is a File of the page as a ByteSource. It is read synchronously in the worker, a slice at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/io/byte_source.h"

namespace tp::wasm {

// The part of a file that was read last, for further small reads there.
struct FileBlock {
  int file = -1;
  uint64_t offset = 0;
  std::vector<std::byte> bytes;
};

class JsFileSource final : public ByteSource {
 public:
  // `number` is that of the file in the worker's own list. `block` is shared by all files, and must outlive them.
  JsFileSource(int number, uint64_t size, FileBlock& block) : number_(number), size_(size), block_(block) {}

  int number() const { return number_; }
  // Notes what JavaScript found when it read or looked: the browser returns nothing of a file that has changed.
  void lose(SourceChange::Kind kind) { change_ = {kind, true}; }
  SourceChange change() const override { return change_; }
  uint64_t size() const override { return size_; }
  size_t read(uint64_t offset, std::span<std::byte> out) const override;

 private:
  int number_;
  uint64_t size_;
  FileBlock& block_;
  SourceChange change_;
};

}  // namespace tp::wasm
