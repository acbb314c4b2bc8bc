#include "core/formats/ctf/reader.h"

#include <algorithm>

#include "core/formats/ctf/part.h"

namespace tp::ctf {
namespace {

// Returns labels for the traces of a drop: their folders, without what all have in common. A single trace has an empty
// label.
std::vector<std::string> labelsOf(const std::vector<Trace>& traces) {
  std::vector<std::string> out(traces.size());
  if (traces.size() < 2) return out;
  std::string common = traces.front().folder;
  for (const Trace& trace : traces) {
    while (!trace.folder.starts_with(common)) {
      const size_t slash = common.size() < 2 ? std::string::npos : common.rfind('/', common.size() - 2);
      common.resize(slash == std::string::npos ? 0 : slash + 1);
    }
  }
  for (size_t i = 0; i < traces.size(); ++i) {
    out[i] = traces[i].folder.substr(common.size());
    if (!out[i].empty()) out[i].pop_back();
    if (out[i].empty()) out[i] = "trace";
  }
  return out;
}

class Reader final : public TraceReader {
 public:
  // Returns why the traces can't be read, if so.
  std::optional<Error> read(const FileSet& files) {
    Result<std::vector<Trace>> traces = findTraces(files, names_, warnings_);
    if (!traces) return traces.error();
    const std::vector<std::string> labels = labelsOf(*traces);
    info_.format = "ctf";
    info_.version = traces->front().layout->trace().version == 2 ? "2" : "1.8";
    for (size_t i = 0; i < traces->size(); ++i) {
      kernel::ThreadTracks& threads = machine((*traces)[i].layout->trace().env("hostname"));
      parts_.push_back(std::make_unique<Part>(std::move((*traces)[i]), labels[i], threads, *this));
      Part& part = *parts_.back();
      if (i == 0) {
        info_.clock = part.clock().info();
      } else {
        align(part);
      }
      add(part, labels[i]);
      part.describe(info_);
    }
    return std::nullopt;
  }

  std::unique_ptr<StreamDecoder> decoder(size_t stream) override {
    if (stream >= places_.size()) return nullptr;
    return parts_[places_[stream].part]->decoder(places_[stream].file);
  }

  std::unique_ptr<StreamMerger> merger(size_t merge) override {
    return merge < mergedParts_.size() ? parts_[mergedParts_[merge]]->merger() : nullptr;
  }

  std::optional<std::string_view> systemOf(NameId name) const override { return ctf::systemOf(names_.view(name)); }

 private:
  struct Place {
    size_t part;
    size_t file;
  };

  // Programs and the kernel of one machine have the same threads.
  kernel::ThreadTracks& machine(const std::string& hostname) {
    const auto [at, isNew] = machines_.try_emplace(hostname);
    if (isNew)
      at->second = std::make_unique<kernel::ThreadTracks>(tracks_, machines_.size() == 1 ? "" : hostname, nullptr);
    return *at->second;
  }

  void add(Part& part, const std::string& label) {
    const size_t position = parts_.size() - 1, first = streams_.size();
    MergeInfo merge;
    merge.name = part.merged() + (label.empty() ? "" : " of " + label);
    merge.fromDecoder = true;
    for (StreamInfo& stream : part.makeStreams()) {
      places_.push_back({position, streams_.size() - first});
      merge.inputs.push_back(static_cast<uint32_t>(streams_.size()));
      streams_.push_back(std::move(stream));
    }
    if (part.merged().empty() || merge.inputs.empty()) return;
    merges_.push_back(std::move(merge));
    mergedParts_.push_back(position);
  }

  // Lays a further trace beside the first: as it is if both have one clock, else by the time of day.
  void align(Part& part) {
    const Part& first = *parts_.front();
    const std::string id = part.clockId();
    if (!id.empty() && id == first.clockId()) return;
    const ClockInfo& own = part.clock().info();
    Time shift = 0;
    const bool known = own.isNs && info_.clock.isNs && own.hasWallOffset && info_.clock.hasWallOffset &&
                       !__builtin_sub_overflow(own.wallOffsetNs, info_.clock.wallOffsetNs, &shift) &&
                       shift == clampTime(shift);
    if (known) return part.shift(shift);
    warnings_.add(part.metadata(), kNoOffset, "the time of day, to lay the trace beside the first",
                  "nothing of use; its times are its own");
  }

  std::vector<std::unique_ptr<Part>> parts_;
  std::map<std::string, std::unique_ptr<kernel::ThreadTracks>> machines_;  // by hostname
  std::vector<Place> places_;                                              // by stream
  std::vector<size_t> mergedParts_;                                        // by merge
};

}  // namespace

Probe probe(const FileSet& files) {
  return {findFolders(files).empty() ? 0 : 95, {}};
}

Result<std::unique_ptr<TraceReader>> open(const FileSet& files) {
  auto reader = std::make_unique<Reader>();
  if (const std::optional<Error> refused = reader->read(files)) return *refused;
  return std::unique_ptr<TraceReader>(std::move(reader));
}

}  // namespace tp::ctf
