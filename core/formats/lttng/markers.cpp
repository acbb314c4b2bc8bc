#include "core/formats/lttng/markers.h"

#include <algorithm>
#include <set>

#include "core/formats/lttng/meanings.h"

namespace tp::lttng {
namespace {

constexpr std::string_view kSizesFormat =
    "event_id %hu int #1u%zu long #1u%zu pointer #1u%zu size_t #1u%zu alignment #1u%u";

struct CoreMarker {
  uint16_t id;
  std::string_view name;
  std::string format;
};

// As recorded traces describe them in their own metadata. Heartbeats were dropped with 2.0.
std::vector<CoreMarker> coreMarkers(const Layout& layout) {
  std::string channel = layout.idsPerChannel() ? "channel %s " : "";
  if (layout.facilities()) return {};
  std::vector<CoreMarker> out = {{kMarkerId, "core_marker_id", channel + "name %s " + std::string(kSizesFormat)},
                                 {kMarkerFormat, "core_marker_format", channel + "name %s format %s"}};
  if (layout.major == 1) {
    out.push_back({2, "core_heartbeat_32", " "});
    out.push_back({kHeartbeat64, "core_heartbeat_64", "timestamp #8u%llu"});
  }
  return out;
}

struct Annotated {
  std::string_view event;
  std::string_view field;
  Symbols symbols;
};

// LTTV's text dump shows a name behind these numbers (its print.c). The list also has the names that the events had
// before channels had names.
constexpr Annotated kAnnotated[] = {
    {"kernel.syscall_entry", "syscall_id", Symbols::Syscalls},
    {"kernel_arch_syscall_entry", "syscall_id", Symbols::Syscalls},
    {"kernel.softirq_entry", "softirq_id", Symbols::Softirqs},
    {"kernel.softirq_exit", "softirq_id", Symbols::Softirqs},
    {"kernel.softirq_raise", "softirq_id", Symbols::Softirqs},
    {"kernel_softirq_entry", "softirq_id", Symbols::Softirqs},
    {"kernel_softirq_exit", "softirq_id", Symbols::Softirqs},
    {"kernel_softirq_raise", "softirq_id", Symbols::Softirqs},
    {"kernel.kprobe", "ip", Symbols::Kprobes},
};

}  // namespace

void layOut(Marker& marker, const Layout& layout, uint8_t alignment) {
  marker.fixed = true;
  uint8_t largest = 1;
  for (Field& field : marker.fields) {
    if (field.kind == FieldKind::String) {
      marker.fixed = false;
      continue;
    }
    field.elementAlign = static_cast<uint8_t>(layout.aligned(field.size, alignment));
    field.align = static_cast<uint8_t>(layout.aligned(std::max(field.size, field.alignFrom), alignment));
    largest = std::max(largest, field.size);
    if (field.repeated && field.lengthSize > 0) marker.fixed = false;
    marker.fixedSize += (field.align - marker.fixedSize % field.align) % field.align;
    field.offset = static_cast<uint32_t>(marker.fixedSize);
    marker.fixedSize += size_t{field.size} * field.count;
  }
  marker.largest = static_cast<uint8_t>(layout.aligned(largest, alignment));
}

void Channel::add(uint16_t id, Marker marker) {
  if (find(id) != nullptr) return;
  uint32_t at = static_cast<uint32_t>(markers_.size());
  if (id >= kUsual) {
    others_.emplace(id, at);
  } else {
    if (id >= ids_.size()) ids_.resize(id + size_t{1}, kNone);
    ids_[id] = at;
  }
  markers_.push_back(std::move(marker));
}

bool Markers::define(std::string_view channel, uint16_t id, Definition definition) {
  definition.order = said_++;
  auto [at, fresh] = ids_.try_emplace({std::string(channel), id}, definition);
  return fresh || at->second == definition;
}

bool Markers::setFormat(std::string_view channel, std::string_view name, std::string_view format) {
  auto [at, fresh] =
      formats_.try_emplace({std::string(channel), std::string(name)}, Placed{std::string(format), said_++});
  return fresh || at->second.text == format;
}

bool Markers::build(std::string_view channel, const Definition& definition, const std::string* format,
                    Marker& out) const {
  std::string name = definition.name;
  if (layout_.idsPerChannel()) name = std::string(channel) + "." + name;
  out.name = names_.intern(name);
  out.switches = meaningOf(name).meaning == Meaning::Schedule;
  if (format == nullptr || !parseFormat(*format, definition.sizes, fieldsLeft_, out.fields)) {
    out.fields.clear();
    return false;
  }
  fieldsLeft_ -= out.fields.size();
  out.known = true;
  layOut(out, layout_, definition.alignment);
  for (const Annotated& annotated : kAnnotated) {
    if (annotated.event != name) continue;
    for (size_t i = 0; i < out.fields.size(); ++i) {
      bool number = out.fields[i].kind == FieldKind::Signed || out.fields[i].kind == FieldKind::Unsigned;
      if (!number || out.fields[i].name != annotated.field) continue;
      out.symbols = annotated.symbols;
      out.symbolField = i;
    }
  }
  return true;
}

Channel Markers::core() const {
  Channel out;
  TypeSizes sizes;
  sizes.ofLong = sizes.ofPointer = sizes.ofSizeT = layout_.archSize == 8 ? 8 : 4;
  for (const CoreMarker& core : coreMarkers(layout_)) {
    Marker marker;
    build("metadata", {std::string(core.name), sizes, layout_.alignment}, &core.format, marker);
    marker.setsTsc = layout_.major == 1 && core.id == kHeartbeat64;
    out.add(core.id, std::move(marker));
  }
  return out;
}

std::string_view Markers::keyOf(std::string_view channel) const {
  if (layout_.facilities()) return isCompact(channel) ? "compact" : "";
  return layout_.idsPerChannel() ? channel : std::string_view{};
}

std::string Markers::unknownName(uint16_t id) const {
  if (!layout_.facilities()) return "unknown";
  auto found = facilityNames_.find(static_cast<uint8_t>(id >> 8));
  std::string facility = found == facilityNames_.end() ? "facility " + std::to_string(id >> 8) : found->second;
  return facility + "." + std::to_string(id & 0xff);
}

void Markers::addFacilityEvent(bool compact, uint16_t id, Marker marker) {
  channels_[compact ? "compact" : ""].add(id, std::move(marker));
}

// If a channel has one id and one format left over, they belong together, because one of their names is damaged.
// Another format without an id gets the id after that of the description before it, if that id is missing: tracers
// count ids up.
void Markers::pairLeftOver(const std::string& path, WarningLog& warnings) {
  auto isPlain = [](std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c < 0x7f; });
  };
  std::map<std::string, std::vector<uint16_t>> withoutFormat;
  std::set<Key> named;
  for (const auto& [key, definition] : ids_) {
    const Key name(key.first, definition.name);
    named.insert(name);
    if (formats_.count(name) == 0) withoutFormat[key.first].push_back(key.second);
  }
  std::map<std::string, std::vector<std::pair<std::string, size_t>>> withoutId;
  for (const auto& [key, format] : formats_)
    if (named.count(key) == 0 && isPlain(key.second) && isPlain(format.text))
      withoutId[key.first].emplace_back(key.second, format.order);
  // Damage leaves a few over; if there are more, the work is not worth it.
  constexpr size_t kMaxLeft = 16;
  for (const auto& [channel, formats] : withoutId) {
    if (formats.size() > kMaxLeft) continue;
    const std::vector<uint16_t>& ids = withoutFormat[channel];
    for (const auto& [name, order] : formats) {
      const Definition *before = nullptr, *any = nullptr;
      uint16_t id = 0;
      for (auto at = ids_.lower_bound({channel, 0}); at != ids_.end() && at->first.first == channel; ++at) {
        const Definition& definition = at->second;
        any = &definition;
        if (definition.order > order || (before != nullptr && definition.order < before->order)) continue;
        before = &definition;
        id = static_cast<uint16_t>(at->first.second + 1);
      }
      if (any == nullptr) continue;
      Definition made = *any;
      if (ids.size() == 1 && formats.size() == 1) {
        id = ids[0];
        made = ids_[{channel, id}];
      } else if (ids_.count({channel, id}) != 0) {
        continue;
      }
      made.name = name;
      ids_[{channel, id}] = made;
      warnings.add(path, kNoOffset, "an id for the marker " + name, "none; " + std::to_string(id) + " is left over");
    }
  }
}

void Markers::finish(const std::vector<std::string>& channels, const std::string& path, WarningLog& warnings) {
  for (const std::string& channel : channels) channels_[std::string(keyOf(channel))];
  pairLeftOver(path, warnings);
  for (const auto& [key, definition] : ids_) {
    const auto& [channel, id] = key;
    auto wanted = channels_.find(channel);
    if (wanted == channels_.end()) continue;
    auto format = formats_.find({channel, definition.name});
    Marker marker;
    if (!build(channel, definition, format == formats_.end() ? nullptr : &format->second.text, marker))
      warnings.add(path, kNoOffset, "a format for the marker " + definition.name,
                   format == formats_.end() ? "none" : "\"" + format->second.text.substr(0, 200) + "\"");
    marker.setsTsc = layout_.major == 1 && id == kHeartbeat64;
    wanted->second.add(id, std::move(marker));
  }
  if (layout_.facilities()) return;
  // The metadata channel mostly describes itself.
  Channel& own = channels_[layout_.idsPerChannel() ? "metadata" : ""];
  Channel defaults = core();
  for (uint16_t id = 0; id <= kHeartbeat64; ++id)
    if (const Marker* marker = defaults.find(id)) own.add(id, *marker);
  ids_.clear();
  formats_.clear();
}

const Channel& Markers::channel(std::string_view name) const {
  auto found = channels_.find(keyOf(name));
  return found == channels_.end() ? none_ : found->second;
}

}  // namespace tp::lttng
