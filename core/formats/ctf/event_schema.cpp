#include "core/formats/ctf/event_schema.h"

#include <algorithm>
#include <set>

namespace tp::ctf {
namespace {

using Kind = FieldClass::Kind;

struct Found {
  std::vector<RowSchema::Entry> entries;
  std::vector<EventSchema::Place> places;
};

// Structures are opened: "a.b".
void addFields(const Program& program, uint32_t at, const std::string& prefix, Scope scope,
               std::set<std::string>& names, Found& out) {
  const Node& node = program.nodes[at];
  for (uint32_t child = at + 1; child < node.end; child = program.nodes[child].end) {
    const std::string name = prefix + std::string(program.nodes[child].name);
    if (program.nodes[child].field->kind == Kind::Struct) {
      addFields(program, child, name + ".", scope, names, out);
      continue;
    }
    if (name.empty() || !names.insert(name).second) continue;
    out.entries.push_back({name});
    out.places.push_back({scope, child});
  }
}

Found fieldsOf(const EventLayout& layout) {
  Found out;
  std::set<std::string> names;
  const auto add = [&](const Program& program, Scope scope) {
    if (!program.nodes.empty()) addFields(program, 0, "", scope, names, out);
  };
  add(layout.program->payload, Scope::Payload);
  add(layout.program->context, Scope::EventContext);
  add(layout.stream->program->eventContext, Scope::StreamContext);
  return out;
}

}  // namespace

std::string_view systemOf(std::string_view name) {
  const size_t colon = name.find(':');
  return colon == std::string_view::npos ? std::string_view() : name.substr(0, colon);
}

void printEvent(const EventLayout& event, BitReader& in, Told& told, std::string& out) {
  const StreamLayout& stream = *event.stream;
  if (!stream.eventHeader.run(in, told)) return;
  std::string contexts;
  for (const Program* program : {&stream.program->eventContext, &event.program->context}) {
    std::string context;
    if (printMembers(*program, in, told, context)) contexts += (contexts.empty() ? "{ " : ", { ") + context + " }";
  }
  const bool hasPayload = printMembers(event.program->payload, in, told, out);
  if (hasPayload && !contexts.empty()) out += ", ";
  out += contexts;
}

EventSchema::EventSchema(const EventLayout& layout, size_t slots)
    : RowSchema(std::string(systemOf(layout.program->event->name)), fieldsOf(layout).entries),
      layout_(layout),
      places_(fieldsOf(layout).places) {
  told_.slots.resize(slots);
}

const Program& EventSchema::programOf(Scope scope) const {
  return scope == Scope::Payload        ? layout_.program->payload
         : scope == Scope::EventContext ? layout_.program->context
                                        : layout_.stream->program->eventContext;
}

bool EventSchema::seek(const Place& place, BitReader& in) const {
  if (!layout_.stream->eventHeader.run(in, told_)) return false;
  for (const Scope scope : {Scope::StreamContext, Scope::EventContext, Scope::Payload}) {
    const Program& program = programOf(scope);
    if (program.nodes.empty()) continue;
    const uint32_t target = scope == place.scope ? place.node : static_cast<uint32_t>(program.nodes.size());
    if (seekTo(program, 0, target, in, told_)) return !in.failed();
  }
  return false;
}

RowValue EventSchema::read(size_t field, const RowBytes& of, std::string& room) const {
  BitReader in(of.payload, of.inHeader & ~uint64_t{7}, ~uint64_t{0});
  in.seek(of.inHeader);
  if (field >= places_.size() || !seek(places_[field], in)) return {};
  return readField(programOf(places_[field].scope), places_[field].node, in, told_, room);
}

RowValue EventSchema::element(size_t field, uint64_t number, const RowBytes& of) const {
  BitReader in(of.payload, of.inHeader & ~uint64_t{7}, ~uint64_t{0});
  in.seek(of.inHeader);
  if (field >= places_.size() || !seek(places_[field], in)) return {};
  return readElement(programOf(places_[field].scope), places_[field].node, number, in, told_);
}

void EventSchema::print(const RowBytes& of, std::string& out) const {
  BitReader in(of.payload, of.inHeader & ~uint64_t{7}, ~uint64_t{0});
  in.seek(of.inHeader);
  printEvent(layout_, in, told_, out);
}

}  // namespace tp::ctf
