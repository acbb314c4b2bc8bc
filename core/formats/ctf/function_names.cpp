#include "core/formats/ctf/function_names.h"

#include "core/symbols/elf_file.h"
#include "core/text/demangle.h"
#include "core/text/number_text.h"

namespace tp::ctf {

bool FunctionNames::mayHoldNames(const FileEntry& file) {
  return symbols::isElf(*file.source);
}

bool FunctionNames::add(const FileEntry& file) {
  return mayHoldNames(file) && files_.add(file);
}

NameId FunctionNames::nameOf(const Library* library, uint64_t address) {
  Place place{"", "", address};
  if (library != nullptr)
    place = {library->path, library->buildId, library->isMoved != 0 ? address - library->begin : address};
  const auto [known, isNew] = known_.try_emplace(place, kNoName);
  if (isNew) known->second = names_.intern(textOf(place));
  return known->second;
}

std::string FunctionNames::textOf(const Place& place) {
  const auto& [path, buildId, address] = place;
  const symbols::ProgramFile* program = path.empty() ? nullptr : files_.program(path, buildId, warnings_);
  const symbols::FunctionTable::Function* found = program != nullptr ? program->functions.find(address) : nullptr;
  if (found != nullptr) return demangleSimple(found->name);
  std::string text = path.empty() ? std::string() : path.substr(path.rfind('/') + 1) + "+";
  text += "0x";
  appendHex(text, address);
  return text;
}

void FunctionNames::nameAgain(std::vector<NameId>& renamed) {
  for (const auto& [place, name] : known_) {
    const std::string text = textOf(place);
    if (text == names_.view(name)) continue;
    names_.rename(name, text);
    renamed.push_back(name);
  }
}

}  // namespace tp::ctf
