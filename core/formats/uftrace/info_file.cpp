#include "core/formats/uftrace/info_file.h"

#include <algorithm>
#include <charconv>

namespace tp::uftrace {
namespace {

constexpr std::string_view kMagic{"Ftrace!\0", 8};
constexpr uint64_t kHeaderSize = 40;

void parseTids(std::string_view text, std::vector<int64_t>& out) {
  while (!text.empty()) {
    size_t comma = text.find(',');
    std::string_view word = text.substr(0, comma);
    int64_t tid = 0;
    if (std::from_chars(word.data(), word.data() + word.size(), tid).ec == std::errc()) out.push_back(tid);
    if (comma == std::string_view::npos) return;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace

std::string_view InfoFile::get(std::string_view key, bool skipCount) const {
  for (const auto& [name, value] : lines)
    if (name == key && !(skipCount && value.rfind("lines=", 0) == 0)) return value;
  return {};
}

int64_t InfoFile::onlineCpus() const {
  constexpr std::string_view kCount = "nr_cpus=";
  constexpr int64_t kMax = 4096;
  for (const auto& [name, value] : lines) {
    int64_t count = 0;
    if (name == "cpuinfo" && value.rfind(kCount, 0) == 0 &&
        std::from_chars(value.data() + kCount.size(), value.data() + value.size(), count).ec == std::errc())
      return std::clamp<int64_t>(count, 0, kMax);
  }
  return 0;
}

Result<InfoFile> parseInfo(Bytes bytes, const TextLog& log) {
  Cursor header(bytes);
  if (asText(header.bytes(kMagic.size())) != kMagic) return Error{"info", 0, "this is no info file of uftrace"};
  header.seek(14);
  uint8_t endian = header.u8();
  uint8_t elfClass = header.u8();
  InfoFile info;
  info.present = true;
  info.endian = endian == 2 ? Endian::Big : Endian::Little;
  info.is64 = elfClass != 1;
  if (log.warnings != nullptr && (endian < 1 || endian > 2 || elfClass < 1 || elfClass > 2))
    log.warnings->add(log.file, 14, "a byte order and a word size",
                      "none that there is; little, and 64 bits, are taken");
  // The header's numbers are in the byte order that the header itself states.
  Cursor numbers(bytes, info.endian);
  numbers.seek(8);
  info.version = numbers.u32();
  numbers.seek(16);
  info.features = numbers.u64();
  const bool promises = numbers.u64() != 0;
  if (numbers.failed()) return Error{"info", bytes.size(), "the file ends within its header"};
  if (info.version < 3 || info.version > 4)
    return Error{"info", 8, "version " + std::to_string(info.version) + " of the uftrace format; 3 and 4 are known"};

  TextLines lines(asText(bytes.subspan(std::min<size_t>(bytes.size(), kHeaderSize))), log, kHeaderSize);
  for (std::string_view line; lines.next(line);) {
    size_t colon = line.find(':');
    std::string_view key = line.substr(0, colon);
    if (key.empty() || key.find_first_not_of("abcdefghijklmnopqrstuvwxyz_-") != std::string_view::npos)
      colon = line.npos;
    if (colon == std::string_view::npos) {
      lines.warn("a word and what it says");
      continue;
    }
    info.lines.emplace_back(line.substr(0, colon), line.substr(colon + 1));
    if (info.lines.back().first == "taskinfo" && line.substr(colon + 1, 5) == "tids=")
      parseTids(line.substr(colon + 6), info.tids);
  }
  if (promises && info.lines.empty() && log.warnings != nullptr)
    log.warnings->add(log.file, std::min<uint64_t>(bytes.size(), kHeaderSize),
                      "lines about the recording, as the header says", "none");
  return info;
}

}  // namespace tp::uftrace
