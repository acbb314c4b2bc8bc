#include "core/formats/uftrace/functions.h"

#include <algorithm>
#include <cstdio>

#include "core/io/cursor.h"
#include "core/io/file_reading.h"
#include "core/text/demangle.h"

namespace tp::uftrace {
namespace {

constexpr uint64_t kLargestTextFile = uint64_t{256} << 20;

std::string_view baseName(std::string_view path) {
  size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

// Returns the line from its n-th word on, counted from 0.
std::string_view fromWord(std::string_view line, int n) {
  for (;; --n) {
    size_t begin = line.find_first_not_of(' ');
    if (begin == std::string_view::npos) return {};
    line.remove_prefix(begin);
    if (n == 0) return line;
    size_t end = line.find(' ');
    if (end == std::string_view::npos) return {};
    line.remove_prefix(end);
  }
}

std::string_view word(std::string_view line, int n) {
  line = fromWord(line, n);
  return line.substr(0, line.find(' '));
}

// Returns the path in a line of a map, which may hold blanks, and in `build` the build id behind it, if there is one.
std::string_view mappedPath(std::string_view line, std::string_view& build) {
  constexpr std::string_view kBuild = " build-id:", kDeleted = " (deleted)";
  std::string_view path = fromWord(line, 5);
  const size_t at = path.rfind(kBuild);
  build = at != std::string_view::npos ? path.substr(at + kBuild.size()) : std::string_view{};
  if (build.find_first_not_of("0123456789abcdef") != std::string_view::npos) build = {};
  if (!build.empty()) path = path.substr(0, at);
  path = path.substr(0, path.find_last_not_of(' ') + 1);
  if (path.size() > kDeleted.size() && path.substr(path.size() - kDeleted.size()) == kDeleted)
    path.remove_suffix(kDeleted.size());
  return path;
}

}  // namespace

Functions::Functions(const FileSet& files, std::string folder, const InfoFile& info, const TaskFile& tasks,
                     NameTable& names, WarningLog& warnings)
    : files_(files),
      folder_(std::move(folder)),
      tasks_(tasks),
      names_(names),
      warnings_(warnings),
      longSize_(info.longSize()),
      rules_(info),
      spaces_(tasks.sessions.size()) {
  functions_.emplace_back();  // FunctionId 0 means that there is none.
  if (rules_.leftOut() > 0)
    warnings_.add(folder_ + "info", kNoOffset,
                  "at most " + std::to_string(ArgRules::kMaxPatterns) + " patterns of functions with arguments",
                  std::to_string(rules_.leftOut()) + " more, which are left out");
  if (rules_.odd() > 0)
    warnings_.add(folder_ + "info", kNoOffset, "lists of arguments and return values as uftrace writes them",
                  rules_.firstOdd() + (rules_.odd() > 1 ? " and " + std::to_string(rules_.odd() - 1) + " more" : "") +
                      ": values of these functions may be wrong");
  enums_.add(info.get("enumauto"));
  for (const SessionLine& session : tasks_.sessions) programs_.insert(session.program);
  auto other = [&](const SessionLine& session) { return session.program != tasks_.sessions.front().program; };
  if (!tasks_.sessions.empty() && std::none_of(tasks_.sessions.begin(), tasks_.sessions.end(), other))
    program_ = tasks_.sessions.front().program;
  for (const LibraryLine& library : tasks_.libraries) libraries_[library.sid].push_back(&library);
}

std::string Functions::text(const std::string& name) const {
  const FileEntry* entry = files_.find(folder_ + name);
  if (entry == nullptr) return {};
  std::vector<std::byte> bytes = readAll(*entry->source, 0, entry->source->size(), kLargestTextFile);
  return std::string(asText(bytes));
}

size_t Functions::module(const std::string& path, std::string_view buildId) {
  auto [at, fresh] = moduleOf_.try_emplace(path, modules_.size());
  if (fresh) {
    modules_.emplace_back();
    modules_.back().path = path;
    modules_.back().buildId = buildId;
    modules_.back().program = programs_.count(path) > 0;
    rules_.addModule(at->second, baseName(path));
  }
  return at->second;
}

// Modules with the same base name are told apart by the path or the build id in the symbol file. The name of the second
// one's file contains four characters of its build id.
void Functions::load(Module& module) {
  module.loaded = true;
  std::string base(baseName(module.path));
  std::string stem = base;
  if (module.buildId.size() >= 4) {
    std::string other = base + "-" + module.buildId.substr(0, 4);
    if (files_.find(folder_ + other + ".sym") != nullptr) stem = other;
  }
  std::string symbols = text(stem + ".sym");
  if (symbols.empty())
    warnings_.add(folder_ + stem + ".sym", kNoOffset, "the symbols of " + module.path,
                  "none: its functions have no names");
  {
    FileReading reading(warnings_, place(stem + ".sym"));
    module.symbols = parseSymbols(std::move(symbols), {&reading.log(), folder_ + stem + ".sym"});
  }
  if (stem == base && !module.symbols.path.empty() && module.symbols.path != module.path) {
    // The table belongs to another module of this name. Look for one with the path of this module.
    for (const FileEntry& file : files_.files()) {
      std::string_view name = file.baseName();
      if (name.rfind(base + "-", 0) != 0 || name.size() < 5 || name.substr(name.size() - 4) != ".sym") continue;
      SymbolFile candidate = parseSymbols(text(std::string(name)));
      if (candidate.path != module.path) continue;
      module.symbols = std::move(candidate);
      stem = name.substr(0, name.size() - 4);
      break;
    }
  }
  module.functions.assign(module.symbols.symbols.size(), 0);
  if (names_.functions() != FunctionIdentity::Merged) {
    std::unordered_set<std::string_view> met;
    for (const Symbol& symbol : module.symbols.symbols)
      if (std::string_view name = module.symbols.name(symbol); !met.insert(name).second) module.repeated.insert(name);
  }
  {
    FileReading reading(warnings_, place(stem + ".dbg"));
    module.debug = parseDebug(text(stem + ".dbg"), {&reading.log(), folder_ + stem + ".dbg"});
  }
  for (const std::string& one : module.debug.enums) enums_.add(one);
}

// Returns false if this is no line of a map, or its addresses do not follow those of the line before. What could be
// parsed is added nevertheless. `program` is the path of the session's program.
bool Functions::addMapping(Space& space, std::string_view line, std::string_view program) {
  std::string_view range = word(line, 0), permissions = word(line, 1), build;
  std::string_view path = mappedPath(line, build);
  // Some recorders cut a path at its first blank.
  if (program.size() > path.size() && (program[path.size()] == ' ' || program[path.size()] == '\t') &&
      program.substr(0, path.size()) == path)
    path = program;
  size_t dash = std::min(range.find('-'), range.size());
  Mapping mapping;
  bool good = wholeNumber(range.substr(0, dash), 16, mapping.begin) &&
              wholeNumber(range.substr(std::min(dash + 1, range.size())), 16, mapping.end) &&
              mapping.begin < mapping.end && (mapping.begin | mapping.end) % 4096 == 0 && permissions.size() == 4 &&
              permissions.find_first_not_of("rwxsp-") == std::string_view::npos &&
              (path.empty() || path[0] == '/' || path[0] == '[');
  if (!space.mappings.empty() && mapping.begin < space.mappings.back().end) good = false;
  if (mapping.begin >= mapping.end || path.empty() || path[0] == '[') return good;
  mapping.module = module(std::string(path), build);
  // Consecutive segments of one file form one mapping.
  if (!space.mappings.empty() && space.mappings.back().module == mapping.module) {
    space.mappings.back().end = mapping.end;
  } else {
    space.mappings.push_back(mapping);
  }
  return good;
}

Functions::Space& Functions::space(size_t session) {
  Space& space = spaces_[session];
  if (space.loaded) return space;
  space.loaded = true;
  const std::string& sid = tasks_.sessions[session].sid;
  std::string name = "sid-" + sid + ".map";
  std::string map = text(name);
  FileReading reading(warnings_, place(name));
  const TextLog told{&reading.log(), folder_ + name};
  if (map.empty())
    warnings_.add(told.file, kNoOffset, "where the code of a session lay", "nothing: its functions have no names");
  TextLines lines(map, told);
  for (std::string_view line; lines.next(line);)
    if (!addMapping(space, line, tasks_.sessions[session].program))
      lines.warn("where some code lay, after that of the line before");
  std::stable_sort(space.mappings.begin(), space.mappings.end(),
                   [](const Mapping& a, const Mapping& b) { return a.begin < b.begin; });
  if (auto own = libraries_.find(sid); own != libraries_.end())
    for (const LibraryLine* library : own->second)
      space.libraries.push_back({library->time, library->base, module(library->path, {})});
  return space;
}

bool Functions::mapped(size_t session) {
  return session < spaces_.size() && !space(session).mappings.empty();
}

Time Functions::nextChange(size_t session, Time time) const {
  if (session >= tasks_.sessions.size()) return INT64_MAX;
  auto own = libraries_.find(tasks_.sessions[session].sid);
  if (own == libraries_.end()) return INT64_MAX;
  for (const LibraryLine* library : own->second)
    if (library->time > time) return library->time;
  return INT64_MAX;
}

FunctionId Functions::find(size_t session, Time time, uint64_t address) {
  if (session >= spaces_.size()) return unknown(address);
  const Space& at = space(session);
  auto after = std::upper_bound(at.mappings.begin(), at.mappings.end(), address,
                                [](uint64_t value, const Mapping& mapping) { return value < mapping.begin; });
  if (after != at.mappings.begin() && address < (after - 1)->end) {
    FunctionId id = inModule((after - 1)->module, address - (after - 1)->begin);
    if (id != 0) return id;
  }
  // Search the libraries that were loaded by then, newest first.
  for (size_t i = at.libraries.size(); i-- > 0;) {
    const Library& library = at.libraries[i];
    if (library.time > time || address < library.base) continue;
    FunctionId id = inModule(library.module, address - library.base);
    if (id != 0) return id;
  }
  return unknown(address);
}

size_t Functions::written(size_t from, std::vector<WrittenFunction>& out) const {
  constexpr size_t kAtOnce = 4096;
  const size_t end = std::min(functions_.size(), from + kAtOnce);
  for (size_t i = from; i < end; ++i)
    if (!functions_[i].source.empty()) out.push_back({functions_[i].name, functions_[i].source, {}, 0});
  return end < functions_.size() ? end : 0;
}

FunctionId Functions::inModule(size_t index, uint64_t relative) {
  if (!modules_[index].loaded) load(modules_[index]);
  Module& module = modules_[index];
  const Symbol* symbol = module.symbols.find(relative);
  if (symbol == nullptr) return 0;
  FunctionId& id = module.functions[static_cast<size_t>(symbol - module.symbols.symbols.data())];
  if (id != 0) return id;
  id = static_cast<FunctionId>(functions_.size());
  functions_.emplace_back();
  Function& function = functions_.back();
  std::string simple = demangleSimple(module.symbols.name(*symbol));
  function.name = nameOf(module, *symbol, simple);
  function.known = true;
  function.module = static_cast<uint32_t>(index);
  auto debug = module.debug.functions.find(symbol->address);
  if (debug != module.debug.functions.end()) function.source = debug->second.source;
  resolveArguments(function, {simple, index, module.program, symbol->linked},
                   debug != module.debug.functions.end() ? &debug->second : nullptr);
  return id;
}

// A function is what the symbol table has at one address. The text that tells functions apart has to hold for another
// recording and another build of the program, too, which may have another name. Hence it consists of the symbol and the
// module's name, unless that is the only program of the trace; the address is added only if a module has several
// symbols of that name. A PLT stub is one function, whichever module calls it.
NameId Functions::nameOf(const Module& module, const Symbol& symbol, const std::string& simple) {
  if (names_.functions() == FunctionIdentity::Merged) return names_.intern(simple);
  const std::string_view mangled = module.symbols.name(symbol);
  const std::string signature = demangle(mangled);
  std::string apart = signature == mangled ? std::string() : std::string(mangled);
  if (!symbol.linked) {
    if (!apart.empty()) apart += ", ";
    apart += module.path == program_ ? std::string_view("program") : baseName(module.path);
    if (module.repeated.count(mangled) > 0) {
      char offset[24];
      std::snprintf(offset, sizeof offset, "+0x%llx", static_cast<unsigned long long>(symbol.address));
      apart += offset;
    }
  }
  const std::string exact = apart.empty() ? signature : signature + " [" + apart + "]";
  return names_.intern(FunctionName{simple, simple, signature, exact});
}

// What the user asked for holds; else, if all functions were recorded so, what is known of the function. The two may
// differ of arguments and of the result.
void Functions::resolveArguments(Function& function, const ArgRules::Called& called, const DebugFile::Function* debug) {
  for (bool result : {false, true}) {
    ArgList& list = result ? function.result : function.arguments;
    ArgList automatic =
        debug != nullptr ? parseArgList(result ? debug->result : debug->arguments, longSize_) : ArgList{};
    if (automatic.empty()) automatic = rules_.automatic(called.name, result);
    list = rules_.byUser(called, result, automatic);
    if (list.empty() && rules_.automaticOn()) mergeArgs(list, automatic);
  }
}

FunctionId Functions::unknown(uint64_t address) {
  // A damaged file can have as many addresses as records. Beyond a number that no program reaches, they share one name.
  constexpr size_t kMax = size_t{1} << 20;
  if (unknown_.size() >= kMax && unknown_.count(address) == 0) address = 0;
  auto [at, fresh] = unknown_.try_emplace(address, static_cast<FunctionId>(functions_.size()));
  if (fresh) {
    char text[32];
    std::snprintf(text, sizeof text, "<%llx>", static_cast<unsigned long long>(address));
    functions_.emplace_back();
    functions_.back().name = names_.intern(text);
  }
  return at->second;
}

}  // namespace tp::uftrace
