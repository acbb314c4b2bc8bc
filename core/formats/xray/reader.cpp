#include "core/formats/xray/reader.h"

#include <algorithm>

#include "core/formats/xray/basic_decoder.h"
#include "core/formats/xray/elf_image.h"
#include "core/formats/xray/fdr_decoder.h"

namespace tp::xray {
namespace {

const FileEntry* findLog(const FileSet& files, LogHeader& header) {
  for (const FileEntry& file : files.files()) {
    std::vector<std::byte> head = readAll(*file.source, 0, 64);
    if (readLogHeader(head, file.source->size(), header)) return &file;
  }
  return nullptr;
}

std::vector<std::string> namesFrom(const FileSet& files) {
  for (const FileEntry& file : files.files()) {
    std::vector<std::string> names = instrumentedFunctions(*file.source);
    if (!names.empty()) return names;
  }
  return {};
}

class Reader final : public TraceReader {
 public:
  Reader(const FileEntry& file, size_t position, const LogHeader& header, const std::vector<std::string>& instrumented)
      : file_(file), functions_(names_, instrumented), shared_{file_, header, functions_, *this} {
    describeTrace(instrumented.size());
    std::vector<ThreadLog> threads =
        header.mode == Mode::Basic ? findBasicRuns(file_, header, warnings_) : findFdrBuffers(file_, header, warnings_);
    for (ThreadLog& thread : threads) addThread(std::move(thread), position);
  }

  std::unique_ptr<StreamDecoder> decoder(size_t stream) override {
    if (stream >= threads_.size()) return nullptr;
    if (shared_.header.mode == Mode::Basic) return std::make_unique<BasicDecoder>(shared_, threads_[stream]);
    return std::make_unique<FdrDecoder>(shared_, threads_[stream]);
  }

 private:
  void describeTrace(size_t functions);
  void addThread(ThreadLog log, size_t position);

  const FileEntry file_;
  FunctionNames functions_;
  Shared shared_;
  std::vector<ThreadStream> threads_;
};

void Reader::describeTrace(size_t functions) {
  const LogHeader& header = shared_.header;
  info_.format = "xray";
  info_.version = std::to_string(header.version);
  info_.clock.name = "TSC";
  info_.clock.isNs = false;
  info_.clock.nsNum = header.frequency > 0 ? 1000000000 : 0;
  info_.clock.nsDen = std::max<uint64_t>(1, header.frequency);
  info_.metadata.emplace_back("mode", header.mode == Mode::Basic ? "basic" : "flight data recorder");
  info_.metadata.emplace_back("TSC frequency", std::to_string(header.frequency) + " Hz");
  info_.metadata.emplace_back("names", functions > 0
                                           ? std::to_string(functions) + " instrumented functions of the program"
                                           : "ids only: drop the program with its log");
}

void Reader::addThread(ThreadLog log, size_t position) {
  ThreadStream thread;
  thread.pid = log.pid;
  thread.tid = log.tid;
  std::string tid = std::to_string(log.tid);
  Track process;
  process.key.kind = TrackKind::Process;
  process.key.pid = log.pid;
  process.name = "process " + std::to_string(log.pid);
  Track track;
  track.key.kind = TrackKind::Thread;
  track.key.pid = log.pid;
  track.key.tid = log.tid;
  track.parent = tracks_.add(process);
  track.name = "thread";
  track.detail = tid;
  thread.thread = tracks_.add(track);
  Track events = track;
  events.key.kind = TrackKind::Events;
  events.parent = thread.thread;
  events.name = "events";
  events.detail = {};
  thread.events = tracks_.add(events);
  threads_.push_back(thread);

  StreamInfo stream;
  stream.name = "thread " + tid;
  stream.file = position;
  stream.extents = std::move(log.extents);
  streams_.push_back(std::move(stream));
}

}  // namespace

Probe probe(const FileSet& files) {
  LogHeader header;
  // Its header has no magic number: formats that have one go first.
  if (findLog(files, header) != nullptr) return {60, {}};
  for (const FileEntry& file : files.files())
    if (isElf(*file.source))
      return {0, file.path + " is a program; its XRay log is what to drop, with the program beside it"};
  return {};
}

Result<std::unique_ptr<TraceReader>> open(const FileSet& files) {
  LogHeader header;
  const FileEntry* log = findLog(files, header);
  size_t position = files.indexOf(log->path);
  return std::unique_ptr<TraceReader>(std::make_unique<Reader>(*log, position, header, namesFrom(files)));
}

}  // namespace tp::xray
