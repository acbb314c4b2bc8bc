#include "core/formats/perf/symbols.h"

#include "core/text/demangle.h"
#include "core/text/number_text.h"

namespace tp::perf {
namespace {

// The kernel's own image is mapped under this name, with the symbol behind it that its offset counts from: that of its
// first byte, so that places in it are addresses.
constexpr std::string_view kKernelImage = "[kernel.kallsyms]";

// A program that was removed while it ran.
std::string_view withoutNote(std::string_view path) {
  constexpr std::string_view kDeleted = " (deleted)";
  return path.ends_with(kDeleted) ? path.substr(0, path.size() - kDeleted.size()) : path;
}

std::string_view shortName(std::string_view path) {
  if (path.starts_with(kKernelImage)) return kKernelImage;
  path = withoutNote(path);
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos || path.starts_with('[') ? path : path.substr(slash + 1);
}

// Memory that is no part of a file: what a program makes at run time lies there.
bool isNoFile(std::string_view path) {
  return path.empty() || path.starts_with("//anon") || path.starts_with("[heap]") || path.starts_with("[stack") ||
         path.starts_with("/memfd:") || path.starts_with("/SYSV") || path.starts_with("/dev/zero");
}

}  // namespace

Symbols::Symbols(NameTable& names, WarningLog& warnings, const std::vector<BuildId>& buildIds)
    : names_(names), warnings_(warnings) {
  for (const BuildId& one : buildIds) buildIds_.emplace(one.file, one.id);
}

std::string_view Symbols::fileOf(const Processes& processes, int32_t pid, const Frame& frame) const {
  const Mapping* mapping = mappingOf(processes, pid, frame);
  const std::string_view path = mapping != nullptr ? names_.view(mapping->file) : std::string_view();
  if (mapping != nullptr && mapping->function) return "[bpf]";
  return path.starts_with(kKernelImage) ? kKernelImage : path;
}

NameId Symbols::nameOf(const Processes& processes, int32_t pid, const Frame& frame) {
  const Mapping* mapping = mappingOf(processes, pid, frame);
  Place place{frame.address, kNoName, kNoName, -1, frame.kernel};
  // Code that was made at run time has its name.
  if (mapping != nullptr && mapping->function) return mapping->file;
  if (mapping != nullptr) {
    place.file = mapping->file;
    place.buildId = mapping->buildId;
    if (!frame.kernel && isNoFile(names_.view(mapping->file))) {
      place.pid = pid;
    } else {
      place.at = frame.address - mapping->begin + mapping->offset;
    }
    if (frame.kernel && names_.view(mapping->file).starts_with(kKernelImage)) kernelText_ = mapping->offset;
  } else if (!frame.kernel) {
    place.pid = pid;
  }
  const auto [known, fresh] = known_.try_emplace(place);
  if (fresh) known->second.own = known->second.shown = names_.intern(textOf(place));
  return known->second.shown;
}

// Returns an empty text if the function is not known.
std::string Symbols::symbolOf(const Place& place) {
  if (files_.empty()) return {};
  const std::string_view path = place.file != kNoName ? names_.view(place.file) : std::string_view();
  if (place.kernel) return std::string(files_.kernelFunction(place.at, kernelText_, warnings_));
  const symbols::FunctionTable::Function* found = nullptr;
  if (place.pid >= 0) {
    found = files_.madeFunction(place.pid, place.at);
    return found != nullptr ? found->name : std::string();
  }
  std::string_view buildId;
  if (place.buildId != kNoName) {
    buildId = names_.view(place.buildId);
  } else if (const auto id = buildIds_.find(std::string(path)); id != buildIds_.end()) {
    buildId = id->second;
  }
  const symbols::ProgramFile* program = files_.program(withoutNote(path), buildId, warnings_);
  if (program != nullptr) found = program->at(place.at);
  return found != nullptr ? demangleSimple(found->name) : std::string();
}

std::string Symbols::textOf(const Place& place) {
  std::string text = symbolOf(place);
  if (!text.empty()) return text;
  if (place.file != kNoName && place.pid < 0) text.append(shortName(names_.view(place.file))).append("+");
  text += "0x";
  appendHex(text, place.at);
  if (place.file == kNoName && place.kernel) text += " [kernel]";
  return text;
}

void Symbols::checkPrograms() {
  if (files_.empty()) return;
  for (const auto& [path, id] : buildIds_) files_.program(withoutNote(path), id, warnings_);
}

void Symbols::nameAgain(std::vector<NameId>& renamed) {
  for (const auto& [place, name] : known_) {
    const std::string text = textOf(place);
    if (text == names_.view(name.own)) continue;
    names_.rename(name.own, text);
    renamed.push_back(name.own);
  }
  // Places that had names of their own may be in one function now.
  for (auto& [place, name] : known_) name.shown = names_.find(names_.view(name.own));
}

}  // namespace tp::perf
