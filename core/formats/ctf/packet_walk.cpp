#include "core/formats/ctf/packet_walk.h"

#include <algorithm>
#include <map>

#include "core/kernel/cpu_limit.h"

namespace tp::ctf {
namespace {

constexpr size_t kFirstRead = 4096, kMostRead = size_t{1} << 20;
// Heads that are read of the files of one stream; more would take seconds.
constexpr size_t kMaxHeads = size_t{1} << 18;

// Reads the head of the packet at `offset`.
HeadResult headAt(const TraceLayout& layout, const ByteSource& source, uint64_t offset, Told& told, Packet& out) {
  std::pair<std::string, std::string> problem;
  const uint64_t left = source.size() - std::min(source.size(), offset);
  for (size_t size = kFirstRead; size <= kMostRead; size *= 16) {
    const std::vector<std::byte> bytes = readAll(source, offset, std::min<uint64_t>(size, left));
    const HeadResult result = readHead(layout, bytes, left, told, out, problem);
    if (result != HeadResult::NeedMore || bytes.size() == left) return result;
  }
  return HeadResult::Bad;
}

struct Place {
  size_t file = 0;
  uint64_t offset = 0;
  uint64_t size = 0;
  uint64_t begin = 0;         // in cycles
  Counted counts;             // up to its end
  std::vector<uint64_t> key;  // equal for packets that are the same
};

bool sameBytes(const Trace& trace, const Place& a, const Place& b) {
  const ByteSource& first = *trace.files[a.file].source;
  const ByteSource& second = *trace.files[b.file].source;
  constexpr uint64_t kPiece = 65536;
  for (uint64_t at = 0; at < a.size; at += kPiece) {
    const uint64_t size = std::min(kPiece, a.size - at);
    if (readAll(first, a.offset + at, size) != readAll(second, b.offset + at, size)) return false;
  }
  return true;
}

// Appends all packets of a file. Returns false if there are too many.
bool walk(const Trace& trace, size_t number, std::vector<Place>& out) {
  const ByteSource& source = *trace.files[number].source;
  Told told;
  Packet packet;
  for (uint64_t at = 0; at < source.size();) {
    if (out.size() >= kMaxHeads) return false;
    if (headAt(*trace.layout, source, at, told, packet) != HeadResult::Read) break;
    Place place;
    place.file = number;
    place.offset = at;
    place.size = std::min(packet.size, source.size() - at);
    place.begin = told.clock;
    place.counts.discarded = told.of(Role::Discarded);
    place.counts.hasDiscarded = told.has(Role::Discarded) ? 1 : 0;
    place.counts.sequence = told.of(Role::Sequence);
    place.counts.hasSequence = told.has(Role::Sequence) ? 1 : 0;
    place.counts.end = told.of(Role::PacketEnd, told.clock);
    place.key = {place.size, packet.content, place.begin, place.counts.end, place.counts.sequence};
    out.push_back(std::move(place));
    at += out.back().size;
  }
  return true;
}

// Settles the files of one stream, which are `numbers` of the trace's.
void settleStream(Trace& trace, const std::vector<size_t>& numbers, WarningLog& warnings) {
  std::vector<Place> places;
  for (const size_t number : numbers) {
    if (walk(trace, number, places)) continue;
    warnings.add(trace.files[number].path, kNoOffset, "fewer packets in the files of one stream",
                 "so many that those which occur twice are not looked for");
    return;
  }
  // In the order of time; of packets that are the same, the first file has it.
  std::stable_sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
    return std::pair(a.begin, a.counts.sequence) < std::pair(b.begin, b.counts.sequence);
  });
  for (const size_t number : numbers) {
    trace.files[number].extents.clear();
    trace.files[number].before.clear();
  }
  std::map<size_t, uint64_t> walked;
  Counted last;
  const Place* before = nullptr;
  for (const Place& place : places) {
    walked[place.file] = std::max(walked[place.file], place.offset + place.size);
    if (before != nullptr && before->key == place.key && before->file != place.file && sameBytes(trace, *before, place))
      continue;
    DataFile& file = trace.files[place.file];
    const bool follows =
        before != nullptr && before->file == place.file && before->offset + before->size == place.offset;
    if (follows) {
      file.extents.back().size += place.size;
    } else {
      file.extents.push_back({place.offset, place.size});
      file.before.push_back(last);
    }
    last = place.counts;
    before = &place;
  }
  for (const size_t number : numbers) {
    DataFile& file = trace.files[number];
    const uint64_t size = file.source->size(), to = walked[number];
    // What is no packet is met, and told, when it is decoded.
    if (to >= size) continue;
    file.extents.push_back({to, size - to});
    file.before.emplace_back();
  }
}

}  // namespace

void settleFiles(Trace& trace, WarningLog& warnings) {
  std::map<std::pair<uint64_t, uint64_t>, std::vector<size_t>> streams;
  std::vector<DataFile> kept;
  for (DataFile& file : trace.files) {
    const ByteSource& source = *file.source;
    Told told;
    Packet packet;
    if (source.size() == 0) continue;
    const HeadResult result = headAt(*trace.layout, source, 0, told, packet);
    if (result != HeadResult::Read && trace.layout->hasMagic() &&
        !(told.has(Role::Magic) && told.of(Role::Magic) == 0xC1FC1FC1)) {
      warnings.add(file.path, 0, "a packet of a stream", "something else; the file is left out");
      continue;
    }
    if (result == HeadResult::Read) {
      file.stream = packet.stream;
      file.hasCpu = told.has(Role::Cpu) && told.of(Role::Cpu) < kernel::kMaxCpus;
      file.cpu = file.hasCpu ? static_cast<int32_t>(told.of(Role::Cpu)) : -1;
      const uint64_t stream = packet.stream->program->stream->id;
      file.begin = told.clock;
      if (told.has(Role::StreamInstance)) file.instance = told.of(Role::StreamInstance);
      if (file.instance) streams[{stream, *file.instance}].push_back(kept.size());
    }
    kept.push_back(std::move(file));
  }
  trace.files = std::move(kept);
  for (const auto& [key, numbers] : streams)
    if (numbers.size() > 1) settleStream(trace, numbers, warnings);
}

}  // namespace tp::ctf
