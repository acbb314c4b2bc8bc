#include "core/formats/uftrace/events.h"

#include <charconv>
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
    {100001, "read:proc/statm", {"vmsize", "vmrss", "shared"}},
    {100002, "read:page-fault", {"major", "minor", nullptr}},
    {100003, "diff:proc/statm", {"vmsize", "vmrss", "shared"}},
    {100004, "diff:page-fault", {"major", "minor", nullptr}},
    {100005, "read:pmu-cycle", {"cycle", "instructions", nullptr}},
    {100006, "diff:pmu-cycle", {"cycle", "instructions", nullptr}},
    {100007, "read:pmu-cache", {"refers", "misses", nullptr}},
    {100008, "diff:pmu-cache", {"refers", "misses", nullptr}},
    {100009, "read:pmu-branch", {"branch", "misses", nullptr}},
    {100010, "diff:pmu-branch", {"branch", "misses", nullptr}},
    {100011, "watch:cpu", {nullptr, nullptr, nullptr}},
    {100012, "watch:var", {nullptr, nullptr, nullptr}},
    {100013, "callsite", {nullptr, nullptr, nullptr}},
};

const Builtin* builtin(uint64_t id) {
  for (const Builtin& one : kBuiltin)
    if (one.id == id) return &one;
  return nullptr;
}

}  // namespace

Events::Events(std::string_view text) {
  LineCursor lines(text);
  for (std::string_view line; lines.next(line);) {
    constexpr std::string_view kHead = "EVENT: ";
    if (line.rfind(kHead, 0) != 0) continue;
    line.remove_prefix(kHead.size());
    size_t space = line.find(' ');
    uint64_t id = 0;
    if (space == std::string_view::npos) continue;
    if (std::from_chars(line.data(), line.data() + space, id).ec == std::errc()) names_[id] = line.substr(space + 1);
  }
}

std::string Events::name(uint64_t id) const {
  if (const Builtin* known = builtin(id)) return known->name;
  auto found = names_.find(id);
  return found != names_.end() ? found->second : "event:" + std::to_string(id);
}

void Events::appendData(std::string& out, uint64_t id, Bytes data, Endian endian, bool is64) {
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
    std::snprintf(text, sizeof text, diff ? "%s%s=%+lld%s" : "%s%s=%lld%s", out.empty() ? "" : " ", field,
                  static_cast<long long>(value), kilobytes ? "KB" : "");
    out += text;
  }
  if (id == 100011) out += "cpu=" + std::to_string(cursor.i32());
  if (id == 100012) {
    uint64_t address = cursor.unsignedOf(is64 ? 8 : 4);
    uint64_t value = 0;
    for (unsigned shift = 0; !cursor.atEnd() && !cursor.failed() && shift < 64; shift += 8)
      value |= uint64_t{cursor.u8()} << shift;
    char text[80];
    std::snprintf(text, sizeof text, "addr=%#llx value=%lld", static_cast<unsigned long long>(address),
                  static_cast<long long>(value));
    out += text;
  }
}

}  // namespace tp::uftrace
