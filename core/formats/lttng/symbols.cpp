#include "core/formats/lttng/symbols.h"

#include <algorithm>

#include "core/formats/lttng/payload.h"

namespace tp::lttng {
namespace {

// Limits. The tables of a real kernel have some hundred entries; further ones of a damaged trace are ignored.
constexpr size_t kMaxEntries = 100000;
constexpr uint64_t kMaxBytes = uint64_t{64} << 20;

// The channels of the state dump that begins a trace, and the fields of their events that have number and name.
struct Source {
  std::string_view channel;
  std::string_view key;
  std::string_view symbol;
  Symbols table;
};
constexpr Source kSources[] = {
    {"syscall_state", "id", "symbol", Symbols::Syscalls}, {"softirq_state", "id", "symbol", Symbols::Softirqs},
    {"kprobe_state", "ip", "symbol", Symbols::Kprobes},   {"irq_state", "irq_id", "action", Symbols::Irqs},
    {"irq_state", "irq", "symbol", Symbols::Traps},
};

}  // namespace

void SymbolTables::load() {
  loaded_ = true;
  size_t entries = 0;
  for (const TraceFile& file : files_) {
    if (file.entry.source->size() > kMaxBytes) continue;
    for (const Source& source : kSources) {
      if (file.channel != source.channel) continue;
      eachEvent(file, markers_.channel(file.channel), nullptr, [&](const RawEvent& event, Bytes payload, uint64_t) {
        if (event.marker == nullptr || ++entries > kMaxEntries) return;
        uint64_t key = 0;
        bool keyed = false;
        std::string_view symbol;
        Cursor cursor(payload, file.first.layout.endian);
        walkFields(*event.marker, cursor, 0, [&](size_t, const Field& field, const FieldValue& value) {
          if (field.name == source.key) {
            key = value.number;
            keyed = true;
          }
          if (field.name == source.symbol) symbol = value.text;
        });
        if (keyed && !symbol.empty())
          names_[{source.table, key}].push_back({clock_.at(event.tsc), std::string(symbol)});
      });
    }
  }
  for (auto& [key, given] : names_)
    std::stable_sort(given.begin(), given.end(), [](const Given& a, const Given& b) { return a.time < b.time; });
}

void SymbolTables::append(std::string& out, Symbols table, uint64_t value, Time time) {
  if (!loaded_) load();
  auto found = names_.find({table, value});
  if (found != names_.end()) {
    const std::vector<Given>& given = found->second;
    auto after = std::upper_bound(given.begin(), given.end(), time, [](Time t, const Given& g) { return t < g.time; });
    if (after != given.begin()) {
      out += " [" + std::prev(after)->name + "]";
      return;
    }
  }
  if (table == Symbols::Syscalls) out += " [syscall " + std::to_string(value) + "]";
  if (table == Symbols::Softirqs) out += " [softirq " + std::to_string(value) + "]";
}

bool SymbolTables::anyHolds(Symbols table, const FoldedText& text) {
  if (!loaded_) load();
  if (text.foundIn("syscall") || text.foundIn("softirq")) return true;
  for (const auto& [key, given] : names_)
    for (const Given& one : given)
      if (key.first == table && text.foundIn(one.name)) return true;
  return false;
}

std::string SymbolTables::name(Symbols table, uint64_t value) {
  if (!loaded_) load();
  auto found = names_.find({table, value});
  if (found == names_.end()) return {};
  std::string name = found->second.back().name;
  name = name.substr(0, name.find('+'));
  return name.rfind("sys_", 0) == 0 ? name.substr(4) : name;
}

}  // namespace tp::lttng
