// A trace as its metadata describe it, ready to be decoded: programs for packets and events, and names of the events.
#pragma once

#include <unordered_map>

#include "core/formats/ctf/metadata_text.h"
#include "core/formats/ctf/skip_program.h"
#include "core/kernel/event_meaning.h"
#include "core/trace/names.h"

namespace tp::ctf {

struct StreamLayout;

struct EventLayout {
  const EventProgram* program = nullptr;
  const StreamLayout* stream = nullptr;
  SkipProgram body;  // what follows its header: contexts and payload
  NameId name = kNoName;
  kernel::EventMeaning meaning;

  // Whether it tells with which thread a CPU goes on.
  bool switches() const { return meaning.meaning == kernel::Meaning::Schedule; }
};

struct StreamLayout {
  const StreamProgram* program = nullptr;
  SkipProgram packetContext, eventHeader;
  uint32_t headerAlignment = 1;                   // of events
  size_t firstEvent = 0;                          // in TraceLayout::events()
  std::vector<uint32_t> byId;                     // number of the event + 1; 0: none
  std::unordered_map<uint64_t, uint32_t> others;  // of larger ids, the same

  static constexpr uint64_t kUsualIds = 4096;
  // Returns the number of the event with this id + 1; 0 if there is none.
  uint32_t find(uint64_t id) const {
    if (id < byId.size()) return byId[static_cast<size_t>(id)];
    const auto found = others.find(id);
    return found != others.end() ? found->second : 0;
  }
};

class TraceLayout {
 public:
  // Reads the metadata. Damage is warned of; an Error says why the trace can't be read. `names` gets those of events.
  static Result<std::unique_ptr<TraceLayout>> read(const FileEntry& metadata, NameTable& names, WarningLog& warnings);
  TraceLayout(const TraceLayout&) = delete;
  TraceLayout& operator=(const TraceLayout&) = delete;

  const TraceClass& trace() const { return trace_; }
  const TraceProgram& program() const { return *program_; }
  const SkipProgram& packetHeader() const { return packetHeader_; }
  const std::vector<StreamLayout>& streams() const { return streams_; }
  const std::vector<EventLayout>& events() const { return events_; }
  // Returns the stream class of packets that state this id; null if there is none. `stated` is false if they state
  // none: then it is the only one, or that with the id 0.
  const StreamLayout* stream(bool stated, uint64_t id) const;
  // Whether it is the trace of a kernel, with switches of threads.
  bool hasSwitches() const;
  // Whether packets begin with a number by which they are recognised.
  bool hasMagic() const { return hasMagic_; }

 private:
  TraceLayout() = default;

  TraceClass trace_;
  std::unique_ptr<TraceProgram> program_;
  SkipProgram packetHeader_;
  std::vector<StreamLayout> streams_;
  std::vector<EventLayout> events_;
  bool hasMagic_ = false;
};

}  // namespace tp::ctf
