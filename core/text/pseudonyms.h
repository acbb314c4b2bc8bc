// Numbers in place of names, for traces that leave a house: the same name gets the same number everywhere in a cut.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>

namespace tp {

class Pseudonyms {
 public:
  // What a name is of, and the letter before its number.
  enum class Of : char { Buffer = 'b', Event = 'e', Function = 'f', Host = 'h', Module = 'm', Process = 'p' };

  // Returns "f1" for the first function, and so on. Valid as long as this object.
  const std::string& of(Of kind, std::string_view name);

  // The name of a process whose program is known by its path: the module's name stands for both.
  void setProcess(std::string_view comm, std::string_view name) { process_.try_emplace(std::string(comm), name); }
  const std::string& process(std::string_view comm);

 private:
  std::map<char, std::map<std::string, std::string, std::less<>>> names_;
  std::map<std::string, std::string, std::less<>> process_;
};

// Replaces a text of a fixed size by `name` and NUL bytes. What does not fit is cut off.
void replaceText(std::span<std::byte> text, std::string_view name);
// Replaces the bytes of a text by a letter; NUL bytes stay.
void blankText(std::span<std::byte> text);
std::string blankedText(std::string_view text);

}  // namespace tp
