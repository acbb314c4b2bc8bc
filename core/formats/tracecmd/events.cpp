#include "core/formats/tracecmd/events.h"

#include <charconv>

namespace tp::tracecmd {
namespace {

void giveMeaning(Event& event) {
  const EventFormat& format = event.format;
  if (format.name == "sched_switch" && format.system == "sched") {
    event.meaning = Meaning::SchedSwitch;
    event.a = format.find("next_pid");
    event.b = format.find("next_comm");
    event.c = format.find("prev_comm");
    event.d = format.find("prev_pid");
  } else if (format.name == "irq_handler_entry") {
    event.meaning = Meaning::IrqEntry;
    event.a = format.find("irq");
    event.b = format.find("name");
  } else if (format.name == "irq_handler_exit") {
    event.meaning = Meaning::IrqExit;
    event.a = event.b = format.find("irq");
  } else if (format.name == "softirq_entry") {
    event.meaning = Meaning::SoftirqEntry;
    event.a = event.b = format.find("vec");
  } else if (format.name == "softirq_exit") {
    event.meaning = Meaning::SoftirqExit;
    event.a = event.b = format.find("vec");
  }
  if (event.a == nullptr || event.b == nullptr) event.meaning = Meaning::None;
}

}  // namespace

Events::Events(const TraceFile& file, NameTable& names) : byId_(65536, nullptr) {
  for (const auto& [system, text] : file.formats) {
    auto event = std::make_unique<Event>();
    event->format = parseEventFormat(system, text);
    if (event->format.id < 0 || event->format.id > 65535) continue;
    event->name = names.intern(event->format.name);
    giveMeaning(*event);
    event->print = compilePrint(event->format);
    if (const Field* type = event->format.find("common_type")) typeOffset_ = type->offset;
    if (const Field* pid = event->format.find("common_pid")) pidOffset_ = pid->offset;
    byId_[static_cast<size_t>(event->format.id)] = event.get();
    events_.push_back(std::move(event));
  }
}

CommandLines::CommandLines(std::string_view text) {
  LineCursor lines(text);
  for (std::string_view line; lines.next(line);) {
    size_t space = line.find(' ');
    int64_t pid = 0;
    if (space == std::string_view::npos) continue;
    if (std::from_chars(line.data(), line.data() + space, pid).ec == std::errc()) names_[pid] = line.substr(space + 1);
  }
}

std::string_view CommandLines::find(int64_t pid) const {
  if (pid == 0) return "<idle>";
  auto found = names_.find(pid);
  return found != names_.end() ? std::string_view(found->second) : std::string_view("<...>");
}

}  // namespace tp::tracecmd
