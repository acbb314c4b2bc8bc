#include "core/formats/ctf/state_merger.h"

#include <cstdlib>

#include "core/formats/ctf/first_switch.h"
#include "core/formats/ctf/fixed_fields.h"
#include "core/formats/ctf/meanings.h"
#include "core/kernel/softirqs.h"

namespace tp::ctf {
namespace {

using kernel::Meaning;
using kernel::ThreadState;

kernel::StateSetup setupOf(Shared& shared, std::string label, TrackId heading) {
  kernel::StateSetup out;
  std::set<int32_t> told;
  for (const DataFile& file : shared.trace.files) {
    kernel::StateInput& one = out.inputs.emplace_back();
    if (file.cpu < 0) continue;
    one.cpu = static_cast<uint32_t>(file.cpu);
    one.hasEvents = file.stream != nullptr;
    if (told.contains(file.cpu)) continue;
    one.firstRunner = firstRunner(shared, file);
    if (one.firstRunner) told.insert(file.cpu);
  }
  for (const EventLayout& event : shared.trace.layout->events())
    out.hasWakings |= event.meaning.meaning == Meaning::Waking;
  out.label = std::move(label);
  out.heading = heading;
  return out;
}

// Whether a version or a release, "4.15.0-43-generic" for example, is before another one.
bool isBefore(const std::string& release, long major, long minor) {
  char* end = nullptr;
  const long first = std::strtol(release.c_str(), &end, 10);
  const long second = *end == '.' ? std::strtol(end + 1, nullptr, 10) : 0;
  return first > 0 && (first < major || (first == major && second < minor));
}

}  // namespace

StateMerger::StateMerger(Shared& shared, const std::vector<TrackId>& cpuTracks, std::string label, TrackId heading)
    : EventStates(shared.reader, shared.threads, cpuTracks, setupOf(shared, std::move(label), heading)),
      shared_(shared),
      known_(shared.trace.layout->events().size()) {
  const TraceClass& trace = shared.trace.layout->trace();
  const bool byPerf = isPerf(trace);
  isOld_ = isBefore(trace.env(byPerf ? "release" : "kernel_release"), 4, 14);
  isRaw_ = isOld_ || (!byPerf && isBefore(trace.env("tracer_major") + "." + trace.env("tracer_minor"), 2, 12));
  if (byPerf) syscalls_ = kernel::syscallTable(trace.env("machine"));
}

const StateMerger::Known& StateMerger::learn(uint32_t event) {
  Known& out = known_[event];
  out.seen = true;
  const std::string& name = shared_.trace.layout->events()[event].program->event->name;
  const kernel::EventMeaning& meaning = shared_.trace.layout->events()[event].meaning;
  out.meaning = meaning.meaning;
  out.systemCall = systemCallOf(shared_.trace.layout->trace(), name);
  if (out.systemCall == "unknown") out.systemCall = {};
  const Program& payload = shared_.trace.layout->events()[event].program->payload;
  size_t used = 0;
  for (uint32_t node = 1; !payload.nodes.empty() && node < payload.nodes.front().end; node = payload.nodes[node].end) {
    out.wanted.push_back(meaning.fieldOf(payload.nodes[node].name));
    if (out.wanted.back() >= 0) used = out.wanted.size();
  }
  out.wanted.resize(used);
  place(shared_.trace.layout->events()[event], out);
  return out;
}

void StateMerger::place(const EventLayout& event, Known& out) {
  const FixedFields fixed = fixedFieldsOf(event);
  out.alignment = fixed.alignment;
  const std::vector<Node>& nodes = event.program->payload.nodes;
  uint32_t node = 1;
  for (size_t i = 0; i < out.wanted.size(); node = nodes[node].end, ++i) {
    if (out.wanted[i] < 0) continue;
    const FieldClass& field = *nodes[node].field;
    const bool isText = field.kind == FieldClass::Kind::Text || field.kind == FieldClass::Kind::FixedText;
    const bool isPlain = field.kind == FieldClass::Kind::Integer || (isText && field.encoding == Encoding::Utf8);
    if (!isPlain || fixed.places[i] == FixedFields::kVaries) return out.placed.clear();
    out.placed.push_back({&nodes[node], fixed.places[i], static_cast<size_t>(out.wanted[i])});
  }
}

// `header` is how many bits the event's header has.
void StateMerger::readPlaced(const Known& wanted, const RowBytes& bytes, unsigned header, Raw& raw) {
  BitReader in(bytes.payload, bytes.inHeader & ~uint64_t{7}, ~uint64_t{0});
  in.seek(bytes.inHeader + header);
  in.align(wanted.alignment);
  const uint64_t body = in.at();
  for (const Placed& one : wanted.placed) {
    in.seek(body + one.at);
    const FieldClass& field = *one.node->field;
    if (field.kind == FieldClass::Kind::Integer) {
      uint64_t number = in.number(field.size, one.node->endian);
      if (field.isReversed) number = reversedBits(number, field.size);
      raw.numbers[one.field] = field.isSigned ? signExtended(number, field.size) : number;
      raw.told |= 1u << one.field;
    } else {
      const std::string_view text = asText(field.kind == FieldClass::Kind::Text ? in.text(1) : in.bytes(field.length));
      raw.texts[one.field] = text.substr(0, text.find('\0'));
    }
  }
}

// Reads what is wanted in one pass.
void StateMerger::readFields(const EventLayout& event, const Known& wanted, const RowBytes& bytes, Raw& raw) {
  if (wanted.wanted.empty()) return;
  BitReader in(bytes.payload, bytes.inHeader & ~uint64_t{7}, ~uint64_t{0});
  in.seek(bytes.inHeader);
  told_.slots.resize(shared_.trace.layout->program().slots);
  if (!event.stream->eventHeader.run(in, told_)) return;
  for (const Program* context : {&event.stream->program->eventContext, &event.program->context})
    if (!context->nodes.empty()) seekTo(*context, 0, static_cast<uint32_t>(context->nodes.size()), in, told_);
  const Program& payload = event.program->payload;
  in.align(payload.nodes.front().field->alignment);
  uint32_t node = 1;
  for (const int8_t which : wanted.wanted) {
    const uint32_t end = payload.nodes[node].end;
    if (which < 0) {
      seekTo(payload, node, static_cast<uint32_t>(payload.nodes.size()), in, told_);
    } else {
      const auto field = static_cast<size_t>(which);
      in.align(payload.nodes[node].field->alignment);
      const RowValue value = readField(payload, node, in, told_, rooms_[field]);
      if (value.kind == RowValue::Kind::Text) {
        raw.texts[field] = value.text;
      } else if (value.isWhole()) {
        raw.numbers[field] = value.number;
        raw.told |= 1u << field;
      }
    }
    node = end;
  }
}

Meaning StateMerger::read(const Record& record, StreamDecoder& decoder, bool ownFile, Raw& raw) {
  (void)ownFile;
  const auto& file = static_cast<FileDecoder&>(decoder);
  const uint32_t event = FileDecoder::numberOf(record);
  const Known& wanted = known(event);
  RowBytes bytes;
  if (wanted.meaning == Meaning::None || !file.bytesOf(record, bytes)) return Meaning::None;
  if (const unsigned header = FileDecoder::headerOf(record); header > 0 && !wanted.placed.empty()) {
    readPlaced(wanted, bytes, header, raw);
  } else {
    readFields(shared_.trace.layout->events()[event], wanted, bytes, raw);
  }
  // It takes the type of a thread that may wait in a system call. A tracer says that of its mode, if it knows.
  constexpr uint64_t kInSystemCall = 1, kOfUser = 0, kOfKernel = 1;
  if (wanted.meaning == Meaning::ProcessState)
    raw.numbers[4] = (raw.told >> 4 & 1) != 0 && raw.numbers[4] == kInSystemCall ? kOfUser : kOfKernel;
  if (wanted.meaning == Meaning::SyscallEntry && !wanted.systemCall.empty()) {
    // Each has an event of its own, whose number stands for it.
    raw.numbers[0] = uint64_t{event} << 32;
    raw.texts[0] = wanted.systemCall;
  }
  return wanted.meaning;
}

std::string StateMerger::symbol(Numbers kind, uint64_t number) {
  if (kind == Numbers::Softirqs && number < std::size(kernel::kSoftirqNames))
    return std::string(kernel::kSoftirqNames[number]);
  if (kind == Numbers::Syscalls && syscalls_ != kernel::SyscallTable::None && number <= INT32_MAX)
    return kernel::syscallName(syscalls_, static_cast<int64_t>(number));
  return {};
}

// prev_state of sched_switch (include/linux/sched.h): a thread that was preempted has none of the lower bits.
ThreadState StateMerger::stateLeft(int64_t bits) const {
  constexpr int64_t kNoLoad = 1024;
  if ((bits & 1) != 0) return ThreadState::Sleeping;
  if ((bits & 2) != 0) return !isOld_ && (bits & kNoLoad) != 0 ? ThreadState::Idle : ThreadState::Uninterruptible;
  if ((bits & 4) != 0) return ThreadState::Stopped;
  if ((bits & 8) != 0) return ThreadState::Traced;
  if ((bits & (16 | 32)) != 0) return ThreadState::Dead;
  if ((bits & 64) != 0) return isOld_ ? ThreadState::Dead : ThreadState::Parked;
  // What a report of the kernel's own calls idle is otherwise a thread that has ended; a kernel before 4.14 has it
  // beside another bit only.
  if ((bits & 128) != 0) return isOld_ ? ThreadState::Sleeping : isRaw_ ? ThreadState::Dead : ThreadState::Idle;
  if ((bits & 512) != 0 && isOld_) return ThreadState::Parked;
  return ThreadState::Runnable;
}

}  // namespace tp::ctf
