#include "core/formats/uftrace/kernel_header.h"

#include <charconv>

#include "core/io/cursor.h"

namespace tp::uftrace {
namespace {

uint32_t number(std::string_view text) {
  uint32_t value = 0;
  size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return 0;
  std::from_chars(text.data() + first, text.data() + text.size(), value);
  return value;
}

// Returns "sched" for "events/sched/sched_switch/format", empty for other paths.
std::string_view systemOf(std::string_view path) {
  constexpr std::string_view kHead = "events/";
  if (path.substr(0, kHead.size()) != kHead) return {};
  path.remove_prefix(kHead.size());
  size_t slash = path.find('/');
  return slash == std::string_view::npos ? std::string_view{} : path.substr(0, slash);
}

void addEvent(KernelHeader& header, std::string_view path, std::string_view text) {
  std::string_view system = systemOf(path);
  if (system.empty()) return;
  auto event = std::make_unique<KernelEvent>();
  event->format = kernel::parseEventFormat(system, text);
  int id = event->format.id;
  if (id < 0 || id > 0xffff) return;
  const std::string& name = event->format.name;
  event->name = event->format.system + ":" + name;
  if (name == "funcgraph_entry") event->kind = KernelEvent::Kind::Entry;
  if (name == "funcgraph_exit") event->kind = KernelEvent::Kind::Exit;
  event->function = event->format.find("func");
  event->depth = event->format.find("depth");
  if (event->kind != KernelEvent::Kind::Other && event->function == nullptr) return;
  if (event->kind == KernelEvent::Kind::Other) event->print = kernel::compilePrint(event->format, header.longSize);
  if (const kernel::Field* pid = event->format.find("common_pid"); pid != nullptr && pid->size == 4)
    header.pidOffset = pid->offset;
  header.events[static_cast<uint16_t>(id)] = std::move(event);
}

}  // namespace

const KernelEvent* KernelHeader::find(uint16_t id) const {
  auto found = events.find(id);
  return found != events.end() ? found->second.get() : nullptr;
}

KernelHeader parseKernelHeader(std::string_view text) {
  KernelHeader header;
  while (!text.empty()) {
    size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    std::string_view key = line.substr(0, colon);
    std::string_view value = line.substr(colon + 1);
    if (key == "PAGE_SIZE") {
      uint32_t size = number(value);
      if (size >= 64 && size <= (1u << 20)) header.pageSize = size;
    } else if (key == "LONG_SIZE") {
      header.longSize = number(value) == 4 ? 4 : 8;
    } else if (key == "ENDIAN") {
      if (value.find("BE") != std::string_view::npos) header.endian = Endian::Big;
    } else if (key == "TRACEFS") {
      size_t last = value.rfind(':');
      size_t first = value.find_first_not_of(' ');
      if (last == std::string_view::npos || first >= last) continue;
      std::string_view body = text.substr(0, number(value.substr(last + 1)));
      addEvent(header, value.substr(first, last - first), body);
      text.remove_prefix(body.size());
    }
  }
  return header;
}

}  // namespace tp::uftrace
