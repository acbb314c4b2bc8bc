#include "core/formats/lttng/facilities.h"

#include <algorithm>
#include <charconv>

#include "core/formats/lttng/facility_types.h"
#include "core/formats/lttng/markers.h"
#include "core/formats/lttng/meanings.h"
#include "core/formats/lttng/metadata.h"
#include "core/formats/lttng/xml_salvage.h"

namespace tp::lttng {
namespace {

constexpr uint64_t kMaxDescription = uint64_t{4} << 20;
constexpr size_t kMaxDescriptions = 1000;
constexpr size_t kMaxEvents = 256;
constexpr std::string_view kLoadFields =
    "name %s checksum #4x%x id #4u%u int #4u%u long #4u%u pointer #4u%u size_t "
    "#4u%u alignment #4u%u";
constexpr size_t kNumbersOfLoad = 7;

// The event that the tracer writes when a facility is loaded.
struct Load {
  std::string name;
  uint32_t checksum = 0;
  uint8_t id = 0;
  TypeSizes sizes;
  uint8_t alignment = 0;
};

struct Description {
  std::string path;
  std::string_view baseName;  // The file's name without .xml.
  bool own = false;           // The file is in the folder of the trace.
  XmlElement facility;
};

// The architectures by number, as the tracer's headers list them. Descriptions for one architecture name it in `arch`.
constexpr std::string_view kArchitectures[] = {"",    "i386",  "ppc",    "sh", "s390",   "mips",
                                               "arm", "ppc64", "x86_64", "c2", "powerpc"};

class FacilityReader {
 public:
  FacilityReader(const FileSet& files, std::string_view root, const std::vector<TraceFile>& traceFiles,
                 Markers& markers, NameTable& names, WarningLog& warnings)
      : files_(files), root_(root), traceFiles_(traceFiles), markers_(markers), names_(names), warnings_(warnings) {}

  void run();

 private:
  void addCore(const Layout& layout);
  void addBuiltIn(bool compact, uint16_t id, const char* name, std::string_view format, const Layout& layout);
  void readLoads(const TraceFile& file);
  void readDescriptions();
  const Description* describing(const Load& load) const;
  void addFacility(const Load& load, const Layout& layout);

  const FileSet& files_;
  std::string_view root_;
  const std::vector<TraceFile>& traceFiles_;
  Markers& markers_;
  NameTable& names_;
  WarningLog& warnings_;
  std::vector<Load> loads_;
  std::vector<Description> descriptions_;
  uint32_t archType_ = 0;
  size_t fieldsLeft_ = size_t{1} << 16;
};

void FacilityReader::addBuiltIn(bool compact, uint16_t id, const char* name, std::string_view format,
                                const Layout& layout) {
  Marker marker;
  marker.name = names_.intern(name);
  marker.known = parseFormat(format, {}, kNumbersOfLoad + 1, marker.fields);
  marker.setsTsc = std::string_view(name).ends_with("_full");
  // The numbers after the name are a structure, which the tracer aligns like a pointer.
  if (format == kLoadFields && marker.known) marker.fields[1].alignFrom = layout.archSize;
  layOut(marker, layout, layout.alignment);
  markers_.addFacilityEvent(compact, id, std::move(marker));
}

// LTTV knows the core facility without a description. Its events changed their numbers twice: with 0.4 the heartbeat
// moved before the state dump, and with 0.8 the full heartbeat came between the two.
void FacilityReader::addCore(const Layout& layout) {
  struct Core {
    const char* name;
    std::string_view format;
    uint8_t first, middle, last;  // The event's number in 0.3, from 0.4 to 0.7, and in 0.8; kNone if it did not exist.
  };
  constexpr uint8_t kNone = 255;
  constexpr Core kCore[] = {
      {"core.facility_load", kLoadFields, 0, 0, 0},
      {"core.facility_unload", "id #4u%u", 1, 1, 1},
      {"core.time_heartbeat", " ", 3, 2, 2},
      {"core.time_heartbeat_full", "tsc #8u%llu", kNone, kNone, 3},
      {"core.state_dump_facility_load", kLoadFields, 2, 3, 4},
  };
  markers_.nameFacility(0, "core");
  for (const Core& core : kCore) {
    uint8_t event = layout.before(0, 4) ? core.first : layout.before(0, 8) ? core.middle : core.last;
    if (event != kNone) addBuiltIn(false, facilityEvent(0, event), core.name, core.format, layout);
  }
}

// Which event of the core facility is a load depends on the version, and when exactly that changed is not known. A load
// is recognised by its name and seven numbers, which no other event of the core has.
void FacilityReader::readLoads(const TraceFile& file) {
  const Endian endian = file.first.layout.endian;
  eachEvent(file, markers_.channel(file.channel), &warnings_, [&](const RawEvent& event, Bytes payload, uint64_t) {
    if (event.id >> 8 != 0) return;
    Cursor cursor(payload, endian);
    Load load;
    load.name = cursor.cString();
    constexpr size_t kNumbers = kNumbersOfLoad * sizeof(uint32_t);
    // Between the name and the numbers may be alignment, which not all versions have.
    if (cursor.failed() || load.name.empty() || cursor.remaining() < kNumbers || cursor.remaining() > kNumbers + 7)
      return;
    cursor.seek(payload.size() - kNumbers);
    load.checksum = cursor.u32();
    uint32_t id = cursor.u32();
    auto byte = [&cursor] { return static_cast<uint8_t>(std::min<uint32_t>(cursor.u32(), 255)); };
    load.sizes = {byte(), byte(), byte(), byte()};
    load.alignment = byte();
    load.id = static_cast<uint8_t>(id);
    if (id == 0 || id > 255) return;
    bool fresh = std::none_of(loads_.begin(), loads_.end(), [&](const Load& other) { return other.id == load.id; });
    if (fresh) loads_.push_back(std::move(load));
  });
}

void FacilityReader::readDescriptions() {
  constexpr std::string_view kEnd = ".xml";
  for (const FileEntry& entry : files_.files()) {
    std::string_view base = entry.baseName();
    if (!base.ends_with(kEnd) || descriptions_.size() >= kMaxDescriptions) continue;
    base.remove_suffix(kEnd.size());
    bool wanted =
        std::any_of(loads_.begin(), loads_.end(), [&](const Load& load) { return base.starts_with(load.name); });
    if (!wanted || entry.source->size() > kMaxDescription) continue;
    std::vector<std::byte> bytes = readAll(*entry.source);
    Description out;
    std::string problem;
    if (!parseXml(asText(bytes), out.facility, problem) || out.facility.name != "facility") {
      warnings_.add(entry.path, kNoOffset, "the description of a facility",
                    (problem.empty() ? "something else" : problem) + "; what is whole of it is taken");
      salvageFacility(asText(bytes), base.substr(0, base.find_last_not_of("_0123456789") + 1), out.facility);
    }
    out.path = entry.path;
    out.baseName = base;
    out.own = entry.path.starts_with(root_);
    descriptions_.push_back(std::move(out));
  }
}

// LTTV looks for NAME_CHECKSUM.xml. The tracer's own files are called NAME.xml or NAME_ARCHITECTURE.xml.
const Description* FacilityReader::describing(const Load& load) const {
  std::string exact = load.name + "_" + std::to_string(load.checksum);
  const Description* best = nullptr;
  int bestRank = 0;
  for (const Description& tried : descriptions_) {
    if (tried.facility.attribute("name") != load.name) continue;
    std::string_view arch = tried.facility.attribute("arch");
    bool known = archType_ > 0 && archType_ < std::size(kArchitectures);
    if (!arch.empty() && known && arch != kArchitectures[archType_]) continue;
    std::string_view rest = tried.baseName.substr(std::min(load.name.size(), tried.baseName.size()));
    bool otherChecksum = rest.size() > 1 && rest[0] == '_' &&
                         rest.find_first_not_of("0123456789", 1) == std::string_view::npos && tried.baseName != exact;
    if (otherChecksum) continue;
    int rank = 1 + (tried.own ? 1 : 0) + (tried.baseName == exact ? 2 : 0);
    if (rank <= bestRank) continue;
    best = &tried;
    bestRank = rank;
  }
  return best;
}

void FacilityReader::addFacility(const Load& load, const Layout& layout) {
  markers_.nameFacility(load.id, load.name);
  const Description* description = describing(load);
  if (description == nullptr) {
    warnings_.add(
        std::string(root_), kNoOffset,
        "a description of the facility " + load.name + ", " + load.name + "_" + std::to_string(load.checksum) + ".xml",
        "none; its events are shown as bytes");
    return;
  }
  FacilityTypes types(description->facility, load.sizes);
  bool compact = load.name == "compact";
  size_t event = 0;
  for (const XmlElement& element : description->facility.children) {
    if (element.name != "event") continue;
    if (event >= kMaxEvents) break;
    Marker marker;
    std::string name = load.name + "." + std::string(element.attribute("name"));
    marker.name = names_.intern(name);
    marker.switches = meaningOf(name).meaning == Meaning::Schedule;
    marker.known = types.fieldsOf(element, fieldsLeft_, marker.fields);
    if (!marker.known) {
      warnings_.add(description->path, kNoOffset, "types that are known, in the event " + name, "others");
      marker.fields.clear();
    }
    fieldsLeft_ -= marker.fields.size();
    layOut(marker, layout, compact ? 0 : load.alignment);
    marker.setsTsc = compact && name == "compact.time_heartbeat_full";
    if (compact) markers_.addFacilityEvent(true, static_cast<uint16_t>(event), marker);
    markers_.addFacilityEvent(false, facilityEvent(load.id, static_cast<uint8_t>(event)), std::move(marker));
    ++event;
  }
}

void FacilityReader::run() {
  const TraceFile* first = nullptr;
  for (const TraceFile& file : traceFiles_)
    if (file.metadata && first == nullptr) first = &file;
  if (first == nullptr) return;
  const Layout& layout = first->first.layout;
  archType_ = first->first.archType;
  addCore(layout);
  for (const TraceFile& file : traceFiles_)
    if (file.metadata) readLoads(file);
  readDescriptions();
  for (const Load& load : loads_) addFacility(load, layout);
  // Without a description, at least the times of compact events up to the first one with a payload can be read.
  addBuiltIn(true, 0, "compact.time_heartbeat", " ", layout);
  addBuiltIn(true, 1, "compact.time_heartbeat_full", "tsc #8u%llu", layout);
}

}  // namespace

void readFacilities(const FileSet& files, std::string_view root, const std::vector<TraceFile>& traceFiles,
                    Markers& markers, NameTable& names, WarningLog& warnings) {
  FacilityReader(files, root, traceFiles, markers, names, warnings).run();
}

}  // namespace tp::lttng
