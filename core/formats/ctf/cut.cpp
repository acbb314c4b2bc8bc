#include "core/formats/ctf/cut.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "core/decode/origin.h"
#include "core/formats/ctf/anonymous.h"
#include "core/formats/ctf/packet_cut.h"
#include "core/formats/ctf/reader.h"
#include "core/formats/ctf/stream_decoder.h"

namespace tp::ctf {
namespace {

constexpr size_t kHeadRead = 4096, kMostHead = size_t{1} << 20;

struct Into {
  const CutRequest& request;
  CutSink& sink;
  Pseudonyms& names;
  CutSummary& summary;
  WarningLog& warnings;
};

// What is counted of a stream, over all files that have its packets.
struct Counts {
  bool any = false;        // a packet was written
  uint64_t discarded = 0;  // counted before the cut
  uint64_t counted = 0;    // the counter of the packet before
  uint64_t sequence = 0;   // of the first packet that is written
};

// Cuts a file, packet by packet.
class FileCut {
 public:
  FileCut(const Shared& shared, const DataFile& file, const Into& into, Counts& counts)
      : layout_(*shared.trace.layout), shared_(shared), file_(file), into_(into), counts_(counts) {}

  void run() {
    for (const Extent& extent : file_.extents) {
      uint64_t at = extent.offset;
      while (at < extent.offset + extent.size && !into_.sink.stopped()) {
        const uint64_t size = packet(at, extent.offset + extent.size - at);
        if (size == 0) break;
        at += size;
      }
    }
  }

 private:
  // Which events of a packet are in the cut.
  struct Kept {
    PacketChange change;
    uint64_t records = 0;
    bool any = false;
  };

  uint64_t packet(uint64_t at, uint64_t left);
  // Takes texts out of the events in `bytes`, if that is wanted.
  Kept events(const Packet& packet, std::span<std::byte> bytes, uint64_t at);
  bool overlaps(const Packet& packet) const;
  void write(uint64_t at, const Packet& packet, const Bytes& bytes, Kept& kept);

  const TraceLayout& layout_;
  const Shared& shared_;
  const DataFile& file_;
  const Into& into_;
  Told told_;
  uint64_t number_ = 0;  // of the next event, where no clock tells the time
  Counts& counts_;
};

// Returns the size of the packet at `at` of the file; 0 if there is none.
uint64_t FileCut::packet(uint64_t at, uint64_t left) {
  std::pair<std::string, std::string> problem;
  Packet head;
  HeadResult result = HeadResult::NeedMore;
  for (size_t size = kHeadRead; result == HeadResult::NeedMore && size <= kMostHead; size *= 16) {
    const std::vector<std::byte> bytes = readAll(*file_.source, at, std::min<uint64_t>(size, left));
    result = readHead(layout_, bytes, left, told_, head, problem);
  }
  if (result != HeadResult::Read) {
    if (problem.second != "zeros")
      into_.warnings.add(file_.path, at, problem.first, problem.second + "; the rest of the file is left out");
    return 0;
  }
  const uint64_t size = std::min(head.size, left);
  std::vector<std::byte> bytes = readAll(*file_.source, at, size);
  if (bytes.size() < (head.events + 7) / 8) return 0;
  const Told own = told_;
  Kept kept = events(head, bytes, at);
  told_.known = own.known;
  told_.roles = own.roles;
  write(at, head, bytes, kept);
  counts_.counted = own.of(Role::Discarded);
  return size;
}

FileCut::Kept FileCut::events(const Packet& packet, std::span<std::byte> bytes, uint64_t at) {
  Kept out;
  const Clock& clock = shared_.clocks[static_cast<size_t>(packet.stream - layout_.streams().data())];
  const bool isTimed = packet.stream->program->clock != nullptr;
  BitReader in(bytes, 0, packet.content);
  in.seek(packet.events);
  uint64_t skipped = 0;
  while (true) {
    in.align(packet.stream->headerAlignment);
    const uint64_t begin = in.at(), before = told_.clock;
    if (begin >= std::min(packet.content, bytes.size() * uint64_t{8})) break;
    Event event;
    const EventResult result = readEvent(layout_, *packet.stream, in, told_, event);
    if (result != EventResult::Read || in.failed() || in.at() == begin) {
      const std::string found = result == EventResult::Read ? "something else" : wordsOf(result, told_);
      into_.warnings.add(file_.path, at + begin / 8, "an event that can be read",
                         found + "; the rest of the packet is not looked at");
      // Texts in it are not known.
      if (into_.request.anonymise)
        std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(std::min<uint64_t>(bytes.size(), begin / 8 + 1)),
                  bytes.end(), std::byte{0});
      break;
    }
    if (into_.request.anonymise) anonymiseEvent(layout_.events()[event.number], bytes, begin, told_, into_.names);
    const Time time = isTimed ? clock.at(event.time) : static_cast<Time>(number_++);
    if (into_.request.hasTime(time)) {
      if (!out.any) {
        out.change.first = begin;
        out.change.begin = before;
        out.change.cutsFront = skipped > 0;
      }
      out.any = true;
      ++out.records;
      out.change.end = in.at();
      out.change.last = event.time;
      out.change.cutsBack = false;
    } else if (!out.any) {
      ++skipped;
    } else {
      out.change.cutsBack = true;
    }
  }
  return out;
}

// Whether the packet tells that the tracer recorded within the range.
bool FileCut::overlaps(const Packet& packet) const {
  const Clock& clock = shared_.clocks[static_cast<size_t>(packet.stream - layout_.streams().data())];
  if (!told_.has(Role::PacketBegin) || !told_.has(Role::PacketEnd)) return false;
  return clock.at(told_.of(Role::PacketBegin)) <= into_.request.to &&
         clock.at(told_.of(Role::PacketEnd)) >= into_.request.from;
}

void FileCut::write(uint64_t at, const Packet& packet, const Bytes& bytes, Kept& kept) {
  if (!kept.any && !overlaps(packet)) return;
  PacketChange& change = kept.change;
  if (!kept.any) {
    // It tells that nothing happened.
    change.first = change.end = packet.events;
    change.cutsBack = packet.content > packet.events;
    change.last = told_.of(Role::PacketBegin);
  }
  if (change.cutsFront && !canCutFront(layout_, packet, change.first)) {
    into_.warnings.add(file_.path, at, "events that can be left out of a packet",
                       "others; those before the range stay in the cut");
    change.cutsFront = false;
  }
  Counts& counts = counts_;
  if (!counts.any) {
    counts.sequence = told_.of(Role::Sequence);
    counts.discarded = counts.counted;
  }
  counts.any = true;
  into_.summary.records += kept.records;
  // What was discarded behind the range is none of the cut's losses.
  const uint64_t counter = change.cutsBack ? std::max(counts.counted, counts.discarded) : told_.of(Role::Discarded);
  change.discarded = counter - std::min(counter, counts.discarded);
  change.sequence = told_.of(Role::Sequence) - counts.sequence;
  const bool asItIs = !change.cutsFront && !change.cutsBack && counts.discarded == 0 && counts.sequence == 0;
  std::vector<std::byte> changed;
  if (!asItIs) changed = changedPacket(layout_, packet, bytes, change);
  into_.sink.write(changed.empty() ? bytes : Bytes(changed));
}

}  // namespace

Result<CutSummary> cut(const FileSet& files, const CutRequest& request, CutSink& sink, WarningLog& warnings) {
  if (!request.tids.empty())
    return Error{files.displayName(), kNoOffset,
                 "events of one thread can't be taken out of the packets of CTF; give CPUs or a range"};
  Result<std::unique_ptr<TraceReader>> reader = open(files);
  if (!reader) return reader.error();
  const CutRequest all;
  if ((*reader)->info().clock.nsNum == 0 && (request.from != all.from || request.to != all.to))
    return Error{files.displayName(), kNoOffset, "the trace has no clock, so it can't be cut by time"};
  CutSummary summary;
  Pseudonyms names;
  const Into into{request, sink, names, summary, warnings};
  const std::vector<std::string> folders = findFolders(files);
  const size_t common = commonFolder(folders).size();
  // Names of folders can be those of programs.
  const auto pathOf = [&](const std::string& path) {
    const size_t slash = path.rfind('/') + 1;
    const auto folder = std::find(folders.begin(), folders.end(), path.substr(0, slash));
    if (!request.anonymise || folder == folders.end() || folder->size() == common) return path.substr(common);
    return "trace" + std::to_string(folder - folders.begin() + 1) + "/" + path.substr(slash);
  };
  for (const std::string& folder : folders) {
    const FileEntry* metadata = files.find(folder + "metadata");
    if (metadata == nullptr || sink.stopped()) continue;
    sink.begin(pathOf(metadata->path));
    if (!request.anonymise) {
      copyBytes(*metadata->source, 0, metadata->source->size(), sink);
      continue;
    }
    const Result<MetadataText> text = readMetadataText(*metadata, warnings);
    if (text) writeText(anonymousMetadata(text->text, names), sink);
  }
  if (request.origin) {
    // What lies beside the metadata would be taken for a stream.
    sink.begin(std::string(kOriginFolder) + std::string(kOriginFile));
    writeText(originText(*request.origin), sink);
  }
  std::vector<std::unique_ptr<StreamDecoder>> decoders;
  for (size_t i = 0; i < (*reader)->streams().size(); ++i) decoders.push_back((*reader)->decoder(i));
  const auto fileOf = [](const std::unique_ptr<StreamDecoder>& decoder) -> const FileDecoder& {
    return static_cast<const FileDecoder&>(*decoder);
  };
  // What the files of a stream count goes on from one to the next.
  std::stable_sort(decoders.begin(), decoders.end(),
                   [&](const auto& a, const auto& b) { return fileOf(a).file().begin < fileOf(b).file().begin; });
  std::map<std::tuple<const Shared*, const StreamLayout*, uint64_t>, Counts> streams;
  for (const std::unique_ptr<StreamDecoder>& decoder : decoders) {
    const DataFile& file = fileOf(decoder).file();
    const Shared& shared = fileOf(decoder).shared();
    if (sink.stopped() || !request.hasCpu(file.cpu)) continue;
    Counts own;
    Counts& counts = file.instance ? streams[{&shared, file.stream, *file.instance}] : own;
    sink.begin(pathOf(file.path));
    FileCut(shared, file, into, counts).run();
  }
  warnings.append((*reader)->warnings());
  return summary;
}

}  // namespace tp::ctf
