// What the metadata says of the events: which id is which marker, and what its fields are.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/formats/lttng/marker_format.h"
#include "core/formats/lttng/sub_buffer.h"
#include "core/io/status.h"
#include "core/trace/names.h"

namespace tp::lttng {

// Tables by which LTTV puts a name beside a number.
enum class Symbols : uint8_t { None, Syscalls, Softirqs, Kprobes };

struct Marker {
  NameId name = kNoName;  // "kernel.syscall_entry"; in the versions without channels in the metadata as it is there
  std::vector<Field> fields;
  bool known = false;  // its fields are known; else events of it can only be skipped, where they say their size
  bool fixed = false;  // no strings: every payload is fixedSize long
  size_t fixedSize = 0;
  uint8_t largest = 1;  // 2.x: the payload begins at a multiple of this
  Symbols symbols = Symbols::None;
  size_t symbolField = 0;
};

// The markers of one channel, by id. Version 1.0 to 2.2 number them through the whole trace.
class Channel {
 public:
  const Marker* find(uint16_t id) const {
    return id < ids_.size() && ids_[id] >= 0 ? &markers_[static_cast<size_t>(ids_[id])] : nullptr;
  }
  void add(uint16_t id, Marker marker);

 private:
  std::vector<int32_t> ids_;
  std::vector<Marker> markers_;
};

// Ids of the core markers.
inline constexpr uint16_t kMarkerId = 0, kMarkerFormat = 1, kHeartbeat64 = 3;

class Markers {
 public:
  struct Definition {
    std::string name;
    TypeSizes sizes;
    uint8_t alignment = 0;
    bool operator==(const Definition& other) const { return name == other.name && alignment == other.alignment; }
  };

  Markers(const Layout& layout, NameTable& names) : layout_(layout), names_(names) {}

  // What describes the metadata itself, before any of it is read.
  Channel core() const;

  // False where the trace has said otherwise before, which stays.
  bool define(std::string_view channel, uint16_t id, Definition definition);
  bool setFormat(std::string_view channel, std::string_view name, std::string_view format);

  // Once everything is defined. `warn` gets what is not usable.
  void finish(const std::string& path, WarningLog& warnings);

  // Of a channel that the metadata does not know, an empty one.
  const Channel& channel(std::string_view name) const;

 private:
  using Key = std::pair<std::string, std::string>;

  bool build(std::string_view channel, const Definition& definition, const std::string* format, Marker& out) const;

  const Layout layout_;
  NameTable& names_;
  // A damaged trace could name a long format by many ids.
  mutable size_t fieldsLeft_ = size_t{1} << 16;
  std::map<std::pair<std::string, uint16_t>, Definition> ids_;
  std::map<Key, std::string> formats_;
  std::map<std::string, Channel, std::less<>> channels_;
  Channel none_;
};

}  // namespace tp::lttng
