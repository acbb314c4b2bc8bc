#include "core/formats/tracecmd/container.h"
#include "core/formats/tracecmd/metadata.h"

namespace tp::tracecmd {
namespace {

constexpr size_t kTag = 10;
constexpr uint32_t kMostOptions = 100000;

struct Instance {
  std::string name;
  uint64_t offset = 0;
};

class Version6 {
 public:
  Version6(FileCursor& in, const FileEntry& entry, TraceFile& file, WarningLog& warnings)
      : in_(in), entry_(entry), file_(file), warnings_(warnings) {}

  void read() {
    readHeaderInfo(in_, file_);
    readFtraceFormats(in_, file_);
    readEventFormats(in_, file_);
    readKallsyms(in_, file_);
    readPrintk(in_, file_);
    readCommandLines(in_, file_);
    file_.cpuCount = in_.u32();
    if (in_.failed()) return warn("the metadata of a version 6 file", "the end of the file");
    events("");
    for (const Instance& instance : instances_) {
      in_.seek(instance.offset);
      events(instance.name);
    }
  }

 private:
  // From a tag on: options, then the table of what each CPU recorded.
  void events(const std::string& name) {
    std::string tag = in_.text(kTag);
    if (tag.rfind("options  ", 0) == 0) {
      options();
      tag = in_.text(kTag);
    }
    if (tag.rfind("latency  ", 0) == 0)
      return takeLatencyText(in_.text(std::min(in_.remaining(), kMostLatencyText)), file_);
    if (tag.rfind("flyrecord", 0) != 0) return warn("the table of the CPUs", "something else");
    Buffer buffer;
    buffer.name = name;
    buffer.clock = file_.traceClock;
    buffer.pageSize = file_.pageSize;
    for (uint32_t cpu = 0; cpu < std::min(file_.cpuCount, kMostCpus) && !in_.failed(); ++cpu) {
      CpuData data;
      data.cpu = cpu;
      data.offset = in_.u64();
      data.size = in_.u64();
      if (!in_.failed()) buffer.cpus.push_back(data);
    }
    if (in_.failed()) warn("a table of " + std::to_string(file_.cpuCount) + " CPUs", "the end of the file");
    file_.buffers.push_back(std::move(buffer));
  }

  void options() {
    for (uint32_t i = 0; i < kMostOptions && !in_.failed(); ++i) {
      uint16_t id = in_.u16();
      if (id == kDone) return;
      std::vector<std::byte> data = in_.bytes(in_.u32());
      if (in_.failed()) return;
      if (id == kBuffer) {
        Cursor value(data, file_.endian);
        Instance instance;
        instance.offset = value.u64();
        instance.name = value.cString();
        if (!value.failed()) instances_.push_back(std::move(instance));
      } else {
        takeOption(id, data, file_);
      }
    }
  }

  void warn(std::string expected, std::string found) {
    warnings_.add(entry_.path, in_.offset(), std::move(expected), std::move(found));
  }

  FileCursor& in_;
  const FileEntry& entry_;
  TraceFile& file_;
  WarningLog& warnings_;
  std::vector<Instance> instances_;
};

}  // namespace

void readVersion6(FileCursor& in, const FileEntry& entry, TraceFile& file, WarningLog& warnings) {
  Version6(in, entry, file, warnings).read();
}

}  // namespace tp::tracecmd
