// What the metadata says about events: which id belongs to which marker, and the marker's fields.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/formats/lttng/marker_format.h"
#include "core/formats/lttng/sub_buffer.h"
#include "core/io/warning_log.h"
#include "core/trace/names.h"

namespace tp::lttng {

// Tables from which LTTV shows a name beside a number.
enum class Symbols : uint8_t { None, Syscalls, Softirqs, Kprobes, Irqs, Traps };
inline constexpr size_t kSymbolKinds = 6;

// Returns the channel in the name of an event, "kernel" of "kernel.syscall_entry"; empty if there is none.
inline std::string_view channelOf(std::string_view name) {
  const size_t dot = name.find('.');
  return dot == std::string_view::npos ? std::string_view() : name.substr(0, dot);
}

struct Marker {
  // "kernel.syscall_entry"; in versions whose metadata have no channels, the name as it is there.
  NameId name = kNoName;
  std::vector<Field> fields;
  bool setsTsc = false;  // A heartbeat, whose payload is the full TSC of 64 bits.
  bool known = false;  // The fields are known. Otherwise events can only be skipped, and only if they state their size.
  bool switches = false;  // Its events tell with which thread a CPU goes on.
  bool fixed = false;     // No field varies in size: every payload takes fixedSize bytes.
  size_t fixedSize = 0;
  uint8_t largest = 1;  // Version 2.x: the payload begins at a multiple of this.
  Symbols symbols = Symbols::None;
  size_t symbolField = 0;
};

// The markers of one channel, by id. In versions 1.0 to 2.2, all channels share one set of ids.
class Channel {
 public:
  const Marker* find(uint16_t id) const {
    if (id < ids_.size()) return ids_[id] == kNone ? nullptr : &markers_[ids_[id]];
    auto found = others_.find(id);
    return found == others_.end() ? nullptr : &markers_[found->second];
  }
  void add(uint16_t id, Marker marker);
  // Returns whether there is a marker whose events are switches.
  bool switches() const {
    return std::any_of(markers_.begin(), markers_.end(), [](const Marker& marker) { return marker.switches; });
  }

 private:
  // Traces count ids from 0. Larger ids are kept in a map, so that a single one does not cost memory.
  static constexpr uint16_t kUsual = 1024;
  static constexpr uint32_t kNone = ~uint32_t{0};

  std::vector<uint32_t> ids_;
  std::unordered_map<uint16_t, uint32_t> others_;
  std::vector<Marker> markers_;
};

// Ids of the core markers.
inline constexpr uint16_t kMarkerId = 0, kMarkerFormat = 1, kHeartbeat64 = 3;

// Sets offsets and alignments of the fields, once all fields are there. `alignment` is that of the marker.
void layOut(Marker& marker, const Layout& layout, uint8_t alignment);

// Collects the descriptions of the metadata, and makes the markers of each channel from them.
class Markers {
 public:
  struct Definition {
    std::string name;
    TypeSizes sizes;
    uint8_t alignment = 0;
    size_t order = 0;  // Set by define().
    bool operator==(const Definition& other) const { return name == other.name && alignment == other.alignment; }
  };

  Markers(const Layout& layout, NameTable& names) : layout_(layout), names_(names) {}

  // Returns the markers with which the metadata channel itself is read, before any of it is known.
  Channel core() const;

  // Both return false if the trace has said something else before, which then stays.
  bool define(std::string_view channel, uint16_t id, Definition definition);
  bool setFormat(std::string_view channel, std::string_view name, std::string_view format);

  void nameFacility(uint8_t facility, std::string_view name) { facilityNames_.try_emplace(facility, name); }
  // Adds an event of a facility, whose fields are known already. Compact channels have their own ids.
  void addFacilityEvent(bool compact, uint16_t id, Marker marker);

  // Called when everything is defined: makes the markers of these channels. Warnings about what cannot be used name
  // `path`.
  void finish(const std::vector<std::string>& channels, const std::string& path, WarningLog& warnings);

  // Returns a name for an event that nothing describes.
  std::string unknownName(uint16_t id) const;

  // Returns an empty channel if the metadata do not know this one. The reference is valid as long as this object.
  const Channel& channel(std::string_view name) const;

 private:
  using Key = std::pair<std::string, std::string>;
  // A format, and its position in the order of all descriptions.
  struct Placed {
    std::string text;
    size_t order = 0;
  };

  // Returns the key under which the markers of a channel are kept.
  std::string_view keyOf(std::string_view channel) const;

  void pairLeftOver(const std::string& path, WarningLog& warnings);
  bool build(std::string_view channel, const Definition& definition, const std::string* format, Marker& out) const;

  const Layout layout_;
  NameTable& names_;
  // Limits the number of fields in all: a damaged trace could use a long format for many ids.
  mutable size_t fieldsLeft_ = size_t{1} << 16;
  std::map<std::pair<std::string, uint16_t>, Definition> ids_;
  std::map<Key, Placed> formats_;
  size_t said_ = 0;
  std::map<std::string, Channel, std::less<>> channels_;
  std::map<uint8_t, std::string> facilityNames_;
  Channel none_;
};

}  // namespace tp::lttng
