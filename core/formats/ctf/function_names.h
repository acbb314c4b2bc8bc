// Names of the functions at the addresses of calls, from the programs and libraries beside a trace.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/symbols/symbol_files.h"
#include "core/trace/names.h"

namespace tp::ctf {

// A program or a library that a process has in memory, as the state dump of LTTng-UST tells it.
struct Library {
  uint64_t begin = 0;
  uint64_t end = 0;
  uint64_t isMoved = 0;  // its addresses count from `begin`
  std::string path;
  std::string buildId;  // in hexadecimal; empty if it is not told

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.begin, self.end, self.isMoved, self.path, self.buildId);
  }
};

class FunctionNames {
 public:
  // Both outlive this object.
  FunctionNames(NameTable& names, WarningLog& warnings) : names_(names), warnings_(warnings) {}

  // Whether a file is a program or a library.
  static bool mayHoldNames(const FileEntry& file);
  // Takes a file, which is read when a name of it is asked for. Returns false if it can have no names.
  bool add(const FileEntry& file);

  // Returns the function at an address in `library`: its name or, if that is not known, "program+0x11c9" by its place
  // in the file. Null: nothing is known to lie there, and the name is the address.
  NameId nameOf(const Library* library, uint64_t address);
  // Gives what was named before the names that are known now, and appends those that have changed to `renamed`.
  void nameAgain(std::vector<NameId>& renamed);

 private:
  // The path, the build id, and the address as it was linked.
  using Place = std::tuple<std::string, std::string, uint64_t>;
  std::string textOf(const Place& place);

  NameTable& names_;
  WarningLog& warnings_;
  symbols::SymbolFiles files_;
  std::map<Place, NameId> known_;
};

}  // namespace tp::ctf
