// What the metadata says of the events: which id is which marker, and what its fields are.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/formats/lttng/marker_format.h"
#include "core/formats/lttng/sub_buffer.h"
#include "core/io/warning_log.h"
#include "core/trace/names.h"

namespace tp::lttng {

// Tables by which LTTV puts a name beside a number.
enum class Symbols : uint8_t { None, Syscalls, Softirqs, Kprobes, Irqs, Traps };
inline constexpr size_t kSymbolKinds = 6;

struct Marker {
  NameId name = kNoName;  // "kernel.syscall_entry"; in the versions without channels in the metadata as it is there
  std::vector<Field> fields;
  bool setsTsc = false;   // a heartbeat whose payload is all 64 bits of the TSC
  bool known = false;     // its fields are known; else events of it can only be skipped, where they say their size
  bool switches = false;  // its events say which thread a CPU goes on with
  bool fixed = false;     // no strings: every payload is fixedSize long
  size_t fixedSize = 0;
  uint8_t largest = 1;  // 2.x: the payload begins at a multiple of this
  Symbols symbols = Symbols::None;
  size_t symbolField = 0;
};

// The markers of one channel, by id. Version 1.0 to 2.2 number them through the whole trace.
class Channel {
 public:
  const Marker* find(uint16_t id) const {
    if (id < ids_.size()) return ids_[id] == kNone ? nullptr : &markers_[ids_[id]];
    auto found = others_.find(id);
    return found == others_.end() ? nullptr : &markers_[found->second];
  }
  void add(uint16_t id, Marker marker);
  // There is a marker whose events are switches.
  bool switches() const {
    return std::any_of(markers_.begin(), markers_.end(), [](const Marker& marker) { return marker.switches; });
  }

 private:
  // Traces count from 0; what is beyond must not cost memory by its number.
  static constexpr uint16_t kUsual = 1024;
  static constexpr uint32_t kNone = ~uint32_t{0};

  std::vector<uint32_t> ids_;
  std::unordered_map<uint16_t, uint32_t> others_;
  std::vector<Marker> markers_;
};

// Ids of the core markers.
inline constexpr uint16_t kMarkerId = 0, kMarkerFormat = 1, kHeartbeat64 = 3;

// Says where the fields lie, once they are all there. `alignment` is that of the marker.
void layOut(Marker& marker, const Layout& layout, uint8_t alignment);

class Markers {
 public:
  struct Definition {
    std::string name;
    TypeSizes sizes;
    uint8_t alignment = 0;
    size_t order = 0;  // set by define()
    bool operator==(const Definition& other) const { return name == other.name && alignment == other.alignment; }
  };

  Markers(const Layout& layout, NameTable& names) : layout_(layout), names_(names) {}

  // What describes the metadata itself, before any of it is read.
  Channel core() const;

  // False where the trace has said otherwise before, which stays.
  bool define(std::string_view channel, uint16_t id, Definition definition);
  bool setFormat(std::string_view channel, std::string_view name, std::string_view format);

  void nameFacility(uint8_t facility, std::string_view name) { facilityNames_.try_emplace(facility, name); }
  // An event of a facility, whose fields are known already; compact channels have numbers of their own.
  void addFacilityEvent(bool compact, uint16_t id, Marker marker);

  // Once everything is defined: makes the markers of these channels. `path` is blamed for what can't be used.
  void finish(const std::vector<std::string>& channels, const std::string& path, WarningLog& warnings);

  // What to call an event that nothing describes.
  std::string unknownName(uint16_t id) const;

  // Of a channel that the metadata does not know, an empty one.
  const Channel& channel(std::string_view name) const;

 private:
  using Key = std::pair<std::string, std::string>;
  // In the order in which the trace says them.
  struct Placed {
    std::string text;
    size_t order = 0;
  };

  // By what name the markers of a channel are kept.
  std::string_view keyOf(std::string_view channel) const;

  void pairLeftOver(const std::string& path, WarningLog& warnings);
  bool build(std::string_view channel, const Definition& definition, const std::string* format, Marker& out) const;

  const Layout layout_;
  NameTable& names_;
  // A damaged trace could name a long format by many ids.
  mutable size_t fieldsLeft_ = size_t{1} << 16;
  std::map<std::pair<std::string, uint16_t>, Definition> ids_;
  std::map<Key, Placed> formats_;
  size_t said_ = 0;
  std::map<std::string, Channel, std::less<>> channels_;
  std::map<uint8_t, std::string> facilityNames_;
  Channel none_;
};

}  // namespace tp::lttng
