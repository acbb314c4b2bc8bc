// How an input is taken apart: choices from its end, so that mutations of a trace before them leave them alone, and the
// files of a folder.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/io/file_set.h"

namespace tp::fuzz {

class Input {
 public:
  Input(const uint8_t* data, size_t size) : text_(reinterpret_cast<const char*>(data), size) {}

  // What is left.
  std::string_view text() const { return text_; }
  bool empty() const { return text_.empty(); }
  // The last byte, which is taken off; 0 where there is none.
  uint8_t choice() {
    if (text_.empty()) return 0;
    auto byte = static_cast<uint8_t>(text_.back());
    text_.remove_suffix(1);
    return byte;
  }
  // The first byte, likewise.
  uint8_t next() {
    if (text_.empty()) return 0;
    auto byte = static_cast<uint8_t>(text_.front());
    text_.remove_prefix(1);
    return byte;
  }
  // The first line, likewise.
  std::string_view line() {
    std::string_view line = text_.substr(0, text_.find('\n'));
    text_.remove_prefix(std::min(text_.size(), line.size() + 1));
    return line;
  }

 private:
  std::string_view text_;
};

// Files one after the other, each as a line of "=== NAME" and its bytes; "=== 2:NAME" was dropped later than others.
inline FileSet filesOf(std::string_view text, std::string_view folder) {
  constexpr std::string_view kMark = "=== ";
  FileSet files;
  for (int count = 0; count < 16 && text.substr(0, kMark.size()) == kMark; ++count) {
    size_t line = text.find('\n');
    if (line == std::string_view::npos) break;
    std::string_view name = text.substr(kMark.size(), line - kMark.size());
    uint32_t drop = 0;
    if (name.size() > 2 && name[1] == ':' && name[0] >= '0' && name[0] <= '9') {
      drop = static_cast<uint32_t>(name[0] - '0');
      name.remove_prefix(2);
    }
    text.remove_prefix(line + 1);
    size_t next = text.find("\n=== ");
    std::string_view body = text.substr(0, next);
    text.remove_prefix(next == std::string_view::npos ? text.size() : next + 1);
    files.add(std::string(folder).append(name), std::make_shared<MemorySource>(body), drop);
  }
  return files;
}

}  // namespace tp::fuzz
