#include "core/formats/lttng/state_merger.h"

#include <algorithm>

#include "core/formats/lttng/first_switch.h"
#include "core/formats/lttng/meanings.h"

namespace tp::lttng {
namespace {

using kernel::ThreadState;

kernel::StateSetup setupOf(const Shared& shared, const std::vector<TrackId>& cpuTracks,
                           const std::vector<uint32_t>& inputs, const std::set<uint32_t>& untold, std::string label,
                           TrackId heading) {
  kernel::StateSetup out;
  for (const TraceFile& file : shared.files) {
    const Time begin = shared.clock.at(file.first.beginTsc), end = shared.clock.at(file.endTsc);
    if (begin > end) continue;
    out.begin = std::min(out.begin, begin);
    out.end = std::max(out.end, end);
  }
  std::vector<bool> told(cpuTracks.size());
  for (const uint32_t input : inputs) {
    const TraceFile& file = shared.files[input];
    kernel::StateInput& one = out.inputs.emplace_back();
    one.cpu = file.cpu;
    one.tid = file.tid;
    one.hasEvents = file.firstPlace.dataEnd > file.firstPlace.at + file.first.layout.headerSize;
    if (file.tid > 0 || file.cpu >= told.size() || told[file.cpu]) continue;
    one.firstRunner = firstRunner(file, shared.markers.channel(file.channel), shared.reader.names());
    told[file.cpu] = one.firstRunner.has_value();
  }
  out.untold = untold;
  out.label = std::move(label);
  out.heading = heading;
  return out;
}

}  // namespace

StateMerger::StateMerger(Shared& shared, kernel::ThreadTracks& threads, const std::vector<TrackId>& cpuTracks,
                         const std::vector<uint32_t>& inputs, const std::set<uint32_t>& untold, std::string label,
                         TrackId heading)
    : EventStates(shared.reader, threads, cpuTracks,
                  setupOf(shared, cpuTracks, inputs, untold, std::move(label), heading)),
      shared_(shared) {}

const StateMerger::Known& StateMerger::known(NameId name, const Marker* marker) {
  if (name >= known_.size()) known_.resize(name + size_t{1});
  Known& out = known_[name];
  if (out.seen || marker == nullptr) return out;
  out.seen = true;
  const kernel::EventMeaning meaning = meaningOf(shared_.reader.names().view(name));
  out.meaning = meaning.meaning;
  for (const Field& field : marker->fields) {
    out.wanted.push_back(meaning.fieldOf(field.name));
    if (out.wanted.back() >= 0) out.positions.push_back(static_cast<uint32_t>(out.wanted.size() - 1));
  }
  return out;
}

kernel::Meaning StateMerger::read(const Record& record, StreamDecoder& decoder, bool ownFile, Raw& raw) {
  (void)ownFile;
  const auto& file = static_cast<TraceFileDecoder&>(decoder);
  const Known& wanted = known(record.name, file.markerOf(record));
  if (wanted.meaning == kernel::Meaning::None) return wanted.meaning;
  file.someFields(record, wanted.positions, [&](size_t i, const Field& field, const FieldValue& value) {
    const auto which = static_cast<size_t>(wanted.wanted[i]);
    raw.numbers[which] = value.number;
    raw.told |= 1u << which;
    if (field.kind == FieldKind::String) raw.texts[which] = value.text;
    if (field.labels == nullptr) return;
    const auto label = field.labels->find(static_cast<int64_t>(value.number));
    if (label != field.labels->end()) raw.texts[which] = label->second;
  });
  return wanted.meaning;
}

std::string StateMerger::symbol(Numbers kind, uint64_t number) {
  const Symbols table = kind == Numbers::Syscalls   ? Symbols::Syscalls
                        : kind == Numbers::Softirqs ? Symbols::Softirqs
                        : kind == Numbers::Irqs     ? Symbols::Irqs
                                                    : Symbols::Traps;
  return shared_.symbols.name(table, number);
}

// prev_state of sched_schedule: the bits of the kernel of those years (include/linux/sched.h of 2.6).
ThreadState StateMerger::stateLeft(int64_t bits) const {
  if (bits == 0) return ThreadState::Runnable;
  if ((bits & 1) != 0) return ThreadState::Sleeping;
  if ((bits & 2) != 0) return ThreadState::Uninterruptible;
  if ((bits & 4) != 0) return ThreadState::Stopped;
  if ((bits & 8) != 0) return ThreadState::Traced;
  return (bits & (16 | 32 | 64)) != 0 ? ThreadState::Dead : ThreadState::Sleeping;
}

}  // namespace tp::lttng
