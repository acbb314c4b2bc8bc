#include "core/joint/open_traces.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "core/formats/registry.h"
#include "core/formats/sniff.h"
#include "core/io/archive.h"
#include "core/joint/joined_reader.h"

namespace tp {
namespace {

// Returns whether the traces of one drop can be joined without asking the user which of them are meant.
bool canBeJoined(const std::vector<FoundTrace>& traces) {
  return traces.size() <= kMaxByItself && std::none_of(traces.begin(), traces.end(), [](const FoundTrace& trace) {
           return trace.reader->info().siblings.size() > 1;
         });
}

bool severalDrops(const std::vector<FoundTrace>& traces) {
  return std::any_of(traces.begin(), traces.end(),
                     [&](const FoundTrace& trace) { return trace.drop != traces.front().drop; });
}

uint32_t lastDrop(const FileSet& files) {
  uint32_t last = 0;
  for (const FileEntry& file : files.files()) last = std::max(last, file.drop);
  return last;
}

// Returns whether the trace, or any file that is read of it, came with the drop.
bool isOf(const FoundTrace& trace, uint32_t drop) {
  const std::vector<StreamInfo>& streams = trace.reader->streams();
  return trace.drop == drop || std::any_of(streams.begin(), streams.end(), [&](const StreamInfo& stream) {
           return stream.file < trace.files.files().size() && trace.files.files()[stream.file].drop == drop;
         });
}

Error lastDropIsNone(const FileSet& files, uint32_t drop) {
  FileSet own;
  for (const FileEntry& file : files.files())
    if (file.drop == drop) own.add(file.path, file.source);
  Result<std::unique_ptr<TraceReader>> opened = openTrace(own);
  if (!opened) return opened.error();
  return Error{own.displayName(), kNoOffset, "is nothing that can be laid beside the open trace"};
}

// Gives each trace a name of its own.
void tellApart(std::vector<FoundTrace>& traces) {
  std::set<std::string> names;
  for (FoundTrace& trace : traces) {
    std::string name = trace.name;
    for (int again = 2; !names.insert(trace.name).second; ++again)
      trace.name = name + " (" + std::to_string(again) + ")";
  }
}

// Called before anything is decoded.
void prepare(TraceReader& reader, const JoinOptions& options) {
  reader.names().keepFunctions(options.functions);
  if (!options.machine.empty()) reader.assumeMachine(options.machine);
}

void addNotes(TraceReader& reader, const FileSet& files, const std::vector<Warning>& failures) {
  for (const std::vector<Warning>* warnings : {&files.notes(), &failures})
    for (const Warning& one : *warnings) reader.warnings().add(one);
}

std::unique_ptr<TraceReader> join(std::vector<FoundTrace> traces, const FileSet& files, const JoinOptions& options) {
  tellApart(traces);
  std::vector<JoinedReader::Opened> opened;
  size_t left = 0;
  std::string firstLeft;
  for (uint32_t i = 0; i < traces.size(); ++i) {
    FoundTrace& trace = traces[i];
    const std::vector<uint32_t>& keep = options.keep;
    if (!keep.empty() && std::find(keep.begin(), keep.end(), i + 1) == keep.end()) continue;
    if (opened.size() >= kMaxTogether) {
      if (left++ == 0) firstLeft = trace.name;
      continue;
    }
    opened.push_back({std::move(trace.reader), std::move(trace.files), i + 1, trace.drop, options.shiftOf(i + 1),
                      std::move(trace.name)});
  }
  if (opened.size() == 1 && opened[0].files.files().size() == files.files().size()) return std::move(opened[0].reader);
  auto joined = std::make_unique<JoinedReader>(std::move(opened), files);
  if (left > 0)
    joined->warnings().add(firstLeft, kNoOffset, "at most " + std::to_string(kMaxTogether) + " traces at once",
                           std::to_string(kMaxTogether + left) + ": the last " + std::to_string(left) +
                               " are left out, this one and those behind it");
  return joined;
}

}  // namespace

FileSet chosenFiles(const FileSet& files, const JoinOptions& options) {
  return options.only.empty() ? files : files.under(options.only);
}

std::vector<Warning> leftOut(const FileSet& files, const std::vector<FoundTrace>& traces) {
  std::vector<Warning> out;
  std::map<uint32_t, FileSet> drops;
  for (const FileEntry& file : files.files()) drops[file.drop].add(file.path, file.source);
  for (const auto& [drop, own] : drops) {
    const bool opened =
        std::any_of(traces.begin(), traces.end(), [drop = drop](const FoundTrace& trace) { return isOf(trace, drop); });
    // Of a trace that can't be opened, it is said already.
    if (opened || formatOf(own) != nullptr) continue;
    const bool tells = std::any_of(traces.begin(), traces.end(), [&own = own](const FoundTrace& trace) {
      return std::any_of(own.files().begin(), own.files().end(),
                         [&trace](const FileEntry& file) { return mayTellMore(*trace.format, file); });
    });
    if (!tells)
      out.push_back({own.displayName(), kNoOffset, "a trace, or what tells more of one",
                     describeContent(own) + ", which is left out"});
  }
  return out;
}

std::string whyNotBeside(const FileSet& open, const FileSet& more, const JoinOptions& options) {
  for (const FileSet* files : {&open, &more})
    if (std::any_of(files->files().begin(), files->files().end(), mayBeArchive)) return {};
  FileSet all = open;
  all.addDrop(more);
  Result<std::unique_ptr<TraceReader>> opened = openTraces(chosenFiles(all, options), options);
  return opened ? std::string() : opened.error().line();
}

Result<std::unique_ptr<TraceReader>> openTraces(const FileSet& files, const JoinOptions& options) {
  Split split = splitTraces(files, options.together);
  std::vector<FoundTrace>& traces = split.traces;
  for (FoundTrace& trace : traces) prepare(*trace.reader, options);
  // openTrace() has the message for files that are no trace at all.
  if (traces.empty() && split.error.message.empty()) return openTrace(files);
  if (traces.empty()) return split.error;
  uint32_t last = lastDrop(files);
  bool lastFound =
      std::any_of(traces.begin(), traces.end(), [&](const FoundTrace& trace) { return isOf(trace, last); });
  if (options.lastIsTrace && !lastFound) return lastDropIsNone(files, last);
  for (Warning& one : leftOut(files, traces)) split.failures.push_back(std::move(one));
  if (traces.size() > 1 && (severalDrops(traces) || options.together || canBeJoined(traces))) {
    std::unique_ptr<TraceReader> joined = join(std::move(traces), files, options);
    addNotes(*joined, files, split.failures);
    return joined;
  }
  // There is one trace, or the surest of several of which the user has to choose one.
  std::unique_ptr<TraceReader> reader = std::move(traces.front().reader);
  if (traces.front().files.files().size() != files.files().size()) {
    // Its streams must refer to files by their index in all of them.
    Result<std::unique_ptr<TraceReader>> again = openAs(*traces.front().format, files);
    if (!again) return again.error();
    reader = std::move(*again);
    prepare(*reader, options);
  }
  if (traces.size() > kMaxByItself)
    reader->warnings().add(traces[1].name, kNoOffset,
                           "at most " + std::to_string(kMaxByItself) + " traces, to be laid beside each other unasked",
                           "more: the first is open");
  addNotes(*reader, files, split.failures);
  return reader;
}

}  // namespace tp
