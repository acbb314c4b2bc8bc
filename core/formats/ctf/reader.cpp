#include "core/formats/ctf/reader.h"

#include <algorithm>

#include "core/decode/origin.h"
#include "core/formats/ctf/meanings.h"
#include "core/formats/ctf/part.h"

namespace tp::ctf {
namespace {

// Returns labels for the traces of a drop: their folders, without what all have in common. A single trace has an empty
// label.
std::vector<std::string> labelsOf(const std::vector<Trace>& traces) {
  std::vector<std::string> out(traces.size());
  if (traces.size() < 2) return out;
  std::vector<std::string> folders;
  for (const Trace& trace : traces) folders.push_back(trace.folder);
  const std::string common = commonFolder(folders);
  for (size_t i = 0; i < traces.size(); ++i) {
    out[i] = traces[i].folder.substr(common.size());
    if (!out[i].empty()) out[i].pop_back();
    if (out[i].empty()) out[i] = "trace";
  }
  return out;
}

// A drop may have many files.
constexpr size_t kMaxLookedAt = 256;

// Whether the file begins as packets of LTTng and most others do, in either byte order.
bool isStream(const FileEntry& file) {
  const std::vector<std::byte> head = readAll(*file.source, 0, 4);
  const std::string_view begin = asText(head);
  return begin == "\xc1\x1f\xfc\xc1" || begin == "\xc1\xfc\x1f\xc1";
}

class Reader final : public TraceReader {
 public:
  // Returns why the traces can't be read, if so.
  std::optional<Error> read(const FileSet& files) {
    Result<std::vector<Trace>> traces = findTraces(files, names_, warnings_);
    if (!traces) return traces.error();
    const std::vector<std::string> labels = labelsOf(*traces);
    info_.format = "ctf";
    info_.origin = readOriginFile(files, commonFolder(findFolders(files)) + std::string(kOriginFolder));
    info_.version = traces->front().layout->trace().version == 2 ? "2" : "1.8";
    for (size_t i = 0; i < traces->size(); ++i) {
      const TraceClass& trace = (*traces)[i].layout->trace();
      const Machine& own = machine(trace.env(isPerf(trace) ? "host" : "hostname"));
      parts_.push_back(
          std::make_unique<Part>(std::move((*traces)[i]), labels[i], *own.threads, own.label, functions_, *this));
      Part& part = *parts_.back();
      if (i == 0) {
        info_.clock = part.clock().info();
      } else {
        align(part);
      }
      add(part, labels[i]);
      part.describe(info_);
    }
    if (hasAddresses())
      for (const FileEntry& file : files.files()) functions_.add(file);
    return std::nullopt;
  }

  bool addFiles(const FileSet& files, std::vector<NameId>& renamed) override {
    bool taken = false;
    for (const FileEntry& file : files.files()) taken = functions_.add(file) || taken;
    if (taken) functions_.nameAgain(renamed);
    return taken;
  }

  void setTraits(const FormatTraits& traits) override {
    info_.traits = traits;
    info_.traits.kernel = hasAny("processes");
    info_.traits.calls = hasAny("calls");
    info_.traits.namesBeside = hasAddresses();
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
  struct Machine {
    std::string label;  // of its tracks; empty for the first one
    std::unique_ptr<kernel::ThreadTracks> threads;
  };

  bool hasAny(std::string_view merged) const {
    return std::any_of(parts_.begin(), parts_.end(), [&](const auto& part) { return part->merged() == merged; });
  }

  bool hasAddresses() const {
    return std::any_of(parts_.begin(), parts_.end(), [](const auto& part) { return part->hasAddresses(); });
  }

  // Programs and the kernel of one machine have the same threads.
  const Machine& machine(const std::string& hostname) {
    const auto [at, isNew] = machines_.try_emplace(hostname);
    if (!isNew) return at->second;
    if (machines_.size() > 1) at->second.label = hostname.empty() ? "unknown machine" : hostname;
    at->second.threads = std::make_unique<kernel::ThreadTracks>(tracks_, at->second.label, nullptr);
    return at->second;
  }

  void add(Part& part, const std::string& label) {
    const size_t position = parts_.size() - 1, first = streams_.size();
    std::vector<StreamInfo> streams = part.makeStreams();
    MergeInfo merge;
    merge.name = part.merged() + (label.empty() ? "" : " of " + label);
    merge.fromDecoder = true;
    for (StreamInfo& stream : streams) {
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

  FunctionNames functions_{names_, warnings_};
  std::map<std::string, Machine> machines_;  // by hostname
  std::vector<std::unique_ptr<Part>> parts_;
  std::vector<Place> places_;        // by stream
  std::vector<size_t> mergedParts_;  // by merge
};

}  // namespace

bool mayHoldNames(const FileEntry& file) {
  return FunctionNames::mayHoldNames(file);
}

Probe probe(const FileSet& files) {
  if (!findFolders(files).empty()) return {95, {}};
  for (size_t i = 0; i < std::min(files.files().size(), kMaxLookedAt); ++i)
    if (isStream(files.files()[i]))
      return {0, "There are streams of a CTF trace, but not the file metadata of their folder, which describes them"};
  return {0, {}};
}

Result<std::unique_ptr<TraceReader>> open(const FileSet& files) {
  auto reader = std::make_unique<Reader>();
  if (const std::optional<Error> refused = reader->read(files)) return *refused;
  return std::unique_ptr<TraceReader>(std::move(reader));
}

}  // namespace tp::ctf
