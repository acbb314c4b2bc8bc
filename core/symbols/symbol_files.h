// Names of functions from files beside a recording: programs and libraries, the kernel's list of symbols, and what
// compilers at run time tell (perf-PID.map).
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/file_set.h"
#include "core/io/warning_log.h"
#include "core/kernel/symbols.h"

namespace tp::symbols {

// Functions by address; a name is not demangled.
class FunctionTable {
 public:
  struct Function {
    uint64_t begin = 0;
    uint64_t end = 0;  // of its last byte, + 1; `begin` if its size is not known
    std::string name;
  };
  // Of functions at one address, the first one counts.
  explicit FunctionTable(std::vector<Function> functions);
  // Returns null if no function is known to be there.
  const Function* find(uint64_t address) const;
  bool empty() const { return functions_.empty(); }

 private:
  std::vector<Function> functions_;
};

// A program or a library.
struct ProgramFile {
  std::string path;
  std::string buildId;  // in hexadecimal; empty if it has none
  FunctionTable functions{{}};
  // Where parts of the file are in memory, as it was linked.
  struct Part {
    uint64_t offset = 0, address = 0, size = 0;
  };
  std::vector<Part> parts;

  // Returns the function at a place in the file, or null.
  const FunctionTable::Function* at(uint64_t offset) const;
};

class SymbolFiles {
 public:
  static bool mayHoldNames(const FileEntry& file);
  // Takes a file if it may have names. Returns false if it has none. Programs are read when they are asked for.
  bool add(const FileEntry& file);
  bool empty() const { return programs_.empty() && kallsyms_ == nullptr && maps_.empty(); }

  // Returns the program that was recorded under this path, with this build id, which is empty if it is not known: it
  // must have the same one, or else the same name. Null if there is none, with a warning if one of the name is another
  // one.
  const ProgramFile* program(std::string_view path, std::string_view buildId, WarningLog& warnings);
  // Returns the function of the kernel at an address; empty if there is none. `text` is where the recording says that
  // its image begins, 0 if it does not: symbols of another boot are not used, which becomes a warning.
  std::string_view kernelFunction(uint64_t address, uint64_t text, WarningLog& warnings);
  // Returns the function that a program made at run time; null if there is none.
  const FunctionTable::Function* madeFunction(int32_t pid, uint64_t address) const;

 private:
  struct Program {
    FileEntry file;
    std::unique_ptr<ProgramFile> read;  // null before it was asked for
  };
  std::vector<Program> programs_;
  std::unique_ptr<std::string> kallsyms_;
  std::unique_ptr<kernel::KernelSymbols> kernel_;
  uint64_t text_ = 0;  // where the kernel's image begins by the symbols
  bool toldBoot_ = false;
  std::set<std::string> told_;             // paths whose programs are others
  std::map<int32_t, FunctionTable> maps_;  // by process
};

}  // namespace tp::symbols
