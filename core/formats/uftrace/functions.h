// Finds the function at an address in a record, by the memory map of each session, libraries loaded later, and symbol
// tables. Also holds what is known about a function's recorded arguments.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/decode/written_function.h"
#include "core/formats/uftrace/arg_spec.h"
#include "core/formats/uftrace/enums.h"
#include "core/formats/uftrace/symbol_file.h"
#include "core/formats/uftrace/task_file.h"
#include "core/formats/uftrace/text_lines.h"
#include "core/io/file_set.h"
#include "core/trace/names.h"

namespace tp::uftrace {

struct Function {
  NameId name = kNoName;
  bool known = false;   // A symbol covers the address.
  uint32_t module = 0;  // The module, for modulePath(), if `known`.
  std::string source;   // "file.c:12" if the debug file says so, else empty.
  ArgList arguments;    // In the order of the payload.
  ArgList result;
};

using FunctionId = uint32_t;

class Functions {
 public:
  // `folder` is the folder of the directory's files in `files`: "uftrace.data/" or "". The references must outlive this
  // object.
  Functions(const FileSet& files, std::string folder, const InfoFile& info, const TaskFile& tasks, NameTable& names,
            WarningLog& warnings);

  // Returns the function that covers `address` in a session at `time`. An address without a symbol gets a function of
  // its own, named "<55d0c0ffee>". Reads symbol files when they are first needed.
  FunctionId find(size_t session, Time time, uint64_t address);
  const Function& operator[](FunctionId id) const { return functions_[id]; }
  // Returns the first time after `time` at which find() may return something else because a library is loaded;
  // INT64_MAX if there is none.
  Time nextChange(size_t session, Time time) const;
  // Returns whether the session's memory map is known.
  bool mapped(size_t session);
  const std::string& modulePath(const Function& function) const { return modules_[function.module].path; }
  const Enums& enums() const { return enums_; }
  // As TraceReader::writtenFunctions() has it.
  size_t written(size_t from, std::vector<WrittenFunction>& out) const;

 private:
  struct Module {
    std::string path;
    std::string buildId;
    bool program = false;  // A session's own one, no library.
    bool loaded = false;
    SymbolFile symbols;
    DebugFile debug;
    std::vector<FunctionId> functions;              // By symbol; 0 if not looked up yet.
    std::unordered_set<std::string_view> repeated;  // Names that several symbols share.
  };
  struct Mapping {
    uint64_t begin = 0;
    uint64_t end = 0;
    size_t module = 0;
  };
  struct Library {
    Time time = 0;
    uint64_t base = 0;
    size_t module = 0;
  };
  struct Space {
    bool loaded = false;
    std::vector<Mapping> mappings;   // Ordered by address.
    std::vector<Library> libraries;  // Ordered by time.
  };

  std::string text(const std::string& name) const;
  size_t place(const std::string& name) const { return files_.indexOf(folder_ + name); }
  bool addMapping(Space& space, std::string_view line, std::string_view program);
  size_t module(const std::string& path, std::string_view buildId);
  void load(Module& module);
  Space& space(size_t session);
  FunctionId inModule(size_t module, uint64_t relative);
  NameId nameOf(const Module& module, const Symbol& symbol, const std::string& simple);
  FunctionId unknown(uint64_t address);
  void resolveArguments(Function& function, const ArgRules::Called& called, const DebugFile::Function* debug);

  const FileSet& files_;
  std::string folder_;
  const TaskFile& tasks_;
  std::string program_;  // Path; empty if there are several programs, which are told apart by their names.
  NameTable& names_;
  WarningLog& warnings_;
  uint32_t longSize_;
  ArgRules rules_;
  Enums enums_;
  std::vector<Module> modules_;
  std::unordered_map<std::string, size_t> moduleOf_;
  std::unordered_set<std::string_view> programs_;  // Their paths.
  std::vector<Space> spaces_;
  // By session id, then ordered by time.
  std::unordered_map<std::string_view, std::vector<const LibraryLine*>> libraries_;
  std::vector<Function> functions_;
  std::unordered_map<uint64_t, FunctionId> unknown_;
};

}  // namespace tp::uftrace
