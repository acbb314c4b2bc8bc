#include "core/joint/split.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/formats/registry.h"

namespace tp {
namespace {

std::string folderOf(const std::string& path) {
  size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string() : path.substr(0, slash + 1);
}

// Returns the folder that all paths share, with its slash; empty if there is none.
std::string commonFolder(const std::set<std::string>& paths) {
  if (paths.empty()) return {};
  std::string common = folderOf(*paths.begin());
  for (const std::string& path : paths)
    while (!common.empty() && path.compare(0, common.size(), common) != 0)
      common = folderOf(common.substr(0, common.size() - 1));
  return common;
}

std::set<std::string> pathsOf(const FoundTrace& trace) {
  std::set<std::string> paths;
  for (const StreamInfo& stream : trace.reader->streams())
    if (stream.file < trace.files.files().size()) paths.insert(trace.files.files()[stream.file].path);
  return paths;
}

std::string nameOf(const FoundTrace& trace) {
  std::set<std::string> paths = pathsOf(trace);
  std::string folder = commonFolder(paths);
  if (paths.empty()) return trace.files.displayName();
  // A folder that is a trace may have one stream only.
  const bool ofFolder = paths.size() > 1 || (trace.format != nullptr && !trace.format->singleFile);
  // What reads all folders of a drop as one is called as what was dropped.
  if (ofFolder && trace.format != nullptr && trace.format->traits.streams) folder.resize(folder.find('/') + 1);
  if (ofFolder && !folder.empty()) {
    folder.pop_back();
    return folder.substr(folder.rfind('/') + 1);
  }
  std::string first = paths.begin()->substr(paths.begin()->rfind('/') + 1);
  return paths.size() == 1 ? first : first + " and " + std::to_string(paths.size() - 1) + " more";
}

FileSet without(const FileSet& some, const FileSet& others) {
  std::vector<FileEntry> kept;
  for (const FileEntry& file : some.files())
    if (others.find(file.path) == nullptr) kept.push_back(file);
  FileSet out;
  out.addAll(std::move(kept));
  return out;
}

FileSet with(const FileSet& some, const FileSet& more) {
  FileSet out = some;
  out.addAll(more.files());
  return out;
}

// Whether the file is what was printed from a trace that lies beside it: `taken` are the files of that trace.
bool isPrintedBeside(const FileEntry& file, const std::set<std::string>& taken) {
  const std::string folder = folderOf(file.path);
  const bool beside = !folder.empty() && std::any_of(taken.begin(), taken.end(),
                                                     [&](const std::string& path) { return folderOf(path) == folder; });
  if (!beside) return false;
  FileSet own;
  own.add(file.path, file.source);
  return std::any_of(formats().begin(), formats().end(),
                     [&](const Format& format) { return isPrinted(format) && format.probe(own).confidence > 0; });
}

class Splitter {
 public:
  explicit Splitter(bool together) : together_(together) {}

  Split split(const FileSet& files);

 private:
  void sortDrops(const FileSet& files);
  void splitDrop(uint32_t drop, FileSet rest);
  bool open(const Format& format, uint32_t drop, FileSet files);
  bool joins(const Format& format, const FileSet& files);

  bool together_;
  std::map<uint32_t, FileSet> drops_;
  FileSet companions_;
  Split out_;
};

// A loose file is either a trace of a format that has only one file, or belongs to the other drops.
void Splitter::sortDrops(const FileSet& files) {
  for (const FileEntry& file : files.files()) drops_[file.drop].add(file.path, file.source, file.drop);
  if (drops_.size() < 2) return;
  for (auto at = drops_.begin(); at != drops_.end();) {
    const FileSet& drop = at->second;
    bool loose = drop.files().size() == 1 && drop.files()[0].path.find('/') == std::string::npos;
    const Format* format = loose ? formatOf(drop) : nullptr;
    if (!loose || (format != nullptr && format->singleFile)) {
      ++at;
      continue;
    }
    companions_ = with(companions_, drop);
    at = drops_.erase(at);
  }
  if (drops_.empty()) drops_[0] = companions_;
}

// Adds files to a trace of this format that is open already, if the format reads both as one: a guest's beside the
// host's. Returns whether it did.
bool Splitter::joins(const Format& format, const FileSet& files) {
  for (FoundTrace& trace : out_.traces) {
    if (trace.format != &format || format.belongTogether == nullptr) continue;
    if (!format.belongTogether(without(trace.files, companions_), without(files, companions_))) continue;
    FileSet both = with(trace.files, files);
    Result<std::unique_ptr<TraceReader>> reader = openAs(format, both);
    if (!reader) return false;
    trace.reader = std::move(*reader);
    trace.files = std::move(both);
    return true;
  }
  return false;
}

bool Splitter::open(const Format& format, uint32_t drop, FileSet files) {
  Result<std::unique_ptr<TraceReader>> reader = openAs(format, files);
  if (!reader) {
    const Error& error = reader.error();
    if (out_.error.message.empty()) out_.error = error;
    out_.failures.push_back({error.file, error.offset, "a trace that can be opened", error.message});
    return false;
  }
  out_.traces.push_back({std::move(*reader), std::move(files), &format, drop, {}});
  out_.traces.back().name = nameOf(out_.traces.back());
  return true;
}

void Splitter::splitDrop(uint32_t drop, FileSet rest) {
  std::set<const Format*> tried;
  for (;;) {
    const Format* format = formatOf(rest, tried);
    if (format == nullptr) return;
    tried.insert(format);
    if (joins(*format, rest)) return;
    if (!open(*format, drop, rest)) continue;
    std::set<std::string> taken = pathsOf(out_.traces.back());
    std::vector<std::string> folders = out_.traces.back().reader->info().siblings;
    if (together_ && folders.size() > 1) {
      out_.traces.pop_back();
      // In the order of their names: which of them the format prefers does not matter here.
      std::sort(folders.begin(), folders.end());
      for (const std::string& folder : folders) open(*format, drop, rest.under(folder));
    }
    if (!format->singleFile && folders.empty()) folders.push_back(commonFolder(taken));
    FileSet left;
    for (const FileEntry& file : rest.files()) {
      bool within = std::any_of(folders.begin(), folders.end(), [&](const std::string& folder) {
        return !folder.empty() && file.path.compare(0, folder.size(), folder) == 0;
      });
      if (within || taken.count(file.path) > 0) continue;
      const bool printed = !isPrinted(*format) && isPrintedBeside(file, taken);
      if (!printed) left.add(file.path, file.source, file.drop);
    }
    if (left.empty()) return;
    // What is left may be as surely of this format: each of its files is a trace, unless they belong together.
    // Each time all that is left is opened, so this ends when there are more than are joined.
    const size_t most = together_ ? kMaxTogether : kMaxByItself;
    if (out_.traces.size() <= most && format->singleFile && left.files().size() < rest.files().size() &&
        format->probe(left).confidence >= format->probe(rest).confidence)
      tried.erase(format);
    rest = std::move(left);
  }
}

Split Splitter::split(const FileSet& files) {
  sortDrops(files);
  for (const auto& [drop, own] : drops_) splitDrop(drop, with(own, companions_));
  return std::move(out_);
}

}  // namespace

Split splitTraces(const FileSet& files, bool together) {
  return Splitter(together).split(files);
}

}  // namespace tp
