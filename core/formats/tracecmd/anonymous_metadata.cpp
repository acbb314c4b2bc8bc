#include "core/formats/tracecmd/anonymous_metadata.h"

#include "core/formats/tracecmd/metadata.h"
#include "core/io/byte_writer.h"
#include "core/kernel/anonymous_text.h"

namespace tp::tracecmd {
namespace {

using Of = Pseudonyms::Of;
using MaybeBytes = std::optional<std::vector<std::byte>>;

std::vector<std::byte> bytesOf(std::string_view text) {
  const Bytes bytes = std::as_bytes(std::span(text.data(), text.size()));
  return {bytes.begin(), bytes.end()};
}

// Returns the text up to the NUL that may end it, and keeps the NUL.
template <class Change>
std::vector<std::byte> changeText(Bytes value, Change&& change) {
  const std::string_view text = asText(value);
  const size_t end = std::min(text.find('\0'), text.size());
  return bytesOf(change(text.substr(0, end)) + std::string(text.substr(end, 1)));
}

// "PID COUNT PATH", and a line "BEGIN END PATH" for each mapping.
std::string anonymousMaps(std::string_view text, Pseudonyms& names) {
  return kernel::changeLines(text, [&](std::string_view line) {
    const size_t path = line.find(' ', line.find(' ') + 1);
    if (path == std::string_view::npos) return std::string();
    return std::string(line.substr(0, path + 1)) + "/" + names.of(Of::Module, line.substr(path + 1));
  });
}

// The counts of an instance begin with a line "Buffer: NAME".
std::string anonymousCounts(std::string_view text, Pseudonyms& names) {
  constexpr std::string_view kBuffer = "Buffer: ";
  return kernel::changeLines(text, [&](std::string_view line) {
    if (!line.starts_with(kBuffer)) return std::string(line);
    return std::string(kBuffer) + anonymousBuffer(std::string(line.substr(kBuffer.size())), names);
  });
}

std::vector<std::byte> anonymousGuest(Bytes value, Pseudonyms& names) {
  const std::string_view text = asText(value);
  const size_t end = std::min(text.find('\0'), text.size());
  return bytesOf(names.of(Of::Host, text.substr(0, end)) + std::string(text.substr(end)));
}

// A size of 4 or 8 bytes, and a text.
template <class Change>
MaybeBytes sizedText(Bytes contents, Endian endian, size_t sizeBytes, Change&& change) {
  Cursor in(contents, endian);
  const Bytes bytes = in.bytes(in.unsignedOf(sizeBytes));
  if (in.failed()) return std::nullopt;
  std::string_view text = asText(bytes);
  const size_t end = std::min(text.find('\0'), text.size());
  const std::string changed = kernel::changeLines(text.substr(0, end), change) + std::string(text.substr(end));
  ByteWriter out(endian);
  sizeBytes == 4 ? out.u32(changed.size()) : out.u64(changed.size());
  out.text(changed);
  return out.take();
}

MaybeBytes formats(Bytes contents, Endian endian, Pseudonyms& names) {
  Cursor in(contents, endian);
  ByteWriter out(endian);
  const uint32_t systems = in.u32();
  out.u32(systems);
  for (uint32_t system = 0; system < systems && !in.failed(); ++system) {
    const std::string_view name = in.cString();
    const uint32_t events = in.u32();
    ByteWriter described(endian);
    bool isMade = false;
    for (uint32_t event = 0; event < events && !in.failed(); ++event) {
      const Bytes text = in.bytes(in.u64());
      const bool made = kernel::isMadeEvent(name, asText(text));
      const std::string changed = made ? kernel::anonymousFormat(asText(text), names) : std::string(asText(text));
      isMade = isMade || made;
      described.u64(changed.size());
      described.text(changed);
    }
    // The group of a probe may have any name, too.
    const bool isUsual = name == "uprobes" || name == "kprobes" || name == "synthetic" || name == "eprobes";
    out.cString(isMade && !isUsual ? std::string_view(names.of(Of::Event, name)) : name);
    out.u32(events);
    out.bytes(described.view());
  }
  return in.failed() ? std::nullopt : MaybeBytes(out.take());
}

// "INSTANCE:ADDRESS\t[kernel]", and a line "ADDRESS\tNAME" for each module.
std::string anonymousBoot(std::string_view text, Pseudonyms& names) {
  const size_t colon = std::min(text.find(':'), text.size());
  const std::string_view places = text.substr(std::min(colon + 1, text.size()));
  return anonymousBuffer(std::string(text.substr(0, colon)), names) + ":" +
         kernel::changeLines(places, [&](std::string_view line) {
           const size_t name = line.find('\t') + 1;
           if (name == 0 || line.find('[') != std::string_view::npos) return std::string(line);
           return std::string(line.substr(0, name)) + names.of(Of::Module, line.substr(name));
         });
}

// Of "NAME SIZE USERS USED_BY STATE ADDRESS", who uses the module is left out.
std::string anonymousModule(std::string_view line, Pseudonyms& names) {
  const size_t name = line.find(' '), size = line.find(' ', name + 1), state = line.find(" Live ");
  if (name == std::string_view::npos || size == std::string_view::npos || state == std::string_view::npos) return {};
  return names.of(Of::Module, line.substr(0, name)) + std::string(line.substr(name, size - name)) + " 0 -" +
         std::string(line.substr(state));
}

}  // namespace

std::string anonymousBuffer(const std::string& name, Pseudonyms& names) {
  return name.empty() ? name : names.of(Of::Buffer, name);
}

MaybeBytes anonymousOption(uint16_t id, Bytes value, Pseudonyms& names) {
  switch (id) {
    case kDate:
    case kTraceClock:
    case kOffset:
    case kCpuCount:
    case kVersion:
    case kTraceId:
    case kTimeShift:
    case kTsc2Nsec:
      return std::vector<std::byte>(value.begin(), value.end());
    case kCpuStat:
      return changeText(value, [&](std::string_view text) { return anonymousCounts(text, names); });
    case kUname:
      return changeText(value, [&](std::string_view text) { return kernel::anonymousUname(text, names); });
    case kProcMaps:
      return changeText(value, [&](std::string_view text) { return anonymousMaps(text, names); });
    case kGuest:
      return anonymousGuest(value, names);
    case kLastBoot:
      return changeText(value, [&](std::string_view text) { return anonymousBoot(text, names); });
    default:
      return std::nullopt;
  }
}

MaybeBytes anonymousPart(uint16_t id, Bytes contents, Endian endian, Pseudonyms& names) {
  switch (id) {
    case kHeaderInfo:
    case kFtraceEvents:
      return std::vector<std::byte>(contents.begin(), contents.end());
    case kEventFormats:
      return formats(contents, endian, names);
    case kKallsyms:
      return sizedText(contents, endian, 4,
                       [&](std::string_view line) { return kernel::anonymousSymbol(line, names); });
    case kPrintk:
      return sizedText(contents, endian, 4, kernel::anonymousPrintk);
    case kModules:
      return sizedText(contents, endian, 8, [&](std::string_view line) { return anonymousModule(line, names); });
    case kCommandLines:
      return sizedText(contents, endian, 8,
                       [&](std::string_view line) { return kernel::anonymousCommand(line, names); });
    default:
      return std::nullopt;
  }
}

}  // namespace tp::tracecmd
