#include "core/formats/uftrace/anonymous_files.h"

#include <algorithm>
#include <cctype>

#include "core/formats/uftrace/text_lines.h"
#include "core/kernel/anonymous_text.h"

namespace tp::uftrace {
namespace {

constexpr size_t kCommLength = 15;
constexpr std::string_view kPathName = "# path name: ";
constexpr std::string_view kBuildId = "# build-id:";

std::string_view baseName(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

// Returns the text between the first and the last quote of a line, as a view into it; empty if there are none.
std::string_view quoted(std::string_view line) {
  const size_t first = line.find('"'), last = line.rfind('"');
  return first == last ? std::string_view() : line.substr(first + 1, last - first - 1);
}

// Returns the path in a line of a map: "start-end prot offset device inode path build-id:...".
std::string_view mapPath(std::string_view line) {
  for (int field = 0; field < 5; ++field) {
    const size_t space = line.find(' ');
    if (space == std::string_view::npos) return {};
    line.remove_prefix(std::min(line.find_first_not_of(' ', space), line.size()));
  }
  return line.substr(0, line.find(" build-id:"));
}

std::string replaced(std::string_view line, std::string_view part, std::string_view by) {
  if (part.empty()) return std::string(line);
  const size_t at = static_cast<size_t>(part.data() - line.data());
  return std::string(line.substr(0, at)) + std::string(by) + std::string(line.substr(at + part.size()));
}

}  // namespace

std::string AnonymousFiles::module(std::string_view path) {
  return "/" + names_.of(Pseudonyms::Of::Module, path);
}

void AnonymousFiles::learnTasks(std::string_view text) {
  LineCursor lines(text);
  for (std::string_view line; lines.next(line);) {
    const std::string_view path = quoted(line);
    if (path.empty()) continue;
    pathOf_.try_emplace(std::string(baseName(path)), path);
    if (line.starts_with("SESS")) names_.setProcess(baseName(path).substr(0, kCommLength), module(path).substr(1));
  }
}

void AnonymousFiles::learnMap(std::string_view text) {
  LineCursor lines(text);
  for (std::string_view line; lines.next(line);)
    if (std::string_view path = mapPath(line); path.starts_with('/'))
      pathOf_.try_emplace(std::string(baseName(path)), path);
}

std::string AnonymousFiles::tasks(std::string_view text) {
  return kernel::changeLines(text, [this](std::string_view line) {
    const std::string_view path = quoted(line);
    return replaced(line, path, module(path));
  });
}

std::string AnonymousFiles::map(std::string_view text) {
  return kernel::changeLines(text, [this](std::string_view line) {
    const std::string_view path = mapPath(line);
    if (!path.starts_with('/')) return std::string(line);
    return std::string(line.substr(0, static_cast<size_t>(path.data() - line.data()))) + module(path);
  });
}

std::string AnonymousFiles::symbolFile(std::string_view name, std::string_view text) {
  constexpr std::string_view kSuffix = ".sym";
  LineCursor lines(text);
  for (std::string_view line; lines.next(line) && line.starts_with('#');)
    if (line.starts_with(kPathName)) return module(line.substr(kPathName.size())).substr(1) + std::string(kSuffix);
  name.remove_suffix(kSuffix.size());
  const auto found = pathOf_.find(name);
  return module(found != pathOf_.end() ? std::string_view(found->second) : name).substr(1) + std::string(kSuffix);
}

// "ADDRESS SIZE T name", of old versions without a size; names that begin with two underscores and end in "_end" only
// bound the symbol before, and belong to no program.
std::string AnonymousFiles::symbols(std::string_view text) {
  return kernel::changeLines(text, [this](std::string_view line) {
    if (line.starts_with(kPathName)) return std::string(kPathName) + module(line.substr(kPathName.size()));
    if (line.starts_with(kBuildId)) return std::string();
    if (line.starts_with('#')) return std::string(line.starts_with("# symbols") ? line : std::string_view());
    const size_t type = line.find(' ');
    size_t at = type;
    if (type != std::string_view::npos && type + 1 < line.size() &&
        std::isdigit(static_cast<unsigned char>(line[type + 1])) != 0)
      at = line.find(' ', type + 1);
    if (at == std::string_view::npos || line.size() < at + 4) return std::string();
    const std::string_view name = line.substr(at + 3);
    const bool isBound = line[at + 1] == '?' || name.starts_with("__sym_end") || name.starts_with("__dynsym_end") ||
                         name.starts_with("__func_end");
    return isBound ? std::string(line.substr(0, at + 3)) + "__sym_end"
                   : replaced(line, name, names_.of(Pseudonyms::Of::Function, name));
  });
}

std::string AnonymousFiles::kernelSymbols(std::string_view text) {
  return kernel::changeLines(text, [this](std::string_view line) { return kernel::anonymousSymbol(line, names_); });
}

// Events of the kernel have small numbers, and names that all kernels share.
std::string AnonymousFiles::events(std::string_view text) {
  constexpr uint64_t kKernelEvents = 100000;
  return kernel::changeLines(text, [this](std::string_view line) {
    const size_t space = line.find(' ', line.find(' ') + 1);
    if (!line.starts_with("EVENT: ") || space == std::string_view::npos) return std::string();
    uint64_t id = 0;
    if (wholeNumber(line.substr(7, space - 7), 10, id) && id < kKernelEvents) return std::string(line);
    const std::string& name = names_.of(Pseudonyms::Of::Event, line.substr(space + 1));
    return std::string(line.substr(0, space + 1)) + name + ":" + name;
  });
}

std::string AnonymousFiles::infoLine(std::string_view key, std::string_view value) {
  constexpr std::string_view kHost = "hostname=", kKernel = "kernel=";
  if (key == "exename") return module(value);
  if (key == "build_id") return std::string(40, '0');
  // The clock is known by the command line only.
  if (key == "cmdline") {
    constexpr std::string_view kClock = "--clock";
    const size_t clock = value.find(kClock);
    std::string_view name = value.substr(clock == std::string_view::npos ? value.size() : clock + kClock.size());
    if (!name.empty()) name.remove_prefix(1);
    name = name.substr(0, name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_"));
    return name.empty() ? "uftrace record" : "uftrace record --clock=" + std::string(name);
  }
  if (key == "osinfo" && value.starts_with(kHost))
    return std::string(kHost) + names_.of(Pseudonyms::Of::Host, value.substr(kHost.size()));
  if (key == "osinfo" && value.starts_with(kKernel))
    return std::string(kKernel) + "Linux " + kernel::releaseNumber(value.substr(7));
  constexpr std::string_view kKept[] = {"exit_status",     "cpuinfo",    "meminfo",     "osinfo",       "taskinfo",
                                        "usageinfo",       "loadinfo",   "record_date", "elapsed_time", "pattern_type",
                                        "uftrace_version", "utc_offset", "sysctl"};
  const bool kept = std::find(std::begin(kKept), std::end(kKept), key) != std::end(kKept);
  return kept ? std::string(value) : blankedText(value);
}

// Arguments and files of debug information are left out, so the header must not promise them.
std::string AnonymousFiles::info(Bytes bytes, Endian endian) {
  constexpr size_t kHeader = 40, kFeatures = 16, kLines = 24;
  constexpr uint64_t kLeftOut = 1u << 3 | 1u << 4 | 1u << 9 | 1u << 10, kArguments = 1u << 10;
  if (bytes.size() < kHeader) return {};
  std::string out(asText(bytes.first(kHeader)));
  auto clear = [&](size_t at, uint64_t bits) {
    const uint64_t value = loadUnchecked<uint64_t>(bytes.data() + at, endian) & ~bits;
    for (size_t i = 0; i < sizeof value; ++i)
      out[at + (endian == Endian::Little ? i : 7 - i)] = static_cast<char>(value >> 8 * i & 0xff);
  };
  clear(kFeatures, kLeftOut);
  clear(kLines, kArguments);
  return out + kernel::changeLines(asText(bytes.subspan(kHeader)), [this](std::string_view line) {
           const size_t colon = line.find(':');
           const std::string_view key = line.substr(0, colon);
           if (colon == std::string_view::npos) return std::string();
           for (std::string_view left : {"argspec", "retspec", "argauto", "retauto", "enumauto", "auto-args"})
             if (key == left) return std::string();
           return std::string(key) + ":" + infoLine(key, line.substr(colon + 1));
         });
}

}  // namespace tp::uftrace
