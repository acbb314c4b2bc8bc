#include "core/formats/tracecmd/cut_container.h"

#include <set>

#include "core/decode/origin.h"
#include "core/formats/tracecmd/anonymous_metadata.h"
#include "core/formats/tracecmd/file_cursor.h"
#include "core/formats/tracecmd/metadata.h"
#include "core/formats/tracecmd/option_list.h"
#include "core/formats/tracecmd/page_align.h"
#include "core/formats/tracecmd/sections.h"
#include "core/io/byte_writer.h"

namespace tp::tracecmd {
namespace {

struct KeptOption {
  uint16_t id = 0;
  std::vector<std::byte> value;
};

// A section that goes into the cut: as it is, or with other contents.
struct KeptSection {
  Section from;
  uint32_t description = 0;
  bool changed = false;
  std::vector<std::byte> contents;  // if it is changed
  uint64_t to = 0;                  // offset of its header in the cut

  uint64_t size() const { return kSectionHeader + (changed ? contents.size() : from.size); }
};

struct KeptBuffer {
  const Buffer* buffer = nullptr;
  uint64_t to = 0;
  std::vector<CpuMeasure> measures;  // by CPU
  std::vector<uint64_t> offsets;     // in the cut
  uint64_t end = 0;
};

bool isPointer(uint16_t id) {
  return isMetadata(id) || id == kBufferText;
}

class Version7Cut {
 public:
  explicit Version7Cut(const CutFile& cut) : cut_(cut), file_(cut.file()), source_(*cut.entry().source) {}

  void read();
  void place();
  void write(CutSink& sink);
  uint64_t records() const;

 private:
  void takeOptions(const Section& section, std::set<uint64_t>& waiting);
  void takeOption(const Option& option);
  void keepSection(uint16_t id, uint64_t offset);
  void measure();
  std::vector<std::byte> optionSection() const;
  void writeBuffer(const KeptBuffer& kept, CutSink& sink) const;
  void sectionHeader(ByteWriter& out, uint16_t id, uint16_t flags, uint32_t description, uint64_t size) const;
  uint32_t descriptionAt(uint64_t offset) const {
    FileCursor in(source_, file_.endian, offset + 4);
    return in.u32();
  }

  const CutFile& cut_;
  const TraceFile& file_;
  const ByteSource& source_;
  std::vector<std::byte> header_;  // up to the offset of the options
  std::vector<KeptOption> options_;
  std::map<uint64_t, KeptSection> sections_;  // by offset in the file
  std::vector<KeptBuffer> buffers_;
  uint64_t optionsAt_ = 0;
};

void Version7Cut::takeOption(const Option& option) {
  if (option.id == kDone || option.id == kBuffer || isOrigin(option.id, option.value)) return;
  if (isPointer(option.id)) {
    if (option.value.size() < 8) return;
    const uint64_t offset = loadUnchecked<uint64_t>(option.value.data(), file_.endian);
    keepSection(option.id, offset);
    if (sections_.count(offset) == 0) return;
  } else if (cut_.request().anonymise) {
    if (auto changed = anonymousOption(option.id, option.value, cut_.names()))
      options_.push_back({option.id, std::move(*changed)});
    return;
  }
  options_.push_back({option.id, {option.value.begin(), option.value.end()}});
}

void Version7Cut::keepSection(uint16_t id, uint64_t offset) {
  KeptSection kept;
  if (!readSection(source_, file_.endian, offset, kept.from) || kept.from.id != id) return;
  kept.from.size = std::min(kept.from.size, source_.size() - std::min(source_.size(), kept.from.at));
  kept.description = descriptionAt(offset);
  if (cut_.request().anonymise) {
    std::vector<std::byte> contents;
    WarningLog ignored;
    if (!readContents(cut_.entry(), file_, kept.from, ignored, contents)) return;
    auto changed = anonymousPart(id, contents, file_.endian, cut_.names());
    if (!changed) return;
    kept.changed = true;
    kept.description = 0;
    std::vector<std::byte> packed;
    if ((kept.from.flags & kCompressed) != 0 && compress(file_.codec, *changed, packed)) {
      ByteWriter out(file_.endian);
      out.u32(packed.size());
      out.u32(changed->size());
      out.bytes(packed);
      kept.contents = out.take();
    } else {
      kept.from.flags = 0;
      kept.contents = std::move(*changed);
    }
  }
  sections_.emplace(offset, std::move(kept));
}

void Version7Cut::takeOptions(const Section& section, std::set<uint64_t>& waiting) {
  std::vector<std::byte> data;
  WarningLog ignored;
  if (!readContents(cut_.entry(), file_, section, ignored, data)) return;
  for (const Option& option : listOptions(data, file_.endian, true).options) {
    if (option.id == kDone && option.value.size() >= 8)
      waiting.insert(loadUnchecked<uint64_t>(option.value.data(), file_.endian));
    takeOption(option);
  }
}

// Follows the options from section to section. If that chain is broken, the file is damaged, which was warned of when
// it was opened, and options are taken from wherever there are some.
void Version7Cut::read() {
  FileCursor in(source_, file_.endian, CutFile::kHeader);
  in.cString(64);
  ByteWriter header(file_.endian);
  header.bytes(cut_.header());
  header.cString(file_.codecName);
  header.cString(in.cString(64));
  header_ = header.take();
  std::set<uint64_t> seen = {0}, waiting = {in.u64()};
  WarningLog ignored;
  SectionMap found(cut_.entry(), file_, {}, ignored);
  found.walk(in.offset());
  for (const auto& [offset, section] : found.all())
    if (section.id == kDone) waiting.insert(offset);
  while (!waiting.empty()) {
    const uint64_t offset = *waiting.begin();
    waiting.erase(waiting.begin());
    Section section;
    if (!seen.insert(offset).second || !readSection(source_, file_.endian, offset, section) || section.id != kDone)
      continue;
    takeOptions(section, waiting);
  }
  if (const std::optional<Time>& origin = cut_.request().origin) options_.push_back({kCpuStat, originOption(*origin)});
  for (const auto& [offset, section] : found.all())
    if (section.id == kSectionNames && !cut_.request().anonymise) keepSection(kSectionNames, offset);
}

void Version7Cut::measure() {
  for (const Buffer& buffer : file_.buffers) {
    KeptBuffer kept;
    kept.buffer = &buffer;
    for (const CpuData& cpu : buffer.cpus) kept.measures.push_back(cutCpu(cut_, buffer, cpu, true, [](Bytes) {}));
    buffers_.push_back(std::move(kept));
  }
}

// Decides where everything lies: the header, the sections that were kept, the buffers, and the options.
void Version7Cut::place() {
  measure();
  uint64_t at = header_.size() + sizeof(uint64_t);
  for (auto& [offset, section] : sections_) {
    section.to = at;
    at += section.size();
  }
  // The data of each CPU may be mapped into memory.
  constexpr uint64_t kLeastAlignment = 4096;
  const uint64_t alignment = std::max<uint64_t>(file_.pageSize, kLeastAlignment);
  for (KeptBuffer& kept : buffers_) {
    kept.to = at;
    at += kSectionHeader;
    for (const CpuMeasure& measure : kept.measures) {
      if (measure.bytes > 0) at = alignUp(at, alignment);
      kept.offsets.push_back(at);
      if (measure.bytes > 0) at += measure.bytes + (kept.buffer->compressed ? sizeof(uint32_t) : 0);
    }
    kept.end = at;
  }
  optionsAt_ = at;
}

void Version7Cut::sectionHeader(ByteWriter& out, uint16_t id, uint16_t flags, uint32_t description,
                                uint64_t size) const {
  out.u16(id);
  out.u16(flags);
  out.u32(description);
  out.u64(size);
}

std::vector<std::byte> Version7Cut::optionSection() const {
  ByteWriter options(file_.endian);
  auto put = [&](uint16_t id, Bytes value) {
    options.u16(id);
    options.u32(value.size());
    options.bytes(value);
  };
  for (const KeptOption& option : options_) {
    if (!isPointer(option.id)) {
      put(option.id, option.value);
      continue;
    }
    ByteWriter value(file_.endian);
    value.u64(sections_.at(loadUnchecked<uint64_t>(option.value.data(), file_.endian)).to);
    value.bytes(Bytes(option.value).subspan(8));
    put(option.id, value.view());
  }
  for (const KeptBuffer& kept : buffers_) {
    const Buffer& buffer = *kept.buffer;
    ByteWriter value(file_.endian);
    value.u64(kept.to);
    value.cString(cut_.request().anonymise ? anonymousBuffer(buffer.name, cut_.names()) : buffer.name);
    value.cString(buffer.clock);
    value.u32(buffer.pageSize);
    value.u32(buffer.cpus.size());
    for (size_t i = 0; i < buffer.cpus.size(); ++i) {
      const uint64_t bytes = kept.measures[i].bytes;
      value.u32(buffer.cpus[i].cpu);
      value.u64(kept.offsets[i]);
      value.u64(bytes + (bytes > 0 && buffer.compressed ? sizeof(uint32_t) : 0));
    }
    put(kBuffer, value.view());
  }
  const uint64_t none = 0;
  put(kDone, std::as_bytes(std::span(&none, 1)));
  ByteWriter out(file_.endian);
  sectionHeader(out, kDone, 0, 0, options.size());
  out.bytes(options.view());
  return out.take();
}

void Version7Cut::writeBuffer(const KeptBuffer& kept, CutSink& sink) const {
  const Buffer& buffer = *kept.buffer;
  ByteWriter head(file_.endian);
  sectionHeader(head, kBuffer, buffer.compressed ? kCompressed : 0, 0, kept.end - kept.to - kSectionHeader);
  sink.write(head.view());
  uint64_t at = kept.to + kSectionHeader;
  for (size_t i = 0; i < buffer.cpus.size() && !sink.stopped(); ++i) {
    const CpuMeasure& measure = kept.measures[i];
    if (measure.bytes == 0) continue;
    sink.write(std::vector<std::byte>(static_cast<size_t>(kept.offsets[i] - at)));
    at = kept.offsets[i] + measure.bytes;
    if (buffer.compressed) {
      ByteWriter count(file_.endian);
      count.u32(measure.chunks);
      sink.write(count.view());
      at += count.size();
    }
    cutCpu(cut_, buffer, buffer.cpus[i], false, [&](Bytes bytes) { sink.write(bytes); });
  }
}

void Version7Cut::write(CutSink& sink) {
  sink.begin(cut_.entry().baseName());
  sink.write(header_);
  ByteWriter at(file_.endian);
  at.u64(optionsAt_);
  sink.write(at.view());
  for (const auto& [offset, section] : sections_) {
    ByteWriter head(file_.endian);
    sectionHeader(head, section.from.id, section.from.flags, section.description, section.size() - kSectionHeader);
    sink.write(head.view());
    if (section.changed)
      sink.write(section.contents);
    else
      copyBytes(source_, section.from.at, section.from.size, sink);
  }
  for (const KeptBuffer& kept : buffers_) writeBuffer(kept, sink);
  sink.write(optionSection());
}

uint64_t Version7Cut::records() const {
  uint64_t sum = 0;
  for (const KeptBuffer& kept : buffers_)
    for (const CpuMeasure& measure : kept.measures) sum += measure.records;
  return sum;
}

}  // namespace

CutSummary writeVersion7(const CutFile& cut, CutSink& sink) {
  Version7Cut writing(cut);
  writing.read();
  writing.place();
  writing.write(sink);
  return {writing.records()};
}

}  // namespace tp::tracecmd
