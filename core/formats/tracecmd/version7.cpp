#include <algorithm>
#include <map>
#include <set>

#include "core/formats/tracecmd/chunk_search.h"
#include "core/formats/tracecmd/codec.h"
#include "core/formats/tracecmd/container.h"
#include "core/formats/tracecmd/cpu_table.h"
#include "core/formats/tracecmd/metadata.h"
#include "core/formats/tracecmd/option_list.h"
#include "core/formats/tracecmd/salvage.h"
#include "core/formats/tracecmd/sections.h"

namespace tp::tracecmd {
namespace {

class Version7 {
 public:
  Version7(const FileEntry& entry, TraceFile& file, WarningLog& warnings)
      : entry_(entry), file_(file), warnings_(warnings) {}

  // See readVersion7().
  void read(uint64_t sections, uint64_t options);

 private:
  std::string followOptions(uint64_t& at);
  void checkSections(uint64_t sections, uint64_t options, bool complete);
  size_t addFound(const Section& section);
  bool section(uint64_t offset, Section& out);
  bool contents(const Section& section, std::vector<std::byte>& out) {
    return readContents(entry_, file_, section, warnings_, out);
  }
  bool takeOptions(Bytes data, uint64_t offset, uint64_t& next);
  void buffer(Bytes data);
  bool readTable(Bytes data, Buffer& out) const;
  void latencyText(uint64_t offset);
  template <class Read>
  void metadata(uint64_t offset, Read&& read);
  void warn(uint64_t offset, std::string expected, std::string found) {
    warnings_.add(entry_.path, offset, std::move(expected), std::move(found));
  }

  const FileEntry& entry_;
  TraceFile& file_;
  WarningLog& warnings_;
  std::vector<std::pair<uint16_t, uint64_t>> pointers_;
  std::vector<std::vector<std::byte>> buffers_;
  std::vector<uint64_t> texts_;
  std::set<uint64_t> seen_;               // Offsets of the option sections that were read.
  std::map<uint64_t, Section> sections_;  // All sections, if they differ from what the options say.
  std::vector<Section> found_;            // Buffers that no option describes.
};

bool Version7::section(uint64_t offset, Section& out) {
  auto known = sections_.find(offset);
  if (known != sections_.end()) {
    out = known->second;
    return true;
  }
  if (sections_.empty() && readSection(*entry_.source, file_.endian, offset, out)) return true;
  warn(offset, "a section's header", sections_.empty() ? "the end of the file" : "something else");
  return false;
}

// Reads the chain of options from `at` on. Returns what was found in place of the next ones, or empty if the chain came
// to its end. `at` is left at the last ones.
std::string Version7::followOptions(uint64_t& at) {
  while (at != 0) {
    Section here;
    std::vector<std::byte> data;
    if (!readSection(*entry_.source, file_.endian, at, here)) return "the end of the file";
    if (here.id != 0) return "section " + std::to_string(here.id);
    if (!seen_.insert(at).second) return "the same ones again";
    uint64_t next = 0;
    if (!contents(here, data) || !takeOptions(data, here.at, next)) return "some of them";
    if (next == 0) return {};
    at = next;
  }
  return "nothing";
}

// Compares the sections that the options name with those in the file. If they differ, something is damaged, and each
// side completes the other.
void Version7::checkSections(uint64_t sections, uint64_t options, bool complete) {
  std::map<uint64_t, uint16_t> told;
  for (const auto& [id, offset] : pointers_) told[offset] = id;
  for (const auto& data : buffers_) told[Cursor(data, file_.endian).u64()] = kBuffer;
  for (uint64_t offset : texts_) told[offset] = kBufferText;
  for (uint64_t offset : seen_) told[offset] = kDone;
  if (options != 0) told[options] = kDone;
  WarningLog found;
  SectionMap map(entry_, file_, told, found);
  map.walk(sections);
  // Whoever reads a section says if it is cut. Nobody reads the names of sections, which come last.
  if (!map.all().empty() && map.all().rbegin()->second.id == kSectionNames) {
    const Section& last = map.all().rbegin()->second;
    const uint64_t there = entry_.source->size() - last.at;
    if (last.size > there)
      warn(last.at, std::to_string(last.size) + " bytes of the names of sections", std::to_string(there));
  }
  bool all = std::all_of(told.begin(), told.end(), [&](const auto& one) {
    auto there = map.all().find(one.first);
    return there != map.all().end() && there->second.id == one.second;
  });
  for (const auto& [offset, section] : map.all())
    all = all &&
          (told.count(offset) != 0 || !(section.id == kBuffer || section.id == kBufferText || isMetadata(section.id)));
  if (complete && all && found.total() == 0) return;
  if (complete || found.total() > 0)
    warn(sections, "sections as the options say", "others: each is made up for by the other");
  warnings_.append(found);
  sections_ = map.all();
  for (const auto& [offset, section] : sections_) {
    std::vector<std::byte> data;
    uint64_t ignored = 0;
    if (section.id == kDone && seen_.insert(offset).second && contents(section, data))
      takeOptions(data, section.at, ignored);
  }
  auto isThere = [&](uint64_t offset, uint16_t id) {
    auto there = sections_.find(offset);
    return there != sections_.end() && there->second.id == id;
  };
  std::erase_if(pointers_, [&](const auto& one) { return !isThere(one.second, one.first); });
  std::erase_if(texts_, [&](uint64_t offset) { return !isThere(offset, kBufferText); });
  std::set<uint64_t> claimed(texts_.begin(), texts_.end());
  for (const auto& [id, offset] : pointers_) claimed.insert(offset);
  for (const auto& data : buffers_) claimed.insert(Cursor(data, file_.endian).u64());
  for (const auto& [offset, section] : sections_) {
    if (claimed.count(offset) != 0) continue;
    if (isMetadata(section.id)) pointers_.emplace_back(section.id, offset);
    if (section.id == kBuffer) found_.push_back(section);
    if (section.id == kBufferText) texts_.push_back(offset);
  }
}

void Version7::read(uint64_t sections, uint64_t options) {
  uint64_t at = options;
  std::string instead = followOptions(at);
  checkSections(sections, options, instead.empty());
  // Formats come before what is read by means of them; the order of sections in the file does not matter.
  for (auto [id, offset] : pointers_) {
    switch (id) {
      case kHeaderInfo:
        metadata(offset, readHeaderInfo);
        break;
      case kFtraceEvents:
        metadata(offset, readFtraceFormats);
        break;
      case kEventFormats:
        metadata(offset, readEventFormats);
        break;
      case kKallsyms:
        metadata(offset, readKallsyms);
        break;
      case kPrintk:
        metadata(offset, readPrintk);
        break;
      case kCommandLines:
        metadata(offset, readCommandLines);
        break;
      case kBtf:
        metadata(offset, readBtf);
        break;
      case kModules:
        metadata(offset, readModules);
        break;
      default:
        break;
    }
  }
  for (const auto& data : buffers_) buffer(data);
  size_t cpus = 0;
  for (const Section& section : found_) cpus += addFound(section);
  if (!instead.empty())
    // Of a file that was cut, they were behind what is there.
    warn(std::min(at, entry_.source->size()), "all options: the last ones say where the data of each CPU lie",
         instead + "; " +
             (cpus == 0 ? "no CPU was found in what follows"
                        : std::to_string(cpus) + (cpus == 1 ? " CPU" : " CPUs") +
                              " found by the times of their pages, their numbers are guessed"));
  for (uint64_t offset : texts_) latencyText(offset);
}

void Version7::latencyText(uint64_t offset) {
  Section here;
  if (!section(offset, here)) return warn(offset, "the text of a latency tracer", "something else");
  FileCursor text(*entry_.source, file_.endian, here.at);
  uint64_t left = std::min({here.size, text.remaining(), kMaxLatencyText});
  std::string all;
  if ((here.flags & kCompressed) == 0) {
    all = text.text(left);
  } else {
    // In chunks, like the data of a CPU.
    for (uint32_t chunks = text.u32(); chunks > 0 && !text.failed() && all.size() < kMaxLatencyText; --chunks) {
      uint32_t compressed = text.u32();
      uint32_t plain = text.u32();
      std::vector<std::byte> bytes = text.bytes(compressed), out;
      if (text.failed() || !decompress(file_.codec, bytes, plain, out)) break;
      all += asText(out);
    }
  }
  if (text.failed()) warn(offset, "the text of a latency tracer", "the end of the file");
  takeLatencyText(std::move(all), file_);
}

template <class Read>
void Version7::metadata(uint64_t offset, Read&& read) {
  Section here;
  std::vector<std::byte> data;
  if (!section(offset, here) || !contents(here, data)) return;
  MemorySource source(std::move(data));
  FileCursor in(source, file_.endian);
  const size_t before = file_.formats.size();
  read(in, file_);
  if (!in.failed()) return;
  warn(here.at, "a whole section " + std::to_string(here.id), "one that ends within an entry");
  if (here.id != kFtraceEvents && here.id != kEventFormats) return;
  file_.formats.resize(before);
  findFormats(source.view(0, source.size()), here.id == kFtraceEvents ? "ftrace" : "", file_);
}

// Returns false if the last option is missing, which holds the offset of more options.
bool Version7::takeOptions(Bytes data, uint64_t offset, uint64_t& next) {
  OptionList list = listOptions(data, file_.endian, true);
  if (!list.sound) warn(offset + list.damagedAt, "a whole option", "something else");
  for (const Option& option : list.options) {
    Cursor number(option.value, file_.endian);
    if (option.id == kDone) {
      next = number.u64();
    } else if (isMetadata(option.id)) {
      pointers_.emplace_back(option.id, number.u64());
    } else if (option.id == kBuffer) {
      buffers_.emplace_back(option.value.begin(), option.value.end());
    } else if (option.id == kBufferText) {
      texts_.push_back(option.value.size() < 8 ? kNoOffset : number.u64());
    } else {
      takeOption(option.id, option.value, file_);
    }
  }
  return list.whole;
}

// Reads the page size and the table at the end of a buffer's option, if what comes before them is damaged.
bool Version7::readTable(Bytes data, Buffer& out) const {
  constexpr size_t kCpu = 20;
  for (size_t count = std::min<size_t>(data.size() / kCpu, kMaxCpus); count > 0; --count) {
    if (data.size() < count * kCpu + 8) continue;
    Cursor in(data.subspan(data.size() - count * kCpu - 8), file_.endian);
    uint32_t pageSize = in.u32();
    if (in.u32() != count) continue;
    out.pageSize = pageSize;
    out.cpus.clear();
    while (in.remaining() >= kCpu) {
      CpuData cpu;
      cpu.cpu = in.u32();
      cpu.offset = in.u64();
      cpu.size = in.u64();
      out.cpus.push_back(cpu);
    }
    return true;
  }
  return false;
}

void Version7::buffer(Bytes data) {
  Cursor in(data, file_.endian);
  uint64_t offset = in.u64();
  Buffer buffer;
  const std::string_view name = in.cString();
  if (name.size() > kMaxBufferName) warn(offset, "a name of at most 255 bytes", std::to_string(name.size()));
  buffer.name = name.substr(0, kMaxBufferName);
  buffer.clock = in.cString();
  buffer.pageSize = in.u32();
  uint32_t count = in.u32();
  bool right = !in.failed() && count <= kMaxCpus && in.remaining() == count * uint64_t{20};
  bool tabled = readTable(data, buffer);
  if (!right && !tabled) {
    // Only the data tell now.
    buffer.pageSize = file_.pageSize;
    buffer.cpus.clear();
  }
  Section here;
  auto isOne = [&](uint64_t at) {
    auto known = sections_.find(at);
    return known != sections_.end() ? known->second.id == kBuffer : sections_.empty();
  };
  if (!isOne(offset) && !found_.empty()) {
    offset = found_.front().offset;
    found_.erase(found_.begin());
  }
  if (data.size() < 8 || !isOne(offset) || !section(offset, here)) {
    if (data.size() < 8 || sections_.empty()) warn(offset, "a buffer", "an option that ends within it");
    return;
  }
  if (!right) warn(offset, "an option that describes the buffer", tabled ? "one that is damaged" : "none of its CPUs");
  uint64_t ringPage = ringPageSize(file_.headerPage);
  if (buffer.pageSize < kLeastPage || buffer.pageSize > kMaxPage || (buffer.pageSize & (buffer.pageSize - 1)) != 0) {
    warn(offset, "pages of a likely size", std::to_string(buffer.pageSize) + " bytes");
    buffer.pageSize = ringPage >= kLeastPage && ringPage <= kMaxPage ? static_cast<uint32_t>(ringPage) : file_.pageSize;
  }
  buffer.compressed = (here.flags & kCompressed) != 0;
  uint64_t end = here.at + std::min(here.size, entry_.source->size() - here.at);
  if (buffer.cpus.empty() && !right) {
    found_.insert(found_.begin(), here);
    return;
  }
  if (here.size <= entry_.source->size() - here.at && mendCpus(buffer.cpus, here.at, end, file_.pageSize, false))
    warn(offset, "where the data of each CPU lie",
         "places that contradict each other; what nobody claims is shared out");
  file_.buffers.push_back(std::move(buffer));
}

// Adds a buffer that no option describes. Returns the number of its CPUs.
size_t Version7::addFound(const Section& section) {
  uint64_t size = std::min(section.size, entry_.source->size() - section.at);
  if (size < section.size)
    warn(section.at, std::to_string(section.size) + " bytes of section " + std::to_string(section.id),
         std::to_string(size));
  Buffer buffer;
  if (!file_.buffers.empty()) buffer.name = "buffer " + std::to_string(file_.buffers.size() + 1);
  buffer.clock = file_.traceClock;
  uint64_t pageSize = ringPageSize(file_.headerPage);
  buffer.pageSize = pageSize >= kLeastPage && pageSize <= kMaxPage ? static_cast<uint32_t>(pageSize) : file_.pageSize;
  buffer.compressed = (section.flags & kCompressed) != 0;
  findCpus(*entry_.source, file_, section.at, section.at + size, file_.buffers.size(), buffer);
  for (CpuData& cpu : buffer.cpus) cpu.guessed = true;
  size_t cpus = buffer.cpus.size();
  if (cpus > 0) file_.buffers.push_back(std::move(buffer));
  return cpus;
}

}  // namespace

void readVersion7(uint64_t sections, uint64_t options, const FileEntry& entry, TraceFile& file, WarningLog& warnings) {
  Version7(entry, file, warnings).read(sections, options);
}

}  // namespace tp::tracecmd
