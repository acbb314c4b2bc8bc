#include "core/formats/tracecmd/event_text.h"

#include <algorithm>

#include "core/formats/tracecmd/stack_frames.h"
#include "core/text/number_text.h"

namespace tp::tracecmd {

using kernel::Conversion;

namespace {

// Returns the formats of trace_printk() by the addresses that records have, which are those of now less `shift`.
std::unordered_map<uint64_t, std::string> formatsOf(const TraceFile& file, std::optional<uint64_t> shift) {
  if (!shift) return {};
  std::unordered_map<uint64_t, std::string> now = kernel::parsePrintk(file.printk), out;
  if (*shift == 0) return now;
  for (auto& [address, text] : now) out.emplace(address - *shift, std::move(text));
  return out;
}

}  // namespace

EventText::EventText(const TraceFile& file, const LastBootText* boot)
    : symbols_(file.kallsyms, kernel::parseModules(file.modules)),
      btf_(file.btf),
      context_{file.endian, file.kernelLongSize, &symbols_, &printk_} {
  if (boot != nullptr) symbols_.setBoot(kernel::parseLastBoot(boot->text));
  printk_ = formatsOf(file, symbols_.shift());
}

void EventText::append(std::string& out, const Event& event, Bytes record) {
  if (isStack(event)) return appendStack(out, event, record);
  const size_t begin = out.size();
  appendWhole(out, event, record);
  // What programs write ends its line, which is none of the words.
  if (out.size() > begin && out.back() == '\n') out.pop_back();
}

void EventText::appendWhole(std::string& out, const Event& event, Bytes record) {
  if (isBprint(event) && appendBprint(out, event, record)) return;
  const size_t begin = out.size();
  if (event.print.ok) {
    appendPrint(out, event.print, record, context_);
  } else {
    out += "[FAILED TO PARSE] ";
    appendFields(out, event.format, record, context_.endian);
  }
  if (hasMore(event, record)) addCall(out, begin, event, record);
}

bool EventText::hasMore(const Event& event, Bytes record) const {
  return event.result != nullptr || event.returnAddress != nullptr || argumentsOf(event, record).count() > 0;
}

kernel::ArgumentWords EventText::argumentsOf(const Event& event, Bytes record) const {
  const uint32_t word = context_.longSize;
  if (event.arguments == nullptr || event.arguments->elementSize != word) return {};
  return {fieldBytes(*event.arguments, record, context_.endian), context_.endian, word};
}

std::optional<std::vector<kernel::Parameter>> EventText::parametersOf(const Event& event, Bytes record) {
  if (event.function == nullptr) return std::nullopt;
  std::string_view name =
      symbols_.find(static_cast<uint64_t>(fieldNumber(*event.function, record, context_.endian))).name;
  // Compilers mark their variants of a function behind its name. What they split off has parameters of its own.
  constexpr std::string_view kSplit = ".part.";
  if (name.empty() || name.find(kSplit) != std::string_view::npos) return std::nullopt;
  if (auto found = btf_.find(name)) return found;
  const size_t dot = name.find('.');
  return dot == std::string_view::npos ? std::nullopt : btf_.find(name.substr(0, dot));
}

// Adds to the text from `begin` on, which the print format made, what a record of a call has beyond.
void EventText::addCall(std::string& out, size_t begin, const Event& event, Bytes record) {
  if (std::string arguments; callArguments(arguments, event, record)) {
    const auto function = static_cast<uint64_t>(fieldNumber(*event.function, record, context_.endian));
    std::string name;
    Conversion symbol;
    symbol.kind = 'p';
    symbol.pointer = "s";
    appendPointer(name, symbol, function, {}, -1, context_);
    const size_t at = out.find(name, begin);
    out.insert(at == std::string::npos ? out.size() : at + name.size(), "(" + arguments + ")");
  }
  if (event.returnAddress != nullptr) {
    const auto address = static_cast<uint64_t>(fieldNumber(*event.returnAddress, record, context_.endian));
    const KernelSymbols::Found parent = symbols_.find(address);
    // The kernel's own print format names the parent, and so does trace-cmd by it.
    const bool named = out.find("<- " + std::string(parent.name), begin) != std::string::npos;
    if (!parent.name.empty() && !named)
      out += " /* <-" + std::string(parent.name) + "+0x" + hexText(parent.offset) + " */";
  }
  if (event.result != nullptr && event.result->offset + event.result->size <= record.size()) {
    const auto result = static_cast<uint64_t>(fieldNumber(*event.result, record, context_.endian));
    out += isError(result, event.result->size) ? " (ret=" + std::to_string(static_cast<int32_t>(result))
                                               : " (ret=0x" + hexText(result);
    out += ')';
  }
}

bool EventText::isError(uint64_t result, uint32_t size) {
  // From -4095 on.
  constexpr uint64_t kErrors = 4095;
  const uint64_t all = size == sizeof(uint32_t) ? ~uint32_t{0} : ~uint64_t{0};
  return result > all - kErrors && result <= all;
}

bool EventText::callArguments(std::string& out, const Event& event, Bytes record) {
  const kernel::ArgumentWords words = argumentsOf(event, record);
  if (words.count() == 0) return false;
  out.clear();
  if (const auto parameters = parametersOf(event, record)) {
    appendArguments(out, *parameters, words);
  } else {
    appendWords(out, words);
  }
  return true;
}

std::string EventText::symbolName(uint64_t address) {
  const KernelSymbols::Found found = symbols_.find(address);
  if (!found.name.empty()) return std::string(found.name);
  std::string name = "0x" + hexText(address);
  return found.module.empty() ? name : name + " [" + std::string(found.module) + "]";
}

// The text is that of `trace-cmd report` without -N.
void EventText::appendStack(std::string& out, const Event& event, Bytes record) {
  const bool user = event.meaning == Meaning::UserStack;
  const StackFrames frames(event, record, context_.endian, context_.longSize);
  if (!user) out += "<stack trace >";
  for (size_t i = 0; i < frames.size(); ++i) {
    const uint64_t address = frames.at(i);
    out += user ? (i > 0 ? "\n=> 0x" : "=> 0x") : "\n=> ";
    const std::string_view symbol = user ? std::string_view() : symbols_.find(address).name;
    if (!symbol.empty()) out.append(symbol).append(" (");
    appendHex(out, address);
    if (!symbol.empty()) out += ')';
  }
}

// The format of a trace_printk() stayed in the kernel; its arguments are packed in words of 32 bits. Returns false if
// the event is another one.
bool EventText::appendBprint(std::string& out, const Event& event, Bytes record) {
  const Field* format = event.format.find("fmt");
  const Field* buffer = event.format.find("buf");
  const Field* ip = event.format.find("ip");
  if (format == nullptr || buffer == nullptr || ip == nullptr) return false;
  const auto formatAt = static_cast<uint64_t>(fieldNumber(*format, record, context_.endian));
  auto found = printk_.find(formatAt);
  uint64_t address = static_cast<uint64_t>(fieldNumber(*ip, record, context_.endian));
  Conversion symbol;
  symbol.kind = 'p';
  symbol.pointer = "s";
  appendPointer(out, symbol, address, {}, -1, context_);
  out += ": ";
  if (found == printk_.end()) {
    out += "(the format at 0x" + hexText(formatAt) + " is not in the trace)";
    return true;
  }

  Cursor args(record.subspan(std::min<size_t>(buffer->offset, record.size())), context_.endian);
  auto number = [&](uint32_t size) {
    args.align(4);
    return static_cast<int64_t>(size == 8 ? args.u64() : args.u32());
  };
  for (const Conversion& conversion : kernel::parseFormatString(found->second)) {
    out += conversion.before;
    if (conversion.kind == 0) continue;
    int width = conversion.width == -2 ? static_cast<int>(std::clamp<int64_t>(number(4), 0, 1000)) : conversion.width;
    int precision =
        conversion.precision == -2 ? static_cast<int>(std::clamp<int64_t>(number(4), 0, 1000)) : conversion.precision;
    if (conversion.kind == 's') {
      args.align(4);
      appendText(out, conversion, args.cString(), width, precision);
    } else if (conversion.kind == 'p') {
      appendPointer(out, conversion, static_cast<uint64_t>(number(context_.longSize)), {}, width, context_);
    } else {
      uint32_t size = conversion.length >= 2 ? 8 : conversion.length == 1 ? context_.longSize : 4;
      appendNumber(out, conversion, number(size), width, precision);
    }
    if (args.failed()) break;
  }
  return true;
}

}  // namespace tp::tracecmd
