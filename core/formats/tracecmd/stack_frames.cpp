#include "core/formats/tracecmd/stack_frames.h"

#include <algorithm>

#include "core/text/number_text.h"

namespace tp::tracecmd {

// A record has its frames up to its end, and those of older kernels are ended by all ones. A stack of a program has
// always eight places, of which zeros are not used.
StackFrames::StackFrames(const Event& event, const Bytes& record, Endian endian, uint32_t longSize)
    : endian_(endian), longSize_(longSize) {
  const Field& callers = *event.callers;
  if (callers.offset >= record.size()) return;
  bytes_ = record.subspan(callers.offset);
  const uint64_t none = longSize == 4 ? uint64_t{0xffffffff} : ~uint64_t{0};
  size_t count = bytes_.size() / longSize;
  if (event.frames != nullptr) {
    const int64_t told = fieldNumber(*event.frames, record, endian);
    if (told >= 0 && static_cast<uint64_t>(told) < count) count = static_cast<size_t>(told);
  }
  size_t used = 0;
  for (; used < count; ++used) {
    const uint64_t address = at(used);
    if (address == none || (address == 0 && event.meaning == Meaning::UserStack)) break;
  }
  bytes_ = bytes_.first(used * longSize);
}

void StackNames::append(std::string& out, const Event& event, const Bytes& record, std::string_view between) const {
  const StackFrames frames = framesOf(event, record);
  const bool user = event.meaning == Meaning::UserStack;
  const int64_t process = user ? fieldNumber(*event.tgid, record, text_.context().endian) : 0;
  for (size_t i = 0; i < frames.size(); ++i) {
    if (i > 0) out += between;
    const uint64_t address = frames.at(i);
    if (!user && address == StackFrames::kTrampoline) {
      out += "[FTRACE TRAMPOLINE]";
      continue;
    }
    if (user) {
      const std::string place = maps_.find(process, address);
      out += place.empty() ? "0x" + hexText(address) : place;
      continue;
    }
    const kernel::KernelSymbols::Found symbol = text_.context().symbols->find(address);
    out += symbol.name;
    out += symbol.name.empty() ? "0x" : "+0x";
    appendHex(out, symbol.name.empty() ? address : symbol.offset);
    if (symbol.name.empty() && !symbol.module.empty()) out.append(" [").append(symbol.module).append("]");
  }
}

}  // namespace tp::tracecmd
