#include "core/formats/lttng/trace_files.h"

#include <algorithm>

#include "core/formats/lttng/sub_buffer_scan.h"

namespace tp::lttng {
namespace {

constexpr uint32_t kMostCpus = 65536;

// "a/b/control/metadata_0" is of the trace "a/b/".
std::string_view rootOf(std::string_view path) {
  constexpr std::string_view kControl = "control/";
  size_t slash = path.rfind('/');
  std::string_view folder = path.substr(0, slash == std::string_view::npos ? 0 : slash + 1);
  if (folder == kControl || folder.ends_with("/control/")) folder.remove_suffix(kControl.size());
  return folder;
}

}  // namespace

bool TraceFile::compact() const {
  return first.layout.major == 1 && (channel == "compact" || channel == "flight-compact");
}

bool isCandidate(const FileEntry& entry, size_t position, Candidate& out) {
  std::string_view name = entry.baseName();
  size_t mark = name.rfind('_');
  if (name.starts_with('.') || mark == std::string_view::npos || mark == 0 || mark + 1 == name.size()) return false;
  uint32_t cpu = 0;
  for (char c : name.substr(mark + 1)) {
    if (c < '0' || c > '9') return false;
    cpu = cpu * 10 + static_cast<uint32_t>(c - '0');
    if (cpu >= kMostCpus) return false;
  }
  out = {position, name.substr(0, mark), cpu};
  return true;
}

// In version 1.0 what describes the events is named after the facilities that came before markers.
bool isMetadata(std::string_view channel, const Layout& layout) {
  return channel == (layout.major == 1 ? "facilities" : "metadata");
}

std::vector<TraceFile> findTraceFiles(const FileSet& files, size_t position, const Layout& like, WarningLog& warnings) {
  std::string_view root = rootOf(files.files()[position].path);
  std::vector<TraceFile> out;
  bool warnedOutside = false;
  for (size_t i = 0; i < files.files().size(); ++i) {
    const FileEntry& entry = files.files()[i];
    Candidate candidate;
    if (!isCandidate(entry, i, candidate)) continue;
    if (!entry.path.starts_with(root)) {
      if (!warnedOutside)
        warnings.add(entry.path, kNoOffset, "files of one trace", "another folder beside it, which is left out");
      warnedOutside = true;
      continue;
    }
    if (entry.source->size() == 0) {
      warnings.add(entry.path, kNoOffset, "a tracefile", "an empty file");
      continue;
    }
    TraceFile file;
    file.entry = entry;
    file.position = i;
    file.name = entry.baseName();
    file.channel = candidate.channel;
    file.cpu = candidate.cpu;
    file.metadata = isMetadata(candidate.channel, like);
    findSubBuffers(file, like, warnings);
    if (!file.extents.empty()) out.push_back(std::move(file));
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const TraceFile& a, const TraceFile& b) { return a.metadata && !b.metadata; });
  return out;
}

}  // namespace tp::lttng
