#include "core/formats/tracecmd/reader.h"

#include <algorithm>

#include "core/formats/tracecmd/part.h"

namespace tp::tracecmd {
namespace {

bool clockIsNs(const std::string& clock) {
  return clock.empty() || clock == "local" || clock == "global" || clock == "uptime" || clock == "perf" ||
         clock == "boot" || clock.rfind("mono", 0) == 0 || clock == "tai" || clock == "tsc2nsec";
}

struct Opened {
  const FileEntry* entry;
  size_t position;
  TraceFile file;
};

// Hosts before their guests: the first one's clock is everybody's.
bool hostFirst(const Opened& a, const Opened& b) {
  return a.file.sync.empty() && !b.file.sync.empty();
}

// What a further file is called: as its host calls it, else by the file.
std::string labelFor(const Opened& of, const std::vector<Opened>& all) {
  for (const Opened& other : all)
    for (const Guest& guest : other.file.guests)
      if (guest.traceId == of.file.traceId && guest.traceId != 0) return guest.name;
  const std::string& path = of.entry->path;
  return path.substr(path.rfind('/') + 1);
}

class Reader final : public TraceReader {
 public:
  Reader(std::vector<Opened> opened, WarningLog warnings) {
    warnings_ = std::move(warnings);
    describeTrace(opened.front().file);
    std::vector<std::string> labels;
    for (size_t i = 0; i < opened.size(); ++i) labels.push_back(i == 0 ? std::string() : labelFor(opened[i], opened));
    for (size_t i = 0; i < opened.size(); ++i) {
      Opened& one = opened[i];
      parts_.push_back(std::make_unique<Part>(*one.entry, one.position, std::move(one.file), labels[i],
                                              Part::Into{*this, info_, streams_, merges_}));
    }
  }

  std::unique_ptr<StreamDecoder> decoder(size_t stream) override { return find(stream, false); }
  std::unique_ptr<StreamDecoder> inputDecoder(size_t stream) override { return find(stream, true); }
  std::unique_ptr<StreamMerger> merger(size_t merge) override {
    for (const auto& part : parts_)
      if (part->hasMerge() && merge-- == 0) return part->merger();
    return nullptr;
  }

 private:
  void describeTrace(const TraceFile& file);
  std::unique_ptr<StreamDecoder> find(size_t stream, bool bare) {
    for (const auto& part : parts_) {
      if (stream < part->streams()) return part->decoder(stream, bare);
      stream -= part->streams();
    }
    return nullptr;
  }

  std::vector<std::unique_ptr<Part>> parts_;
};

void Reader::describeTrace(const TraceFile& file) {
  info_.format = "trace-cmd";
  info_.version = std::to_string(file.version);
  std::string clock =
      !file.buffers.empty() && !file.buffers.front().clock.empty() ? file.buffers.front().clock : file.traceClock;
  info_.clock.name = clock;
  if (!file.hasTsc && !clockIsNs(clock)) {
    info_.clock.isNs = false;
    info_.clock.nsNum = 0;
  }
  info_.metadata = file.metadata;
  info_.metadata.emplace_back("compression", file.codecName);
}

}  // namespace

Probe probe(const FileSet& files) {
  int version = 0;
  for (const FileEntry& file : files.files())
    if (isTraceFile(*file.source, version)) return {100, {}};
  return {};
}

Result<std::unique_ptr<TraceReader>> open(const FileSet& files) {
  WarningLog warnings;
  std::vector<Opened> opened;
  Error failure;
  for (size_t i = 0; i < files.files().size(); ++i) {
    const FileEntry& entry = files.files()[i];
    int version = 0;
    if (!isTraceFile(*entry.source, version)) continue;
    Result<TraceFile> file = readTraceFile(entry, warnings);
    if (file) {
      opened.push_back({&entry, i, std::move(*file)});
    } else {
      failure = file.error();
      warnings.add(entry.path, failure.offset, "a trace that can be read", failure.message);
    }
  }
  if (opened.empty()) return failure;
  std::stable_sort(opened.begin(), opened.end(), hostFirst);
  return std::unique_ptr<TraceReader>(std::make_unique<Reader>(std::move(opened), std::move(warnings)));
}

}  // namespace tp::tracecmd
