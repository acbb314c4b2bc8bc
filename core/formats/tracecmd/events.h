// All event formats of a trace, by id, and what each means for the tracks.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/formats/tracecmd/print_program.h"
#include "core/formats/tracecmd/trace_file.h"
#include "core/trace/names.h"

namespace tp::tracecmd {

// Events that the tracks of a CPU are made of.
enum class Meaning : uint8_t { None, SchedSwitch, IrqEntry, IrqExit, SoftirqEntry, SoftirqExit };

struct Event {
  EventFormat format;
  PrintProgram print;
  NameId name = kNoName;
  Meaning meaning = Meaning::None;
  // For a meaning: the fields that it needs, in an order of its own; null where the format has not got them.
  const Field* a = nullptr;
  const Field* b = nullptr;
  const Field* c = nullptr;
  const Field* d = nullptr;
};

class Events {
 public:
  Events(const TraceFile& file, NameTable& names);

  // Null for an id without a format.
  const Event* find(uint16_t id) const { return id < byId_.size() ? byId_[id] : nullptr; }
  uint32_t typeOffset() const { return typeOffset_; }
  uint32_t pidOffset() const { return pidOffset_; }
  size_t size() const { return events_.size(); }

 private:
  std::vector<std::unique_ptr<Event>> events_;
  std::vector<const Event*> byId_;
  uint32_t typeOffset_ = 0;
  uint32_t pidOffset_ = 4;
};

// Names of tasks as the kernel saved them: the last known of each pid.
class CommandLines {
 public:
  explicit CommandLines(std::string_view text);
  // "<idle>" for 0, "<...>" for one that is not known.
  std::string_view find(int64_t pid) const;

 private:
  std::unordered_map<int64_t, std::string> names_;
};

}  // namespace tp::tracecmd
