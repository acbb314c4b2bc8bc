#include <algorithm>

#include "core/formats/ctf/program.h"

namespace tp::ctf {
namespace {

using Kind = FieldClass::Kind;

// Types that refer to each other can stand for more fields than there is memory.
constexpr size_t kMaxNodes = size_t{1} << 16, kMaxNodesOfTrace = size_t{1} << 21, kMaxSlots = size_t{1} << 16;

struct NamedRole {
  Scope scope;
  std::string_view name;
  Role role;
};
// In CTF 1.8, names tell what a field is. Who runs is told by contexts, in both versions.
constexpr NamedRole kNamedRoles[] = {
    {Scope::PacketHeader, "magic", Role::Magic},
    {Scope::PacketHeader, "stream_id", Role::StreamClass},
    {Scope::PacketHeader, "stream_instance_id", Role::StreamInstance},
    {Scope::PacketContext, "packet_size", Role::PacketSize},
    {Scope::PacketContext, "content_size", Role::ContentSize},
    {Scope::PacketContext, "timestamp_begin", Role::PacketBegin},
    {Scope::PacketContext, "timestamp_end", Role::PacketEnd},
    {Scope::PacketContext, "events_discarded", Role::Discarded},
    {Scope::PacketContext, "packet_seq_num", Role::Sequence},
    {Scope::EventHeader, "id", Role::EventId},
};
constexpr NamedRole kContextRoles[] = {
    {Scope::PacketContext, "cpu_id", Role::Cpu},   {Scope::StreamContext, "vtid", Role::Tid},
    {Scope::StreamContext, "tid", Role::Tid},      {Scope::StreamContext, "vpid", Role::Pid},
    {Scope::StreamContext, "pid", Role::Pid},      {Scope::EventContext, "vtid", Role::Tid},
    {Scope::EventContext, "tid", Role::Tid},       {Scope::EventContext, "vpid", Role::Pid},
    {Scope::EventContext, "pid", Role::Pid},       {Scope::StreamContext, "procname", Role::Comm},
    {Scope::EventContext, "procname", Role::Comm}, {Scope::Payload, "perf_tid", Role::Tid},
    {Scope::Payload, "perf_pid", Role::Pid},
};

class Compiler {
 public:
  Compiler(const TraceClass& trace, TraceProgram& out) : trace_(trace), out_(out) {}

  const std::string& problem() const { return problem_; }
  void forget() { problem_.clear(); }

  // Adds the program of a scope; `program` must stay where it is.
  void scope(Scope scope, const FieldClassPtr& field, Program& program) {
    scope_ = scope;
    program_ = &program;
    frames_.clear();
    program.nodes.clear();
    if (field != nullptr) {
      if (field->kind != Kind::Struct) return fail("a structure expected");
      node(*field, "", 0);
    }
    roots_[static_cast<size_t>(scope)] = &program;
  }
  void leave(Scope scope) { roots_[static_cast<size_t>(scope)] = nullptr; }
  void setClock(const ClockClass* clock) { clock_ = clock; }
  // Whether a field of the packet was referred to since the last call.
  bool takeReadsPacket() { return std::exchange(readsPacket_, false); }

 private:
  struct Target {
    Program* program;
    std::vector<uint32_t> nodes;
    Scope scope;
  };

  void fail(std::string problem) {
    if (problem_.empty()) problem_ = std::move(problem);
  }

  Endian endianOf(Order order) const {
    if (order == Order::Native) order = trace_.order;
    return order == Order::Big ? Endian::Big : Endian::Little;
  }

  std::string_view shown(const std::string& name) const {
    std::string_view out = name;
    if (trace_.version == 1 && out.starts_with("_")) out.remove_prefix(1);
    return out;
  }

  void mark(Node& node, const std::string& name) const {
    const FieldClass& field = *node.field;
    node.role = field.role;
    const bool isText = field.kind == Kind::Text || field.kind == Kind::FixedText;
    for (const NamedRole& one : kContextRoles)
      if (isText == (one.role == Role::Comm) && one.scope == scope_ && one.name == shown(name) && frames_.size() == 1)
        node.role = one.role;
    if (trace_.version == 2) {
      node.setsClock = field.setsClock && clock_ != nullptr;
      if (field.setsClock && scope_ == Scope::PacketContext) node.role = Role::PacketBegin;
      return;
    }
    // The id of an event is in a variant of the header, if it does not fit in the header itself.
    for (const NamedRole& one : kNamedRoles)
      if (one.scope == scope_ && one.name == name && (frames_.size() == 1 || one.role == Role::EventId))
        node.role = one.role;
    if (clock_ == nullptr || node.role == Role::PacketEnd) return;
    // Small writers map no clock.
    const bool unmapped = field.clock.empty() && !field.isSigned && trace_.clocks.size() <= 1 &&
                          ((scope_ == Scope::EventHeader && name == "timestamp") || node.role == Role::PacketBegin);
    node.setsClock = field.clock == clock_->id || unmapped;
    if (field.clock.empty()) node.setsClock = unmapped;
  }

  void node(const FieldClass& field, const std::string& name, int depth) {
    std::vector<Node>& nodes = program_->nodes;
    if (depth > kMaxDepth || nodes.size() >= kMaxNodes || count_ >= kMaxNodesOfTrace) fail("fewer fields expected");
    if (!problem_.empty()) return;
    ++count_;
    const auto at = static_cast<uint32_t>(nodes.size());
    nodes.emplace_back();
    nodes[at].field = &field;
    nodes[at].name = shown(name);
    nodes[at].endian = endianOf(field.order);
    mark(nodes[at], name);
    if (field.kind == Kind::DynamicText || field.kind == Kind::DynamicBlob || field.kind == Kind::DynamicArray ||
        field.kind == Kind::Variant || field.kind == Kind::Optional)
      refer(at);
    if (field.kind == Kind::Struct) frames_.push_back(at);
    for (const Member& member : field.members) node(*member.field, member.name, depth + 1);
    if (field.kind == Kind::Struct) frames_.pop_back();
    if (problem_.empty()) nodes[at].end = static_cast<uint32_t>(nodes.size());
  }

  // Appends the numbers that a path leads to: several, if it passes through options.
  void collect(const Program& program, uint32_t at, const Location& of, size_t step, std::vector<uint32_t>& out) const {
    const Node& node = program.nodes[at];
    const Kind kind = node.field->kind;
    if (kind == Kind::Integer || kind == Kind::VariableInteger) {
      if (step == of.path.size()) out.push_back(at);
      return;
    }
    const bool passes =
        kind == Kind::Variant || kind == Kind::Optional || kind == Kind::FixedArray || kind == Kind::DynamicArray;
    size_t member = 0;
    const uint32_t end = node.end != 0 ? node.end : static_cast<uint32_t>(program.nodes.size());
    for (uint32_t child = at + 1; child < end; child = program.nodes[child].end, ++member) {
      if (passes) collect(program, child, of, step, out);
      if (kind != Kind::FixedArray && kind != Kind::DynamicArray && step < of.path.size() && of.path[step] &&
          member < node.field->members.size() && node.field->members[member].name == *of.path[step])
        collect(program, child, of, step + 1, out);
      // A child that is not finished contains the field that looks for another one.
      if (program.nodes[child].end == 0) break;
    }
  }

  bool lookIn(Program* program, Scope scope, uint32_t at, const Location& of, size_t step, Target& out) const {
    if (program == nullptr || program->nodes.empty()) return false;
    collect(*program, at, of, step, out.nodes);
    out.program = program;
    out.scope = scope;
    return !out.nodes.empty();
  }

  bool find(const Location& of, Target& out) const {
    const size_t own = static_cast<size_t>(scope_);
    if (of.origin) {
      const size_t root = static_cast<size_t>(*of.origin);
      return lookIn(root == own ? program_ : roots_[root], *of.origin, 0, of, 0, out);
    }
    size_t step = 0, frame = frames_.size();
    while (step < of.path.size() && !of.path[step] && frame > 0) ++step, --frame;
    while (frame-- > 0)
      if (lookIn(program_, scope_, frames_[frame], of, step, out)) return true;
    for (size_t root = own; root-- > 0;)
      if (lookIn(roots_[root], static_cast<Scope>(root), 0, of, step, out)) return true;
    return false;
  }

  void refer(uint32_t at) {
    const FieldClass& field = *program_->nodes[at].field;
    Target target{nullptr, {}, scope_};
    if (!find(field.location, target)) {
      std::string path;
      for (const auto& part : field.location.path) path += (path.empty() ? "" : ".") + part.value_or("null");
      return fail("the length or the selector '" + path.substr(0, 100) + "' is no number that comes before");
    }
    if (target.scope <= Scope::PacketContext && scope_ > Scope::PacketContext) readsPacket_ = true;
    Slot slot = kNoSlot;
    for (const uint32_t one : target.nodes) slot = std::max(slot, target.program->nodes[one].slot);
    if (slot == kNoSlot) {
      if (out_.slots >= kMaxSlots) return fail("fewer lengths and selectors expected");
      slot = static_cast<Slot>(out_.slots++);
      if (target.scope <= Scope::PacketContext) out_.packetSlots.push_back(slot);
    }
    for (const uint32_t one : target.nodes) target.program->nodes[one].slot = slot;
    program_->nodes[at].from = slot;
    if (field.kind == Kind::Variant || field.kind == Kind::Optional)
      choose(at, *target.program->nodes[target.nodes.front()].field);
  }

  void choose(uint32_t at, const FieldClass& selector) {
    const FieldClass& field = *program_->nodes[at].field;
    Choices choices;
    choices.isSigned = selector.isSigned;
    for (const Member& option : field.members) {
      choices.options.push_back(option.ranges);
      if (field.kind == Kind::Optional && field.anyValue) choices.options.back() = {{1, ~uint64_t{0}}};
      if (field.kind == Kind::Optional && field.anyValue) choices.isSigned = false;
      if (!field.byLabel) continue;
      // Labels that are reserved words have options with an underscore before them.
      for (const Label& label : selector.labels)
        if (label.name == option.name || (option.name.starts_with("_") && option.name.substr(1) == label.name))
          choices.options.back().insert(choices.options.back().end(), label.ranges.begin(), label.ranges.end());
    }
    program_->nodes[at].options = static_cast<uint32_t>(program_->options.size());
    program_->options.push_back(std::move(choices));
  }

  const TraceClass& trace_;
  TraceProgram& out_;
  Program* program_ = nullptr;
  Scope scope_ = Scope::PacketHeader;
  std::vector<uint32_t> frames_;  // the structures that are open
  std::array<Program*, kScopes> roots_{};
  const ClockClass* clock_ = nullptr;
  size_t count_ = 0;
  bool readsPacket_ = false;
  std::string problem_;
};

// Returns the first clock that a field is mapped to.
const ClockClass* mappedClock(const TraceClass& trace, const FieldClass* field, int depth = 0) {
  if (field == nullptr || depth > kMaxDepth) return nullptr;
  if (!field->clock.empty()) return trace.clock(field->clock);
  for (const Member& member : field->members)
    if (const ClockClass* found = mappedClock(trace, member.field.get(), depth + 1)) return found;
  return nullptr;
}

const ClockClass* clockOf(const TraceClass& trace, const StreamClass& stream, const ClockClass& implied) {
  if (trace.version == 2) return stream.clock.empty() ? nullptr : trace.clock(stream.clock);
  if (const ClockClass* found = mappedClock(trace, stream.eventHeader.get())) return found;
  if (const ClockClass* found = mappedClock(trace, stream.packetContext.get())) return found;
  if (trace.clocks.size() == 1) return &trace.clocks.front();
  return trace.clocks.empty() ? &implied : nullptr;
}

// Whether any field tells the time.
bool setsClock(const Program& program) {
  return std::any_of(program.nodes.begin(), program.nodes.end(), [](const Node& node) { return node.setsClock; });
}

}  // namespace

bool contains(const Ranges& ranges, uint64_t value, bool isSigned) {
  return std::any_of(ranges.begin(), ranges.end(), [&](const Range& range) {
    if (isSigned)
      return static_cast<int64_t>(value) >= static_cast<int64_t>(range.first) &&
             static_cast<int64_t>(value) <= static_cast<int64_t>(range.last);
    return value >= range.first && value <= range.last;
  });
}

size_t Choices::of(uint64_t selector) const {
  for (size_t i = 0; i < options.size(); ++i)
    if (contains(options[i], selector, isSigned)) return i;
  return options.size();
}

Result<std::unique_ptr<TraceProgram>> compile(const TraceClass& trace, const std::string& path, WarningLog& warnings) {
  auto out = std::make_unique<TraceProgram>();
  Compiler compiler(trace, *out);
  const auto refuse = [&] {
    return Error{path, kNoOffset, "describes packets that can't be read: " + compiler.problem()};
  };
  compiler.scope(Scope::PacketHeader, trace.packetHeader, out->packetHeader);
  if (!compiler.problem().empty()) return refuse();
  out->streams.resize(trace.streams.size());
  for (size_t i = 0; i < trace.streams.size(); ++i) {
    StreamProgram& stream = out->streams[i];
    stream.stream = &trace.streams[i];
    stream.clock = clockOf(trace, *stream.stream, out->implied);
    compiler.setClock(stream.clock);
    compiler.scope(Scope::PacketContext, stream.stream->packetContext, stream.packetContext);
    compiler.scope(Scope::EventHeader, stream.stream->eventHeader, stream.eventHeader);
    compiler.takeReadsPacket();
    compiler.scope(Scope::StreamContext, stream.stream->eventContext, stream.eventContext);
    const bool contextReads = compiler.takeReadsPacket();
    if (!compiler.problem().empty()) return refuse();
    stream.events.reserve(
        static_cast<size_t>(std::count_if(trace.events.begin(), trace.events.end(),
                                          [&](const EventClass& event) { return event.stream == stream.stream->id; })));
    for (const EventClass& event : trace.events) {
      if (event.stream != stream.stream->id) continue;
      EventProgram& program = stream.events.emplace_back();
      program.event = &event;
      program.stream = &stream;
      compiler.leave(Scope::Payload);
      compiler.scope(Scope::EventContext, event.context, program.context);
      compiler.scope(Scope::Payload, event.payload, program.payload);
      program.readsPacket = compiler.takeReadsPacket() || contextReads;
      if (compiler.problem().empty()) continue;
      warnings.add(path, kNoOffset, "an event that can be understood",
                   event.name + ": " + compiler.problem() + "; the event is left out");
      compiler.forget();
      stream.events.pop_back();
    }
    if (!setsClock(stream.eventHeader) && !setsClock(stream.packetContext)) stream.clock = nullptr;
  }
  return out;
}

}  // namespace tp::ctf
