#include "core/formats/uftrace/cut.h"

#include "core/decode/origin.h"
#include "core/formats/uftrace/anonymous_files.h"
#include "core/formats/uftrace/opened_info.h"
#include "core/formats/uftrace/reader.h"
#include "core/formats/uftrace/record_cut.h"

namespace tp::uftrace {
namespace {

// Nothing that the recorder writes is longer.
constexpr uint64_t kLargestText = uint64_t{256} << 20;

std::string wholeText(const FileEntry& file) {
  const std::vector<std::byte> bytes = readAll(*file.source, 0, file.source->size(), kLargestText);
  return std::string(asText(bytes));
}

class DirectoryCut {
 public:
  DirectoryCut(const FileSet& files, const Directory& place, const InfoFile& info, const CutRequest& request,
               CutSink& sink, WarningLog& warnings)
      : files_(files),
        folder_(place.folder),
        endian_(info.endian),
        request_(request),
        sink_(sink),
        anonymous_(names_),
        records_(files, info.endian, {request, sink, names_, warnings, summary_}) {}

  CutSummary write(TraceReader& reader);

 private:
  bool isHere(const FileEntry& file) const { return file.path == folder_ + std::string(file.baseName()); }
  void learn();
  void description(const FileEntry& file);
  std::string anonymous(std::string_view name, const FileEntry& file);

  const FileSet& files_;
  const std::string folder_;
  const Endian endian_;
  const CutRequest& request_;
  CutSink& sink_;
  Pseudonyms names_;
  CutSummary summary_;
  AnonymousFiles anonymous_;
  RecordCut records_;
};

bool isOfCpu(std::string_view name) {
  return numberedFile(name, "perf-cpu") >= 0 || numberedFile(name, "kernel-cpu") >= 0;
}

bool isMap(std::string_view name) {
  return name.starts_with("sid-") && name.ends_with(".map");
}

// What describes the records. Other files beside them are no part of the recording.
bool describes(std::string_view name) {
  for (std::string_view one : {"info", "task.txt", "task", "events.txt", "kernel_header", "kallsyms", "default.opts"})
    if (name == one) return true;
  return isMap(name) || name.ends_with(".sym") || name.ends_with(".dbg");
}

void DirectoryCut::learn() {
  if (const FileEntry* tasks = files_.find(folder_ + "task.txt")) anonymous_.learnTasks(wholeText(*tasks));
  for (const FileEntry& file : files_.files())
    if (isHere(file) && isMap(file.baseName())) anonymous_.learnMap(wholeText(file));
}

// Returns what to write in place of a file; empty if it is left out.
std::string DirectoryCut::anonymous(std::string_view name, const FileEntry& file) {
  if (name == "default.opts" || name.ends_with(".dbg")) return {};
  const std::string text = wholeText(file);
  if (name == "info") return anonymous_.info(std::as_bytes(std::span(text.data(), text.size())), endian_);
  if (name == "task.txt") return anonymous_.tasks(text);
  if (name == "events.txt") return anonymous_.events(text);
  if (name == "kallsyms") return anonymous_.kernelSymbols(text);
  if (isMap(name)) return anonymous_.map(text);
  if (name.ends_with(".sym")) return anonymous_.symbols(text);
  return text;
}

void DirectoryCut::description(const FileEntry& file) {
  const std::string_view name = file.baseName();
  if (!request_.anonymise) {
    sink_.begin(name);
    return copyBytes(*file.source, 0, file.source->size(), sink_);
  }
  const std::string text = anonymous(name, file);
  if (text.empty()) return;
  sink_.begin(name.ends_with(".sym") ? anonymous_.symbolFile(name, wholeText(file)) : std::string(name));
  writeText(text, sink_);
}

CutSummary DirectoryCut::write(TraceReader& reader) {
  if (request_.anonymise) learn();
  for (const FileEntry& file : files_.files())
    if (isHere(file) && describes(file.baseName()) && !sink_.stopped()) description(file);
  if (request_.origin) {
    sink_.begin(kOriginFile);
    writeText(originText(*request_.origin), sink_);
  }
  // Tools count the files of CPUs: empty ones are there, too.
  for (const FileEntry& file : files_.files())
    if (isHere(file) && isOfCpu(file.baseName()) && file.source->size() == 0) sink_.begin(file.baseName());
  const KernelHeader header = [&] {
    const FileEntry* file = files_.find(folder_ + "kernel_header");
    return parseKernelHeader(file == nullptr ? std::string() : wholeText(*file));
  }();
  std::vector<const FileEntry*> switches;
  for (const StreamInfo& stream : reader.streams())
    if (const FileEntry& file = files_.files()[stream.file]; numberedFile(file.baseName(), "perf-cpu") >= 0)
      switches.push_back(&file);
  records_.findSwitches(switches);
  for (size_t i = 0; i < reader.streams().size() && !sink_.stopped(); ++i) {
    const FileEntry& file = files_.files()[reader.streams()[i].file];
    const std::string_view name = file.baseName();
    const int64_t tid = numberedFile(name, "");
    if (tid >= 0 && !request_.hasTid(tid)) continue;
    // uftrace leaves out events of tasks that have no file.
    sink_.begin(name);
    if (tid >= 0) {
      records_.task(reader, i);
    } else if (numberedFile(name, "perf-cpu") >= 0) {
      records_.perf(file);
    } else if (numberedFile(name, "kernel-cpu") >= 0) {
      records_.kernel(file, header);
    } else {
      records_.external(file);
    }
  }
  return summary_;
}

}  // namespace

Result<CutSummary> cut(const FileSet& files, const CutRequest& request, CutSink& sink, WarningLog& warnings) {
  const std::vector<Directory> found = findDirectories(files);
  const Directory* place = chooseDirectory(found);
  if (place == nullptr) return Error{files.displayName(), kNoOffset, "there is no uftrace directory in it"};
  if (!request.cpus.empty())
    return Error{place->folder, kNoOffset, "uftrace does not record on which CPU a call ran; give threads or a range"};
  if (request.anonymise && files.find(place->folder + "task") != nullptr)
    return Error{place->folder + "task", kNoOffset,
                 "the names in this file, which old versions of uftrace wrote, can't be replaced"};
  // Whoever opens the trace warns of what is wrong with it.
  WarningLog ignored;
  const Result<InfoFile> info = readInfo(files, *place, ignored);
  if (!info) return info.error();
  Result<std::unique_ptr<TraceReader>> reader = open(files);
  if (!reader) return reader.error();
  CutSummary summary = DirectoryCut(files, *place, *info, request, sink, warnings).write(**reader);
  warnings.append((*reader)->warnings());
  return summary;
}

}  // namespace tp::uftrace
