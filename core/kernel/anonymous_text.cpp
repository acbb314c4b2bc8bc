#include "core/kernel/anonymous_text.h"

namespace tp::kernel {

std::string anonymousSymbol(std::string_view line, Pseudonyms& names) {
  size_t at = line.find(' ');
  if (at != std::string_view::npos) at = line.find(' ', at + 1);
  if (at == std::string_view::npos) return {};
  std::string_view name = line.substr(at + 1), module;
  if (const size_t end = name.find_first_of(" \t"); end != std::string_view::npos) {
    const size_t open = name.find('[', end), close = name.find(']', end);
    if (open < close && close != std::string_view::npos) module = name.substr(open + 1, close - open - 1);
    name = name.substr(0, end);
  }
  // All kernels have these two, which tell where they lie.
  const bool isBound = name == "_text" || name == "_end";
  std::string out = std::string(line.substr(0, at + 1));
  out += isBound ? std::string(name) : names.of(Pseudonyms::Of::Function, name);
  if (!module.empty()) out += "\t[" + names.of(Pseudonyms::Of::Module, module) + "]";
  return out;
}

std::string anonymousCommand(std::string_view line, Pseudonyms& names) {
  const size_t space = line.find(' ');
  if (space == std::string_view::npos) return {};
  return std::string(line.substr(0, space + 1)) + names.process(line.substr(space + 1));
}

std::string anonymousPrintk(std::string_view line) {
  const size_t quote = line.find('"');
  if (quote == std::string_view::npos) return {};
  std::string out(line);
  bool converts = false;
  for (size_t i = quote + 1; i < out.size(); ++i) {
    char& c = out[i];
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (c == '%') converts = !converts;
    if (c == '\\') {
      ++i;
      continue;
    }
    if (!letter) continue;
    // The letters of a conversion: lengths, then the one that ends it, and those that a %p has behind it.
    if (converts) {
      const bool isLength = c == 'l' || c == 'h' || c == 'z' || c == 'L' || c == 't' || c == 'j';
      const bool isPointer = c == 'p' && i + 1 < out.size() &&
                             std::string_view("sSfFxBKMmIUhCDN").find(out[i + 1]) != std::string_view::npos;
      if (isPointer) ++i;
      converts = isLength;
    } else {
      c = 'x';
    }
  }
  return out;
}

bool isMadeEvent(std::string_view system, std::string_view format) {
  return system == "synthetic" || system == "eprobes" || format.find("__probe_") != std::string_view::npos;
}

std::string anonymousFormat(std::string_view text, Pseudonyms& names) {
  return changeLines(text, [&](std::string_view line) {
    constexpr std::string_view kName = "name: ";
    if (!line.starts_with(kName)) return std::string(line);
    return std::string(kName) + names.of(Pseudonyms::Of::Event, line.substr(kName.size()));
  });
}

std::string releaseNumber(std::string_view text) {
  const size_t digit = text.find_first_of("0123456789");
  if (digit == std::string_view::npos) return {};
  const size_t end = text.find_first_not_of("0123456789.", digit);
  return std::string(text.substr(digit, end == std::string_view::npos ? end : end - digit));
}

std::string anonymousUname(std::string_view text, Pseudonyms& names) {
  const size_t host = text.find(' '), release = text.find(' ', host + 1), machine = text.rfind(' ');
  if (host == std::string_view::npos || release == std::string_view::npos) return blankedText(text);
  return std::string(text.substr(0, host + 1)) +
         names.of(Pseudonyms::Of::Host, text.substr(host + 1, release - host - 1)) + " " +
         releaseNumber(text.substr(release)) + std::string(text.substr(machine));
}

}  // namespace tp::kernel
