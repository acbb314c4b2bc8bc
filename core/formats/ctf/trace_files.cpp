#include "core/formats/ctf/trace_files.h"

#include <algorithm>

#include "core/formats/ctf/packet_walk.h"
#include "core/symbols/elf_file.h"

namespace tp::ctf {
namespace {

std::string_view folderOf(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash + 1);
}

// The streams are all other files of the folder, but those that are hidden, and programs that somebody put there.
std::vector<DataFile> dataFiles(const FileSet& files, std::string_view folder) {
  std::vector<DataFile> out;
  for (size_t i = 0; i < files.files().size(); ++i) {
    const FileEntry& entry = files.files()[i];
    const std::string_view name = entry.baseName();
    if (folderOf(entry.path) != folder || name == "metadata" || name.starts_with(".")) continue;
    if (symbols::isElf(*entry.source)) continue;
    DataFile file;
    file.position = i;
    file.path = entry.path;
    file.source = entry.source;
    file.name = name;
    file.extents = {{0, entry.source->size()}};
    file.before.resize(1);
    out.push_back(std::move(file));
  }
  return out;
}

// Tells of streams that are missing: those that have an index, and all of them.
void tellMissing(const FileSet& files, const Trace& trace, WarningLog& warnings) {
  constexpr std::string_view kIndex = "index/", kEnd = ".idx";
  size_t missing = 0;
  for (const FileEntry& entry : files.files()) {
    const std::string_view name = entry.baseName();
    if (folderOf(entry.path) != trace.folder + std::string(kIndex) || !name.ends_with(kEnd)) continue;
    const std::string stream = trace.folder + std::string(name.substr(0, name.size() - kEnd.size()));
    if (files.find(stream) != nullptr) continue;
    warnings.add(entry.path, kNoOffset, "the stream " + stream, "only its index");
    ++missing;
  }
  if (trace.files.empty() && missing == 0)
    warnings.add(trace.metadata, kNoOffset, "streams in the folder of the metadata",
                 "none: only what they would hold is told");
}

// Streams that several folders have under the same names are named with what tells their folders apart.
void nameApart(Trace& trace) {
  std::map<std::string, size_t> named;
  std::vector<std::string> folders;
  for (const DataFile& file : trace.files) {
    ++named[file.name];
    folders.emplace_back(folderOf(file.path));
  }
  const size_t common = commonFolder(folders).size();
  std::map<std::string, size_t> brief;
  const auto briefOf = [common](const DataFile& file) {
    const std::string path = file.path.substr(common);
    return path.substr(0, path.find('/') + 1) + file.name;
  };
  for (const DataFile& file : trace.files) ++brief[briefOf(file)];
  for (DataFile& file : trace.files)
    if (named[file.name] > 1) file.name = brief[briefOf(file)] > 1 ? file.path.substr(common) : briefOf(file);
}

// What identifies traces that are one; empty: nothing does.
std::string identity(const TraceClass& trace) {
  if (!trace.uid.empty()) return trace.uid;
  return trace.uuid ? std::string(trace.uuid->begin(), trace.uuid->end()) : std::string();
}

// Adds the files of a further folder of the same trace. Metadata grow while a trace is recorded: the larger ones hold.
void join(Trace& trace, Trace further) {
  if (further.layout->events().size() > trace.layout->events().size()) {
    trace.layout = std::move(further.layout);
    trace.metadata = std::move(further.metadata);
  }
  for (DataFile& file : further.files) trace.files.push_back(std::move(file));
}

}  // namespace

std::vector<std::string> findFolders(const FileSet& files) {
  std::vector<std::string> out;
  for (const FileEntry& entry : files.files())
    if (entry.baseName() == "metadata" && isMetadata(entry)) out.emplace_back(folderOf(entry.path));
  std::sort(out.begin(), out.end());
  return out;
}

std::string commonFolder(const std::vector<std::string>& folders) {
  std::string common = folders.empty() ? "" : folders.front();
  for (const std::string& folder : folders) {
    while (!folder.starts_with(common)) {
      const size_t slash = common.size() < 2 ? std::string::npos : common.rfind('/', common.size() - 2);
      common.resize(slash == std::string::npos ? 0 : slash + 1);
    }
  }
  return common;
}

Result<std::vector<Trace>> findTraces(const FileSet& files, NameTable& names, WarningLog& warnings) {
  std::vector<Trace> out;
  std::map<std::string, size_t> known;
  std::optional<Error> refused;
  for (const std::string& folder : findFolders(files)) {
    const FileEntry* metadata = files.find(folder + "metadata");
    if (metadata == nullptr) continue;
    Result<std::unique_ptr<TraceLayout>> layout = TraceLayout::read(*metadata, names, warnings);
    if (!layout) {
      if (refused) warnings.add(refused->file, refused->offset, "a trace that can be read", refused->message);
      refused = layout.error();
      continue;
    }
    Trace trace;
    trace.folder = folder;
    trace.metadata = metadata->path;
    trace.layout = std::move(*layout);
    trace.files = dataFiles(files, folder);
    tellMissing(files, trace, warnings);
    const std::string id = identity(trace.layout->trace());
    const auto [at, isNew] = known.try_emplace(id, out.size());
    if (isNew || id.empty()) {
      out.push_back(std::move(trace));
    } else {
      join(out[at->second], std::move(trace));
    }
  }
  if (out.empty()) return refused ? *refused : Error{files.displayName(), kNoOffset, "has no metadata of CTF"};
  if (refused)
    warnings.add(refused->file, refused->offset, "a trace that can be read", refused->message + "; it is left out");
  for (Trace& trace : out) {
    settleFiles(trace, warnings);
    nameApart(trace);
  }
  return out;
}

}  // namespace tp::ctf
