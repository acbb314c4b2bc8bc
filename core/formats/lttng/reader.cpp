#include "core/formats/lttng/reader.h"

#include <algorithm>

#include "core/decode/origin.h"
#include "core/formats/lttng/part.h"

namespace tp::lttng {
namespace {

// Returns "b" for the trace "a/b/".
std::string folderName(std::string_view path) {
  if (!path.empty()) path.remove_suffix(1);
  size_t slash = path.rfind('/');
  return std::string(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

// Returns labels for the traces of a drop: the names of their folders, or the whole path if two folders have the same
// name. A single trace has an empty label.
std::vector<std::string> labelsOf(const std::vector<TraceRoot>& traces, const std::string& drop) {
  if (traces.size() == 1) return {""};
  std::vector<std::string> out;
  for (const TraceRoot& trace : traces) {
    std::string name = folderName(trace.path);
    size_t same = static_cast<size_t>(std::count_if(
        traces.begin(), traces.end(), [&](const TraceRoot& other) { return folderName(other.path) == name; }));
    if (same > 1) name = trace.path.substr(0, trace.path.size() - 1);
    out.push_back(name.empty() ? drop : name);
  }
  return out;
}

class Reader final : public TraceReader {
 public:
  Reader(const FileSet& files, std::vector<TraceRoot> traces) {
    for (size_t i = 0; i < traces.size(); ++i) settleClock(files, traces, traces[i], warnings_);
    info_.format = "lttng";
    info_.version = traces.front().first.layout.version();
    info_.clock = Clock(traces.front().first, 0).info();
    // Several have their own beginnings each.
    if (traces.size() == 1) info_.origin = readOriginFile(files, traces.front().path);
    std::vector<std::string> labels = labelsOf(traces, files.displayName());
    for (size_t i = 0; i < traces.size(); ++i) {
      parts_.push_back(
          std::make_unique<Part>(files, traces, traces[i], labels[i], i == 0 ? 0 : shiftOf(files, traces[i]), *this));
      add(*parts_.back(), labels[i]);
      parts_.back()->describe(traces[i], info_);
    }
    warnOutside(files, traces);
  }

  std::unique_ptr<StreamDecoder> decoder(size_t stream) override {
    if (stream >= places_.size()) return nullptr;
    return parts_[places_[stream].part]->decoder(places_[stream].file);
  }

  std::unique_ptr<StreamMerger> merger(size_t merge) override {
    return merge < mergedParts_.size() ? parts_[mergedParts_[merge]]->merger() : nullptr;
  }

  // An event is listed under the channel that its name begins with.
  std::optional<std::string_view> systemOf(NameId name) const override { return channelOf(names_.view(name)); }

 private:
  struct Place {
    size_t part;
    size_t file;
  };

  Time shiftOf(const FileSet& files, const TraceRoot& trace);
  void add(Part& part, const std::string& label);
  void warnOutside(const FileSet& files, const std::vector<TraceRoot>& traces);

  std::vector<std::unique_ptr<Part>> parts_;
  std::vector<Place> places_;        // By stream.
  std::vector<size_t> mergedParts_;  // By merge.
};

// Returns what to add to the trace's times so that the traces agree in wall-clock time. The first trace keeps its own
// times, which are those that LTTV shows.
Time Reader::shiftOf(const FileSet& files, const TraceRoot& trace) {
  ClockInfo own = Clock(trace.first, 0).info();
  Time shift = 0;
  bool known = own.hasWallOffset && info_.clock.hasWallOffset &&
               !__builtin_sub_overflow(own.wallOffsetNs, info_.clock.wallOffsetNs, &shift) && shift == clampTime(shift);
  if (known) return shift;
  warnings_.add(files.files()[trace.position].path, kNoOffset, "when the trace began, to lay it beside the first",
                "nothing of use; its times are its own");
  return 0;
}

void Reader::add(Part& part, const std::string& label) {
  size_t base = streams_.size(), position = parts_.size() - 1;
  for (StreamInfo& stream : part.makeStreams()) {
    if (stream.begin <= stream.end) {
      bool first = info_.begin > info_.end;
      info_.begin = first ? stream.begin : std::min(info_.begin, stream.begin);
      info_.end = first ? stream.end : std::max(info_.end, stream.end);
    }
    places_.push_back({position, streams_.size() - base});
    streams_.push_back(std::move(stream));
  }
  MergeInfo merge;
  merge.name = label.empty() ? "processes" : "processes of " + label;
  for (uint32_t file : part.merged()) merge.inputs.push_back(static_cast<uint32_t>(base + file));
  if (merge.inputs.empty()) return;
  merge.fromDecoder = true;
  merges_.push_back(std::move(merge));
  mergedParts_.push_back(position);
}

void Reader::warnOutside(const FileSet& files, const std::vector<TraceRoot>& traces) {
  for (size_t i = 0; i < files.files().size(); ++i) {
    const FileEntry& entry = files.files()[i];
    Candidate candidate;
    bool owned = std::any_of(traces.begin(), traces.end(),
                             [&](const TraceRoot& trace) { return entry.path.starts_with(trace.path); });
    if (owned || !isCandidate(entry, i, candidate)) continue;
    warnings_.add(entry.path, kNoOffset, "files of a trace with its metadata", "a folder without, which is left out");
    return;
  }
}

}  // namespace

Probe probe(const FileSet& files) {
  std::string otherVersion;
  if (anyTraceFile(files, otherVersion) || !findTraces(files, otherVersion).empty()) return {100, {}};
  if (otherVersion.empty()) return {};
  return {0, otherVersion + ", of which the versions 0.3 to 0.8, 1.0 and 2.0 to 2.6 are read"};
}

Result<std::unique_ptr<TraceReader>> open(const FileSet& files) {
  std::string otherVersion;
  std::vector<TraceRoot> traces = findTraces(files, otherVersion);
  if (traces.empty())
    return Error{files.displayName(), kNoOffset,
                 "holds tracefiles of LTTng, but not the one that describes their events (metadata_0, or "
                 "control/facilities_0): drop the whole folder of the trace"};
  return std::unique_ptr<TraceReader>(std::make_unique<Reader>(files, std::move(traces)));
}

}  // namespace tp::lttng
