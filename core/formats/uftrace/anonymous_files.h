// The text files of a data directory without names: functions, programs, libraries, hosts and paths are numbers.
#pragma once

#include <string>
#include <string_view>

#include "core/formats/uftrace/info_file.h"
#include "core/text/pseudonyms.h"

namespace tp::uftrace {

class AnonymousFiles {
 public:
  explicit AnonymousFiles(Pseudonyms& names) : names_(names) {}

  // Learns which programs and libraries there are, from task.txt and a session's map. Must come before everything else.
  void learnTasks(std::string_view text);
  void learnMap(std::string_view text);

  // Each returns what to write in place of the file's content.
  std::string info(Bytes bytes, Endian endian);
  std::string tasks(std::string_view text);
  std::string map(std::string_view text);
  std::string symbols(std::string_view text);
  std::string kernelSymbols(std::string_view text);
  std::string events(std::string_view text);
  // Returns the name of a symbol file, whose `text` may say which module it is of.
  std::string symbolFile(std::string_view name, std::string_view text);

 private:
  std::string module(std::string_view path);
  std::string infoLine(std::string_view key, std::string_view value);

  Pseudonyms& names_;
  std::map<std::string, std::string, std::less<>> pathOf_;  // by base name: the first path
};

}  // namespace tp::uftrace
