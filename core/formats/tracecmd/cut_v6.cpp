#include "core/decode/origin.h"
#include "core/formats/tracecmd/anonymous_metadata.h"
#include "core/formats/tracecmd/cut_container.h"
#include "core/formats/tracecmd/file_cursor.h"
#include "core/formats/tracecmd/metadata.h"
#include "core/formats/tracecmd/page_align.h"
#include "core/io/byte_writer.h"

namespace tp::tracecmd {
namespace {

constexpr size_t kTag = 10;
constexpr uint64_t kEntry = 16;
constexpr std::string_view kOptions{"options  \0", kTag};
constexpr std::string_view kLatency{"latency  \0", kTag};
constexpr std::string_view kFlyRecord{"flyrecord\0", kTag};

struct KeptBuffer {
  const Buffer* buffer = nullptr;
  uint64_t to = 0;                   // offset of its tag in the cut
  std::vector<CpuMeasure> measures;  // by CPU
  std::vector<uint64_t> offsets;
};

class Version6Cut {
 public:
  explicit Version6Cut(const CutFile& cut) : cut_(cut), file_(cut.file()), source_(*cut.entry().source) {}

  // Returns false if the metadata can't be read to their end.
  bool read();
  void place();
  void write(CutSink& sink);
  uint64_t records() const { return records_; }

 private:
  void readParts(FileCursor& in);
  void readOptions(FileCursor& in);
  uint64_t sizeOfOptions() const;
  void writeOptions(CutSink& sink) const;
  void writeBuffer(const KeptBuffer& kept, CutSink& sink, uint64_t& at) const;

  const CutFile& cut_;
  const TraceFile& file_;
  const ByteSource& source_;
  std::vector<std::byte> head_;  // everything up to the number of CPUs
  bool hasOptions_ = false;
  std::vector<std::pair<uint16_t, std::vector<std::byte>>> options_;  // but those of instances
  std::vector<KeptBuffer> buffers_;
  uint64_t latencyAt_ = 0;  // of the text of a latency tracer; 0 if there is none
  uint64_t records_ = 0;
};

void Version6Cut::readParts(FileCursor& in) {
  TraceFile ignored;
  head_ = cut_.header();
  auto part = [&](uint16_t id, void (*read)(FileCursor&, TraceFile&)) {
    const uint64_t begin = in.offset();
    read(in, ignored);
    if (in.failed()) return;
    std::vector<std::byte> bytes = readAll(source_, begin, in.offset() - begin);
    if (cut_.request().anonymise)
      if (auto changed = anonymousPart(id, bytes, file_.endian, cut_.names())) bytes = std::move(*changed);
    head_.insert(head_.end(), bytes.begin(), bytes.end());
  };
  part(kHeaderInfo, readHeaderInfo);
  part(kFtraceEvents, readFtraceFormats);
  part(kEventFormats, readEventFormats);
  part(kKallsyms, readKallsyms);
  part(kPrintk, readPrintk);
  part(kCommandLines, readCommandLines);
}

void Version6Cut::readOptions(FileCursor& in) {
  for (uint16_t id = in.u16(); id != kDone && !in.failed(); id = in.u16()) {
    std::vector<std::byte> value = in.bytes(in.u32());
    if (in.failed()) return;
    if (id == kBuffer || isOrigin(id, value)) continue;
    if (!cut_.request().anonymise)
      options_.emplace_back(id, std::move(value));
    else if (auto changed = anonymousOption(id, value, cut_.names()))
      options_.emplace_back(id, std::move(*changed));
  }
}

bool Version6Cut::read() {
  FileCursor in(source_, file_.endian, CutFile::kHeader);
  readParts(in);
  in.u32();
  if (in.failed()) return false;
  auto tagAt = [&](uint64_t at) { return std::string(asText(readAll(source_, at, kTag))); };
  uint64_t at = in.offset();
  hasOptions_ = tagAt(at) == kOptions;
  if (hasOptions_) {
    in.seek(at + kTag);
    readOptions(in);
    at = in.offset();
  }
  if (const std::optional<Time>& origin = cut_.request().origin) {
    options_.emplace_back(kCpuStat, originOption(*origin));
    hasOptions_ = true;
  }
  if (tagAt(at) == kLatency) latencyAt_ = at + kTag;
  return !in.failed();
}

uint64_t Version6Cut::sizeOfOptions() const {
  if (!hasOptions_) return 0;
  CountingSink counting;
  writeOptions(counting);
  return counting.bytes();
}

void Version6Cut::place() {
  for (const Buffer& buffer : file_.buffers) {
    KeptBuffer kept;
    kept.buffer = &buffer;
    for (const CpuData& cpu : buffer.cpus) {
      kept.measures.push_back(cutCpu(cut_, buffer, cpu, true, [](Bytes) {}));
      records_ += kept.measures.back().records;
    }
    buffers_.push_back(std::move(kept));
  }
  uint64_t at = head_.size() + sizeof(uint32_t) + sizeOfOptions();
  for (KeptBuffer& kept : buffers_) {
    kept.to = at;
    at += kTag + kept.measures.size() * kEntry;
    for (const CpuMeasure& measure : kept.measures) {
      at = alignUp(at, file_.pageSize);
      kept.offsets.push_back(at);
      at += measure.bytes;
    }
  }
}

void Version6Cut::writeOptions(CutSink& sink) const {
  ByteWriter out(file_.endian);
  out.text(kOptions);
  auto put = [&](uint16_t id, Bytes value) {
    out.u16(id);
    out.u32(value.size());
    out.bytes(value);
  };
  for (const auto& [id, value] : options_) put(id, value);
  for (size_t i = 1; i < buffers_.size(); ++i) {
    const std::string& name = buffers_[i].buffer->name;
    ByteWriter value(file_.endian);
    value.u64(buffers_[i].to);
    value.cString(cut_.request().anonymise ? anonymousBuffer(name, cut_.names()) : name);
    put(kBuffer, value.view());
  }
  out.u16(kDone);
  sink.write(out.view());
}

// `at` is how much of the file was written.
void Version6Cut::writeBuffer(const KeptBuffer& kept, CutSink& sink, uint64_t& at) const {
  ByteWriter table(file_.endian);
  table.text(kFlyRecord);
  for (size_t i = 0; i < kept.measures.size(); ++i) {
    table.u64(kept.offsets[i]);
    table.u64(kept.measures[i].bytes);
  }
  sink.write(table.view());
  at = kept.to + table.size();
  for (size_t i = 0; i < kept.measures.size() && !sink.stopped(); ++i) {
    sink.write(std::vector<std::byte>(static_cast<size_t>(kept.offsets[i] - at)));
    cutCpu(cut_, *kept.buffer, kept.buffer->cpus[i], false, [&](Bytes bytes) { sink.write(bytes); });
    at = kept.offsets[i] + kept.measures[i].bytes;
  }
}

void Version6Cut::write(CutSink& sink) {
  sink.begin(cut_.entry().baseName());
  sink.write(head_);
  ByteWriter count(file_.endian);
  count.u32(buffers_.empty() ? file_.cpuCount : buffers_.front().measures.size());
  sink.write(count.view());
  if (hasOptions_) writeOptions(sink);
  uint64_t at = 0;
  for (const KeptBuffer& kept : buffers_) writeBuffer(kept, sink, at);
  if (latencyAt_ == 0) return;
  writeText(kLatency, sink);
  if (!cut_.request().anonymise) copyBytes(source_, latencyAt_, source_.size() - latencyAt_, sink);
}

}  // namespace

Result<CutSummary> writeVersion6(const CutFile& cut, CutSink& sink) {
  Version6Cut writing(cut);
  if (!writing.read())
    return Error{cut.entry().path, CutFile::kHeader,
                 "what describes the records is damaged, so that no tool could read a cut"};
  writing.place();
  writing.write(sink);
  return CutSummary{writing.records()};
}

}  // namespace tp::tracecmd
