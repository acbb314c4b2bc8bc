#include "core/symbols/symbol_files.h"

#include <algorithm>
#include <charconv>

#include "core/symbols/elf_file.h"
#include "core/text/number_text.h"

namespace tp::symbols {
namespace {

// Larger ones are no lists of symbols.
constexpr uint64_t kMaxText = uint64_t{256} << 20;

std::string_view baseName(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

bool readHex(std::string_view text, uint64_t& out) {
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), out, 16);
  return problem == std::errc() && end == text.data() + text.size();
}

// "ffffffff81000000 T _text"
bool isKallsyms(const ByteSource& source) {
  const std::vector<std::byte> head = readAll(source, 0, 64);
  const std::string_view line = asText(head).substr(0, asText(head).find('\n'));
  uint64_t address = 0;
  return line.size() > 19 && line[16] == ' ' && line[18] == ' ' && readHex(line.substr(0, 16), address);
}

// Returns the PID of "perf-PID.map"; -1 for another name.
int32_t pidOf(std::string_view name) {
  constexpr std::string_view kBegin = "perf-", kEnd = ".map";
  if (!name.starts_with(kBegin) || !name.ends_with(kEnd)) return -1;
  name = name.substr(kBegin.size(), name.size() - kBegin.size() - kEnd.size());
  int32_t pid = -1;
  const auto [end, problem] = std::from_chars(name.data(), name.data() + name.size(), pid);
  return problem == std::errc() && end == name.data() + name.size() ? pid : -1;
}

// Lines "BEGIN SIZE NAME", the numbers hexadecimal; the name may have blanks.
FunctionTable readMap(std::string_view text) {
  std::vector<FunctionTable::Function> out;
  LineCursor lines(text);
  for (std::string_view line; lines.next(line);) {
    const size_t first = line.find(' ');
    const size_t second = first == std::string_view::npos ? first : line.find(' ', first + 1);
    uint64_t begin = 0, size = 0;
    if (second == std::string_view::npos || !readHex(line.substr(0, first), begin) ||
        !readHex(line.substr(first + 1, second - first - 1), size))
      continue;
    out.push_back({begin, begin + size, std::string(line.substr(second + 1))});
  }
  return FunctionTable(std::move(out));
}

// From the note that the linker makes: sizes of the name and of the id, the type, and "GNU".
std::string buildIdOf(const ElfFile& elf) {
  constexpr size_t kHead = 16, kMost = 20;
  const ElfFile::Section* section = elf.find(".note.gnu.build-id");
  if (section == nullptr) return {};
  const std::vector<std::byte> note = elf.contents(*section);
  std::string out;
  for (size_t i = kHead; i < std::min(note.size(), kHead + kMost); ++i)
    appendHex(out, static_cast<uint64_t>(note[i]), 2);
  return out;
}

std::unique_ptr<ProgramFile> readProgram(const FileEntry& file) {
  auto out = std::make_unique<ProgramFile>();
  out->path = file.path;
  ElfFile elf(*file.source);
  if (!elf.open()) return out;
  out->buildId = buildIdOf(elf);
  for (const ElfFile::Section& section : elf.sections())
    if (section.address != 0 && section.hasBits())
      out->parts.push_back({section.offset, section.address, section.size});
  const ElfFile::Functions functions = elf.functions();
  std::vector<FunctionTable::Function> all;
  for (const ElfFile::Symbol& symbol : functions.symbols)
    if (symbol.address != 0)
      all.push_back({symbol.address, symbol.address + symbol.size, std::string(functions.nameOf(symbol))});
  out->functions = FunctionTable(std::move(all));
  return out;
}

}  // namespace

FunctionTable::FunctionTable(std::vector<Function> functions) : functions_(std::move(functions)) {
  std::stable_sort(functions_.begin(), functions_.end(),
                   [](const Function& a, const Function& b) { return a.begin < b.begin; });
}

// A function without a size, which assemblers write, goes on up to the next one.
const FunctionTable::Function* FunctionTable::find(uint64_t address) const {
  auto after = std::upper_bound(functions_.begin(), functions_.end(), address,
                                [](uint64_t value, const Function& one) { return value < one.begin; });
  if (after == functions_.begin()) return nullptr;
  const uint64_t begin = (after - 1)->begin;
  const Function* found = nullptr;
  for (auto at = after; at != functions_.begin() && (at - 1)->begin == begin; --at) {
    const Function& one = *(at - 1);
    if (one.end > address || (one.end == one.begin && (after != functions_.end() || one.begin == address)))
      found = &one;
  }
  return found;
}

const FunctionTable::Function* ProgramFile::at(uint64_t offset) const {
  for (const Part& part : parts)
    if (offset >= part.offset && offset - part.offset < part.size)
      return functions.find(offset - part.offset + part.address);
  return nullptr;
}

bool SymbolFiles::mayHoldNames(const FileEntry& file) {
  return isElf(*file.source) || pidOf(file.baseName()) >= 0 || isKallsyms(*file.source);
}

bool SymbolFiles::add(const FileEntry& file) {
  if (isElf(*file.source)) {
    programs_.push_back({file, nullptr});
    return true;
  }
  if (file.source->size() > kMaxText) return false;
  if (const int32_t pid = pidOf(file.baseName()); pid >= 0) {
    const std::vector<std::byte> text = readAll(*file.source);
    maps_.insert_or_assign(pid, readMap(asText(text)));
    return true;
  }
  if (!isKallsyms(*file.source)) return false;
  kallsyms_ = std::make_unique<std::string>(asText(readAll(*file.source)));
  kernel_ = std::make_unique<kernel::KernelSymbols>(*kallsyms_);
  text_ = 0;
  const size_t at = kallsyms_->find(" T _text\n");
  const size_t line = at == std::string::npos ? at : kallsyms_->rfind('\n', at) + 1;
  if (at != std::string::npos) readHex(std::string_view(*kallsyms_).substr(line, at - line), text_);
  return true;
}

const ProgramFile* SymbolFiles::program(std::string_view path, std::string_view buildId, WarningLog& warnings) {
  const ProgramFile* other = nullptr;
  for (Program& one : programs_) {
    const bool named = baseName(one.file.path) == baseName(path);
    if (!named && buildId.empty()) continue;
    if (!one.read) one.read = readProgram(one.file);
    const bool known = !buildId.empty() && !one.read->buildId.empty();
    if (known ? one.read->buildId == buildId : named) return one.read.get();
    if (named) other = one.read.get();
  }
  if (other != nullptr && told_.insert(std::string(path)).second)
    warnings.add(other->path, kNoOffset,
                 "the " + std::string(path) + " that was recorded, with the build id " + std::string(buildId),
                 "another one, with " + other->buildId + ": it names no functions");
  return nullptr;
}

std::string_view SymbolFiles::kernelFunction(uint64_t address, uint64_t text, WarningLog& warnings) {
  if (!kernel_) return {};
  if (text != 0 && text_ != 0 && text != text_) {
    if (!toldBoot_)
      warnings.add("kallsyms", kNoOffset,
                   "symbols of the boot that was recorded, whose kernel begins at 0x" + hexText(text),
                   "those of another one, at 0x" + hexText(text_) + ": they name no functions");
    toldBoot_ = true;
    return {};
  }
  return kernel_->find(address).name;
}

const FunctionTable::Function* SymbolFiles::madeFunction(int32_t pid, uint64_t address) const {
  const auto map = maps_.find(pid);
  return map != maps_.end() ? map->second.find(address) : nullptr;
}

}  // namespace tp::symbols
