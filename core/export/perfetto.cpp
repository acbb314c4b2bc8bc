#include "core/export/perfetto.h"

#include <algorithm>
#include <map>

#include "core/export/protobuf.h"
#include "core/export/track_place.h"
#include "core/text/visible_text.h"

namespace tp {
namespace {

using namespace protobuf;

// Numbers of fields in Perfetto's messages.
constexpr uint32_t kTracePacket = 1;
struct Packet {
  static constexpr uint32_t kTimestamp = 8, kSequence = 10, kTrackEvent = 11, kInterned = 12, kFlags = 13,
                            kTrackDescriptor = 60;
};
struct Descriptor {
  static constexpr uint32_t kUuid = 1, kName = 2, kProcess = 3, kThread = 4, kParent = 5, kCounter = 8, kOrdering = 11,
                            kRank = 12;
};
struct Event {
  static constexpr uint32_t kAnnotation = 4, kType = 9, kNameIid = 10, kTrack = 11, kCounterValue = 30;
};
enum class Type : uint8_t { Begin = 1, End = 2, Instant = 3, Counter = 4 };
constexpr uint32_t kAnnotationIid = 1, kAnnotationInt = 4, kAnnotationString = 6;
constexpr uint32_t kInternedEventNames = 2, kInternedAnnotationNames = 3;
constexpr uint32_t kIid = 1, kInternedName = 2;
constexpr uint64_t kClearsState = 1, kNeedsState = 2;
constexpr uint64_t kSequenceId = 1;
// Children are listed in the order of their rank.
constexpr uint64_t kExplicitOrder = 3;

// Names of annotations of an event.
enum Annotation : uint64_t { kArgs = 1, kReturned = 2, kCpu = 3, kDuration = 4 };

// Text fields must be UTF-8.
std::string utf8(std::string_view text) {
  bool plain = std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  return plain ? std::string(text) : validUtf8(text);
}

class PerfettoWriter final : public ExportWriter {
 public:
  void begin(const TraceInfo&, const ExportTracks& tracks, std::string& out) override {
    async_.resize(tracks.table.size());
    std::string packet, interned;
    number(packet, Packet::kSequence, kSequenceId);
    number(packet, Packet::kFlags, kClearsState);
    for (auto [iid, name] : {std::pair{kArgs, "args"}, {kReturned, "returned"}, {kCpu, "cpu"}, {kDuration, "duration"}})
      intern(interned, kInternedAnnotationNames, iid, name);
    bytes(packet, Packet::kInterned, interned);
    bytes(out, kTracePacket, packet);
    for (TrackId id = 0; id < tracks.table.size(); ++id)
      if (tracks.used[id]) describe(tracks.table, id, out);
  }

  void sliceBegin(const ExportItem& item, Time time, std::string& out) override {
    event(Type::Begin, uuid(item.track), time, &item, kArgs, out);
  }
  void sliceEnd(const ExportItem& item, Time time, std::string& out) override {
    ExportItem end = item;
    end.cpu = -1;
    event(Type::End, uuid(item.track), time, &end, kReturned, out);
  }
  void slice(const ExportItem& item, Time begin, Time end, std::string& out) override {
    uint64_t track = async_[item.track] ? overlapping(item, out) : uuid(item.track);
    event(Type::Begin, track, begin, &item, kArgs, out);
    event(Type::End, track, end, nullptr, kArgs, out);
  }
  void instant(const ExportItem& item, Time time, std::string& out) override {
    event(Type::Instant, uuid(item.track), time, &item, kArgs, out);
  }
  void counter(const ExportItem& item, Time time, int64_t value, std::string& out) override {
    std::string event;
    number(event, Event::kType, static_cast<uint64_t>(Type::Counter));
    number(event, Event::kTrack, uuid(item.track));
    number(event, Event::kCounterValue, static_cast<uint64_t>(value));
    packet(time, event, {}, out);
  }
  void end(std::string&) override {}

 private:
  static uint64_t uuid(TrackId track) { return uint64_t{track} + 1; }

  static void intern(std::string& interned, uint32_t field, uint64_t iid, std::string_view name) {
    std::string entry;
    number(entry, kIid, iid);
    bytes(entry, kInternedName, name);
    bytes(interned, field, entry);
  }

  void describe(const TrackTable& tracks, TrackId id, std::string& out) {
    const Track& track = tracks[id];
    TrackId owner = placeOf(tracks, id);
    std::string own, packet;
    number(own, Descriptor::kUuid, uuid(id));
    async_[id] = track.key.kind == TrackKind::Async;
    if (isOsProcess(track)) {
      std::string process;
      number(process, 1, static_cast<uint64_t>(track.key.pid));
      bytes(process, 6, utf8(track.name));
      bytes(own, Descriptor::kProcess, process);
    } else if (isOsThread(track)) {
      std::string thread;
      // If the process is not known, the thread is taken for one.
      number(thread, 1, static_cast<uint64_t>(isOsProcess(tracks[owner]) ? tracks[owner].key.pid : track.key.tid));
      number(thread, 2, static_cast<uint64_t>(track.key.tid));
      bytes(thread, 5, utf8(track.name));
      bytes(own, Descriptor::kThread, thread);
    } else {
      bytes(own, Descriptor::kName, utf8(track.name));
      if (track.parent != kNoTrack) number(own, Descriptor::kParent, uuid(track.parent));
      if (track.key.kind == TrackKind::Counter) bytes(own, Descriptor::kCounter, {});
      if (track.key.kind == TrackKind::Group) number(own, Descriptor::kOrdering, kExplicitOrder);
      number(own, Descriptor::kRank, static_cast<uint64_t>(std::clamp<int64_t>(track.order, 0, 1 << 30)));
    }
    bytes(packet, Packet::kTrackDescriptor, own);
    bytes(out, kTracePacket, packet);
  }

  // Returns a track for each row of slices that overlap, and describes it when it is new.
  uint64_t overlapping(const ExportItem& item, std::string& out) {
    uint64_t track = (uint64_t{1} << 32) + (uuid(item.track) << 16) + item.depth;
    auto [at, fresh] = rows_.try_emplace(track, true);
    if (!fresh) return track;
    std::string own, packet;
    number(own, Descriptor::kUuid, track);
    bytes(own, Descriptor::kName, utf8(item.text));
    number(own, Descriptor::kParent, uuid(item.track));
    bytes(packet, Packet::kTrackDescriptor, own);
    bytes(out, kTracePacket, packet);
    return track;
  }

  void annotate(std::string& event, Annotation name, uint32_t field, std::string_view text, uint64_t value) {
    std::string annotation;
    number(annotation, kAnnotationIid, name);
    if (field == kAnnotationString) {
      bytes(annotation, field, utf8(text));
    } else {
      number(annotation, field, value);
    }
    bytes(event, Event::kAnnotation, annotation);
  }

  void event(Type type, uint64_t track, Time time, const ExportItem* item, Annotation args, std::string& out) {
    event_.clear();
    interned_.clear();
    number(event_, Event::kType, static_cast<uint64_t>(type));
    number(event_, Event::kTrack, track);
    if (item != nullptr && type != Type::End) {
      number(event_, Event::kNameIid, uint64_t{item->name} + 1);
      if (item->name >= known_.size()) known_.resize(item->name + size_t{1}, false);
      if (!known_[item->name]) {
        known_[item->name] = true;
        intern(interned_, kInternedEventNames, uint64_t{item->name} + 1, utf8(item->text));
      }
    }
    if (item != nullptr && !item->args.empty()) annotate(event_, args, kAnnotationString, item->args, 0);
    if (item != nullptr && item->cpu >= 0) annotate(event_, kCpu, kAnnotationInt, {}, static_cast<uint64_t>(item->cpu));
    if (item != nullptr && !item->duration.empty()) annotate(event_, kDuration, kAnnotationString, item->duration, 0);
    packet(time, event_, interned_, out);
  }

  void packet(Time time, std::string_view event, std::string_view interned, std::string& out) {
    packet_.clear();
    number(packet_, Packet::kTimestamp, static_cast<uint64_t>(std::max<Time>(0, time)));
    number(packet_, Packet::kSequence, kSequenceId);
    number(packet_, Packet::kFlags, kNeedsState);
    if (!interned.empty()) bytes(packet_, Packet::kInterned, interned);
    bytes(packet_, Packet::kTrackEvent, event);
    bytes(out, kTracePacket, packet_);
  }

  std::vector<bool> async_;
  std::vector<bool> known_;  // names that were written already
  std::map<uint64_t, bool> rows_;
  std::string event_, interned_, packet_;
};

}  // namespace

std::unique_ptr<ExportWriter> makePerfettoWriter() {
  return std::make_unique<PerfettoWriter>();
}

}  // namespace tp
