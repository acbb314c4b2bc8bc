#include "core/formats/lttng/trace_files.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <tuple>

#include "core/formats/lttng/sub_buffer_scan.h"
#include "core/kernel/cpu_limit.h"

namespace tp::lttng {
namespace {

// Returns the folder of the trace: "a/b/" for "a/b/control/metadata_0".
std::string_view rootOf(std::string_view path) {
  constexpr std::string_view kControl = "control/";
  size_t slash = path.rfind('/');
  std::string_view folder = path.substr(0, slash == std::string_view::npos ? 0 : slash + 1);
  if (folder == kControl || folder.ends_with("/control/")) folder.remove_suffix(kControl.size());
  return folder;
}

template <class T>
bool number(std::string_view text, T most, T& out) {
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc() && end == text.data() + text.size() && out >= 0 && out < most;
}

// Parses "process-1234.1230.5678901234": a thread, its process, and the TSC at which it began.
bool isOfThread(std::string_view name, Candidate& out) {
  size_t dash = name.rfind('-'), last = name.rfind('.');
  if (dash == std::string_view::npos || dash == 0 || last == std::string_view::npos || last < dash) return false;
  size_t dot = name.find('.', dash);
  constexpr int64_t kMaxThreads = int64_t{1} << 31;
  uint64_t creation = 0;
  out.channel = name.substr(0, dash);
  return dot < last && number(name.substr(dash + 1, dot - dash - 1), kMaxThreads, out.tid) && out.tid > 0 &&
         number(name.substr(dot + 1, last - dot - 1), kMaxThreads, out.pid) &&
         number(name.substr(last + 1), ~uint64_t{0}, creation);
}

// Up to 1.0, the metadata are named after facilities, which preceded markers.
bool isMetadata(std::string_view channel, const Layout& layout) {
  return channel == (layout.blocks() ? "facilities" : "metadata");
}

std::string versionOf(const FileEntry& entry, const SubBuffer& header) {
  return entry.path + " is a tracefile of LTTng, version " + header.layout.version();
}

}  // namespace

bool TraceFile::compact() const {
  return first.layout.blocks() && !first.layout.before(0, 8) && isCompact(channel);
}

bool isCandidate(const FileEntry& entry, size_t position, Candidate& out) {
  std::string_view name = entry.baseName();
  if (name.starts_with('.')) return false;
  out = Candidate{};
  out.position = position;
  size_t mark = name.rfind('_');
  if (mark == std::string_view::npos) return isOfThread(name, out);
  out.channel = name.substr(0, mark);
  return mark > 0 && number(name.substr(mark + 1), kernel::kMaxCpus, out.cpu);
}

bool TraceRoot::owns(std::string_view file, const std::vector<TraceRoot>& all) const {
  if (!file.starts_with(path)) return false;
  return std::none_of(all.begin(), all.end(), [&](const TraceRoot& other) {
    return other.path.size() > path.size() && file.starts_with(other.path);
  });
}

std::vector<TraceRoot> findTraces(const FileSet& files, std::string& otherVersion) {
  std::vector<TraceRoot> out;
  for (size_t i = 0; i < files.files().size(); ++i) {
    const FileEntry& entry = files.files()[i];
    Candidate candidate;
    if (!isCandidate(entry, i, candidate) || (candidate.channel != "metadata" && candidate.channel != "facilities"))
      continue;
    std::string_view path = rootOf(entry.path);
    // The metadata of a trace may be several files, of which the first may be empty.
    if (std::any_of(out.begin(), out.end(), [&](const TraceRoot& root) { return root.path == path; })) continue;
    TraceRoot root;
    HeaderState state = findFirst(*entry.source, root.first);
    if (state == HeaderState::OtherVersion && otherVersion.empty()) otherVersion = versionOf(entry, root.first);
    if (state != HeaderState::Good || !isMetadata(candidate.channel, root.first.layout)) continue;
    root.path = path;
    root.position = i;
    out.push_back(std::move(root));
  }
  std::stable_sort(out.begin(), out.end(), [](const TraceRoot& a, const TraceRoot& b) { return a.path < b.path; });
  return out;
}

void settleClock(const FileSet& files, const std::vector<TraceRoot>& traces, TraceRoot& trace, WarningLog& warnings) {
  auto says = [](const SubBuffer& header) {
    return std::make_tuple(header.frequency, header.scale, header.startTsc, header.startSec, header.startUsec);
  };
  std::map<decltype(says(trace.first)), size_t> votes;
  for (size_t i = 0; i < files.files().size(); ++i) {
    Candidate candidate;
    SubBuffer header;
    if (!trace.owns(files.files()[i].path, traces) || !isCandidate(files.files()[i], i, candidate)) continue;
    if (readSubBuffer(readAll(*files.files()[i].source, 0, kHeadBytes), header) == HeaderState::Good)
      ++votes[says(header)];
  }
  auto most =
      std::max_element(votes.begin(), votes.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  // If only two files differ, neither can be preferred.
  if (most == votes.end() || most->second < 2 || most->second <= votes[says(trace.first)]) return;
  warnings.add(files.files()[trace.position].path, 0, "the clock and start that the other files tell of",
               "others, which are not believed");
  SubBuffer& first = trace.first;
  std::tie(first.frequency, first.scale, first.startTsc, first.startSec, first.startUsec) = most->first;
}

bool anyTraceFile(const FileSet& files, std::string& otherVersion) {
  for (size_t i = 0; i < files.files().size(); ++i) {
    const FileEntry& entry = files.files()[i];
    Candidate candidate;
    if (!isCandidate(entry, i, candidate)) continue;
    SubBuffer header;
    HeaderState state = readSubBuffer(readAll(*entry.source, 0, kHeadBytes), header);
    if (state == HeaderState::Good) return true;
    if (state == HeaderState::OtherVersion && otherVersion.empty()) otherVersion = versionOf(entry, header);
  }
  return false;
}

std::vector<TraceFile> findTraceFiles(const FileSet& files, const std::vector<TraceRoot>& traces,
                                      const TraceRoot& trace, WarningLog& warnings) {
  std::vector<TraceFile> out;
  for (size_t i = 0; i < files.files().size(); ++i) {
    const FileEntry& entry = files.files()[i];
    Candidate candidate;
    if (!trace.owns(entry.path, traces) || !isCandidate(entry, i, candidate)) continue;
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
    file.tid = candidate.tid;
    file.pid = candidate.pid;
    file.metadata = isMetadata(candidate.channel, trace.first.layout);
    if (findEnds(file, trace.first.layout, warnings)) out.push_back(std::move(file));
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const TraceFile& a, const TraceFile& b) { return a.metadata && !b.metadata; });
  return out;
}

}  // namespace tp::lttng
