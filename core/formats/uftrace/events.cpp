#include "core/formats/uftrace/events.h"

#include <cstdio>
#include <cstdlib>

namespace tp::uftrace {
namespace {

struct Builtin {
  uint64_t id;
  const char* name;
  const char* fields[3];
};

constexpr Builtin kBuiltin[] = {
    {EventId::kReadStatm, "read:proc/statm", {"vmsize", "vmrss", "shared"}},
    {EventId::kReadPageFault, "read:page-fault", {"major", "minor", nullptr}},
    {EventId::kDiffStatm, "diff:proc/statm", {"vmsize", "vmrss", "shared"}},
    {EventId::kDiffPageFault, "diff:page-fault", {"major", "minor", nullptr}},
    {EventId::kReadCycle, "read:pmu-cycle", {"cycle", "instructions", nullptr}},
    {EventId::kDiffCycle, "diff:pmu-cycle", {"cycle", "instructions", nullptr}},
    {EventId::kReadCache, "read:pmu-cache", {"refers", "misses", nullptr}},
    {EventId::kDiffCache, "diff:pmu-cache", {"refers", "misses", nullptr}},
    {EventId::kReadBranch, "read:pmu-branch", {"branch", "misses", nullptr}},
    {EventId::kDiffBranch, "diff:pmu-branch", {"branch", "misses", nullptr}},
    {EventId::kWatchCpu, "watch:cpu", {nullptr, nullptr, nullptr}},
    {EventId::kWatchVariable, "watch:var", {nullptr, nullptr, nullptr}},
    {EventId::kCallSite, "callsite", {nullptr, nullptr, nullptr}},
    {EventId::kSchedIn, "linux:sched-in", {nullptr, nullptr, nullptr}},
    {EventId::kSchedOut, "linux:sched-out", {nullptr, nullptr, nullptr}},
    {EventId::kSchedOutPreempted, "linux:sched-out (pre-empted)", {nullptr, nullptr, nullptr}},
};

using Kind = RowValue::Kind;

// Appends a number of 64 bits as it is shown. `name` must last as long as the row.
void appendShown(EventRow& row, std::string_view name, std::string_view text, Kind kind, uint64_t number) {
  ShownValue& value = row.values.emplace_back();
  value.number.kind = kind;
  value.number.size = sizeof number;
  value.number.number = number;
  value.name = name;
  value.begin = static_cast<uint32_t>(row.args.size());
  row.args += text;
  value.end = static_cast<uint32_t>(row.args.size());
}

const Builtin* builtin(uint64_t id) {
  for (const Builtin& one : kBuiltin)
    if (one.id == id) return &one;
  return nullptr;
}

}  // namespace

Events::Events(std::string_view text, const TextLog& log) {
  TextLines lines(text, log);
  for (std::string_view line; lines.next(line);) {
    constexpr std::string_view kHead = "EVENT: ";
    bool named = line.rfind(kHead, 0) == 0;
    if (named) line.remove_prefix(kHead.size());
    size_t space = line.find(' ');
    uint64_t id = 0;
    if (named && space != std::string_view::npos && wholeNumber(line.substr(0, space), 10, id))
      names_[id] = line.substr(space + 1);
    else
      lines.warn("an event with its number");
  }
}

std::string Events::name(uint64_t id) const {
  if (const Builtin* known = builtin(id)) return known->name;
  auto found = names_.find(id);
  return found != names_.end() ? found->second : "event:" + std::to_string(id);
}

void Events::appendData(EventRow& row, uint64_t id, Bytes data, Endian endian, bool is64, const SymbolName& symbol) {
  std::string& out = row.args;
  const Builtin* known = builtin(id);
  if (known == nullptr || data.empty()) return;
  Cursor cursor(data, endian);
  bool diff = std::string_view(known->name).rfind("diff:", 0) == 0;
  bool kilobytes = std::string_view(known->fields[0] != nullptr ? known->fields[0] : "") == "vmsize";
  for (const char* field : known->fields) {
    if (field == nullptr) break;
    int64_t value = cursor.i64();
    if (cursor.failed()) return;
    char text[64];
    out += out.empty() ? "" : " ";
    out += field;
    out += '=';
    std::snprintf(text, sizeof text, diff ? "%+lld%s" : "%lld%s", static_cast<long long>(value), kilobytes ? "KB" : "");
    appendShown(row, field, text, Kind::Signed, static_cast<uint64_t>(value));
  }
  if (id == EventId::kWatchCpu) {
    int32_t cpu = cursor.i32();
    if (!cursor.failed()) {
      out += "cpu=";
      appendShown(row, "cpu", std::to_string(cpu), Kind::Signed, static_cast<uint64_t>(int64_t{cpu}));
    }
  }
  if (WatchedValue watched; id == EventId::kWatchVariable && (watched = readWatched(data, endian, is64)).ok) {
    const std::string_view name = symbol(watched.address);
    char text[32];
    if (name.empty()) {
      std::snprintf(text, sizeof text, "%#llx", static_cast<unsigned long long>(watched.address));
      out += "addr=";
      appendShown(row, "addr", text, Kind::Address, watched.address);
      out += " value=";
      appendShown(row, "value", std::to_string(watched.value), Kind::Signed, static_cast<uint64_t>(watched.value));
    } else {
      std::snprintf(text, sizeof text, "%llx", static_cast<unsigned long long>(watched.value));
      out += name;
      out += '=';
      appendShown(row, name, text, Kind::Signed, static_cast<uint64_t>(watched.value));
    }
  }
  if (id == EventId::kCallSite) {
    uint64_t address = cursor.unsignedOf(data.size() < 8 ? 4 : 8);
    if (cursor.failed()) return;
    std::string_view name = symbol(address);
    char text[32];
    std::snprintf(text, sizeof text, "%#llx", static_cast<unsigned long long>(address));
    out += "from ";
    out += name.empty() ? text : name;
  }
}

WatchedValue readWatched(Bytes data, Endian endian, bool is64) {
  WatchedValue watched;
  Cursor cursor(data, endian);
  watched.address = cursor.unsignedOf(is64 ? 8 : 4);
  size_t size = cursor.remaining();
  if (cursor.failed() || size == 0 || size > 8) return watched;
  uint64_t value = 0;
  for (size_t i = 0; i < size; ++i) value |= uint64_t{cursor.u8()} << 8 * (endian == Endian::Little ? i : size - 1 - i);
  watched.value = static_cast<int64_t>(value);
  watched.ok = true;
  return watched;
}

}  // namespace tp::uftrace
