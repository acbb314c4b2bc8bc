#include "core/formats/ctf/call_merger.h"

#include <algorithm>

#include "core/text/number_text.h"

namespace tp::ctf {
namespace {

// Deeper calls are not drawn.
constexpr size_t kMaxCalls = 65535;
// Of a thread. More are left out: no program calls so deep.
constexpr size_t kMaxOpen = size_t{1} << 20;
constexpr size_t kMaxLibraries = 4096;
constexpr uint64_t kMaxBuildId = 64;

// A number of the event, if it has it.
std::optional<uint64_t> numberOf(const RowSchema& schema, size_t field, const RowBytes& bytes) {
  std::string room;
  if (field == RowSchema::kNone) return std::nullopt;
  const RowValue value = schema.read(field, bytes, room);
  if (!value.isWhole()) return std::nullopt;
  return value.number;
}

constexpr std::string_view kEntry = "_entry", kExit = "_exit";

// What an event means by its own name.
CallEvent callEventOf(std::string_view name) {
  if (name == "lttng_ust_cyg_profile:func_entry" || name == "lttng_ust_cyg_profile_fast:func_entry")
    return CallEvent::Entry;
  if (name == "lttng_ust_cyg_profile:func_exit" || name == "lttng_ust_cyg_profile_fast:func_exit")
    return CallEvent::Exit;
  if (name == "lttng_ust_statedump:bin_info" || name == "lttng_ust_lib:load" || name == "lttng_ust_dl:dlopen")
    return CallEvent::Library;
  if (name == "lttng_ust_statedump:build_id" || name == "lttng_ust_lib:build_id") return CallEvent::BuildId;
  return CallEvent::None;
}

}  // namespace

// Both events of a pair are in one stream class, whose names have the provider before them.
std::vector<CallPair> pairsOf(const TraceLayout& layout) {
  const std::vector<EventLayout>& events = layout.events();
  const auto nameOf = [&](uint32_t number) { return std::string_view(events[number].program->event->name); };
  std::map<std::pair<const StreamLayout*, std::string_view>, uint32_t> exits;
  for (uint32_t i = 0; i < events.size(); ++i)
    if (nameOf(i).ends_with(kExit))
      exits.emplace(std::pair(events[i].stream, nameOf(i).substr(0, nameOf(i).size() - kExit.size())), i);
  std::vector<CallPair> out(events.size());
  for (uint32_t i = 0; i < events.size(); ++i) {
    const std::string_view name = nameOf(i);
    if (!name.ends_with(kEntry) || name.find(':') == std::string_view::npos) continue;
    const auto exit = exits.find({events[i].stream, name.substr(0, name.size() - kEntry.size())});
    if (exit == exits.end() || callEventOf(name) != CallEvent::None) continue;
    out[i] = {CallEvent::PairEntry, i};
    out[exit->second] = {CallEvent::PairExit, i};
  }
  return out;
}

bool hasCalls(const TraceLayout& layout, bool byAddress) {
  const auto tells = [](const Program& program) {
    return std::any_of(program.nodes.begin(), program.nodes.end(),
                       [](const Node& node) { return node.role == Role::Tid; });
  };
  const std::vector<CallPair> pairs = byAddress ? std::vector<CallPair>(layout.events().size()) : pairsOf(layout);
  for (size_t i = 0; i < pairs.size(); ++i) {
    const EventLayout& event = layout.events()[i];
    if (!tells(event.stream->program->eventContext) && !tells(event.program->context)) continue;
    if (pairs[i].event != CallEvent::None || callEventOf(event.program->event->name) == CallEvent::Entry) return true;
  }
  return false;
}

CallMerger::CallMerger(Shared& shared, kernel::ThreadTracks& threads)
    : shared_(shared), threads_(threads), pairs_(pairsOf(*shared.trace.layout)) {
  fields_.resize(shared.trace.layout->events().size());
}

const CallMerger::Fields& CallMerger::fieldsOf(uint32_t event, const RowSchema& schema) {
  Fields& out = fields_[event];
  if (out.isRead) return out;
  out.isRead = true;
  out.event = pairs_[event].event != CallEvent::None
                  ? pairs_[event].event
                  : callEventOf(shared_.trace.layout->events()[event].program->event->name);
  const auto find = [&](const char* first, const char* second) {
    const size_t found = schema.find(first);
    return found != RowSchema::kNone ? found : schema.find(second);
  };
  const bool isOfLibrary = out.event == CallEvent::Library || out.event == CallEvent::BuildId;
  out.address = schema.find(isOfLibrary ? "baddr" : "addr");
  out.buildId = schema.find("build_id");
  out.size = schema.find("memsz");
  out.path = schema.find("path");
  out.isMoved = schema.find("is_pic");
  out.tid = find("vtid", "tid");
  out.pid = find("vpid", "pid");
  return out;
}

void CallMerger::add(size_t input, const Record& record, StreamDecoder& decoder, RecordBatch& out) {
  (void)input;
  const auto& file = static_cast<FileDecoder&>(decoder);
  RowBytes bytes;
  if (record.kind != RecordKind::Instant || !file.bytesOf(record, bytes)) return;
  const uint32_t event = FileDecoder::numberOf(record);
  if (fields_[event].isRead && fields_[event].event == CallEvent::None) return;
  const RowSchema& schema = shared_.schemas.of(*shared_.trace.layout, event);
  const Fields& fields = fieldsOf(event, schema);
  if (fields.event == CallEvent::None) return;
  const std::optional<uint64_t> address = numberOf(schema, fields.address, bytes);
  const auto tid = static_cast<int64_t>(numberOf(schema, fields.tid, bytes).value_or(0));
  const auto pid =
      static_cast<int64_t>(numberOf(schema, fields.pid, bytes).value_or(static_cast<uint64_t>(shared_.process.pid)));
  if (fields.event == CallEvent::Library && address) {
    addLibrary(fields, schema, bytes, pid, *address);
  } else if (fields.event == CallEvent::BuildId && address) {
    setBuildId(fields, schema, bytes, pid, *address);
  } else if (tid > 0 && fields.event == CallEvent::Entry && address) {
    enter(tid, nameOf(pid, *address), {*address, 0, losses_}, record.time, out);
  } else if (tid > 0 && fields.event == CallEvent::Exit) {
    leave(tid, record.time, out, [&](const Frame& frame) { return frame.is(0, address.value_or(frame.address)); });
  } else if (tid > 0 && fields.event == CallEvent::PairEntry) {
    const std::string_view name = shared_.trace.layout->events()[event].program->event->name;
    enter(tid, shared_.reader.names().intern(name.substr(0, name.size() - kEntry.size())),
          {pairs_[event].entry, 1, losses_}, record.time, out);
  } else if (tid > 0 && fields.event == CallEvent::PairExit) {
    leave(tid, record.time, out, [&](const Frame& frame) { return frame.is(1, pairs_[event].entry); });
  }
}

void CallMerger::addLibrary(const Fields& fields, const RowSchema& schema, const RowBytes& bytes, int64_t pid,
                            uint64_t address) {
  std::string room;
  const RowValue path = fields.path != RowSchema::kNone ? schema.read(fields.path, bytes, room) : RowValue{};
  std::vector<Library>& all = libraries_[pid];
  if (path.kind != RowValue::Kind::Text || all.size() >= kMaxLibraries) return;
  // What is loaded later hides what lay there before.
  Library& library = all.emplace_back();
  library.begin = address;
  library.end = address + numberOf(schema, fields.size, bytes).value_or(0);
  library.isMoved = numberOf(schema, fields.isMoved, bytes).value_or(1);
  library.path = path.text;
  names_.clear();
}

// It comes behind what it belongs to.
void CallMerger::setBuildId(const Fields& fields, const RowSchema& schema, const RowBytes& bytes, int64_t pid,
                            uint64_t address) {
  std::vector<Library>& all = libraries_[pid];
  const auto library = std::find_if(all.rbegin(), all.rend(), [&](const Library& one) { return one.begin == address; });
  if (library == all.rend() || fields.buildId == RowSchema::kNone) return;
  library->buildId.clear();
  for (uint64_t i = 0; i < kMaxBuildId; ++i) {
    const RowValue byte = schema.element(fields.buildId, i, bytes);
    if (!byte.isWhole()) break;
    appendHex(library->buildId, byte.number & 255, 2);
  }
  names_.clear();
}

void CallMerger::enter(int64_t tid, NameId name, const Frame& frame, Time time, RecordBatch& out) {
  std::vector<Frame>& frames = open_[tid];
  if (frames.size() == kMaxOpen) return;
  if (frames.size() < kMaxCalls) {
    Record& record = out.push();
    record = Record{};
    record.time = time;
    record.kind = RecordKind::Begin;
    record.track = threads_.of(tid).slices;
    record.name = name;
    record.depth = static_cast<uint16_t>(frames.size());
  }
  frames.push_back(frame);
}

// Exits of calls whose entries were not recorded end nothing. What was called within, and whose exits are missing, ends
// with the call.
template <class Is>
void CallMerger::leave(int64_t tid, Time time, RecordBatch& out, Is&& isIt) {
  std::vector<Frame>& frames = open_[tid];
  size_t at = frames.size();
  while (at > 0 && !isIt(frames[at - 1])) --at;
  if (at == 0) return;
  const Frame frame = frames[at - 1];
  frames.resize(at - 1);
  if (at > kMaxCalls) return;
  Record& record = out.push();
  record = Record{};
  record.time = time;
  record.kind = RecordKind::End;
  record.track = threads_.of(tid).slices;
  record.depth = static_cast<uint16_t>(at - 1);
  // Records are missing in between: it may be the end of a later call.
  if (frame.losses != losses_) record.setAtMost();
}

void CallMerger::losing(size_t input, const Record& lost, StreamDecoder& decoder, RecordBatch& out) {
  (void)input, (void)lost, (void)decoder, (void)out;
  ++losses_;
}

NameId CallMerger::nameOf(int64_t pid, uint64_t address) {
  NameId& out = names_[{pid, address}];
  if (out != kNoName) return out;
  const auto found = libraries_.find(pid);
  const Library* in = nullptr;
  if (found != libraries_.end()) {
    const std::vector<Library>& all = found->second;
    const auto library = std::find_if(all.rbegin(), all.rend(),
                                      [&](const Library& one) { return address >= one.begin && address < one.end; });
    if (library != all.rend()) in = &*library;
  }
  return out = shared_.functions.nameOf(in, address);
}

void CallMerger::save(WireWriter& out) const {
  layout(*this, out);
}

bool CallMerger::restore(WireReader& in) {
  layout(*this, in);
  names_.clear();
  return !in.failed();
}

}  // namespace tp::ctf
