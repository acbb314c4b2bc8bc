#include "core/formats/tracecmd/event_text.h"

#include <algorithm>

#include "core/text/number_text.h"

namespace tp::tracecmd {

using kernel::Conversion;

void EventText::append(std::string& out, const Event& event, Bytes record) {
  if (isBprint(event) && appendBprint(out, event, record)) return;
  if (event.print.ok) return appendPrint(out, event.print, record, context_);
  out += "[FAILED TO PARSE] ";
  appendFields(out, event.format, record, context_.endian);
}

std::string EventText::symbolName(uint64_t address) {
  std::string name = functionAt(address);
  return name.empty() ? "0x" + hexText(address) : name;
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
