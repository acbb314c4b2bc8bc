// The fragments of CTF 2: preamble, trace class, clocks, streams and events.
#include <algorithm>

#include "core/formats/ctf/json_values.h"
#include "core/formats/ctf/metadata.h"

namespace tp::ctf {
namespace {

// Returns where the object that begins at `at` ends; npos if the text ends within it.
size_t endOfObject(std::string_view text, size_t at) {
  int depth = 0;
  bool quoted = false;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (quoted) {
      if (c == '\\') ++at;
      quoted = c != '"';
    } else if (c == '"') {
      quoted = true;
    } else if (c == '{') {
      ++depth;
    } else if (c == '}' && --depth == 0) {
      return at + 1;
    }
  }
  return std::string_view::npos;
}

std::optional<Uuid> uuidOf(const Json& object, const char* name) {
  const Json* found = member(object, name);
  if (found == nullptr) return std::nullopt;
  if (found->is_string()) return readUuid(found->get_ref<const std::string&>());
  Uuid out{};
  if (!found->is_array() || found->size() != out.size()) return std::nullopt;
  for (size_t i = 0; i < out.size(); ++i) out[i] = static_cast<uint8_t>(wholeOf((*found)[i]));
  return out;
}

class Parser {
 public:
  Parser(const std::string& path, WarningLog& warnings) : path_(path), warnings_(warnings) {}

  Result<TraceClass> parse(std::string_view text) {
    out_.version = 2;
    for (size_t at = 0; at < text.size();) {
      at = text.find_first_not_of(std::string_view("\x1e \t\r\n\0", 6), at);
      if (at == std::string_view::npos) break;
      const size_t end = text[at] == '{' ? endOfObject(text, at) : std::string_view::npos;
      const Json fragment = end != std::string_view::npos
                                ? Json::parse(text.begin() + static_cast<std::ptrdiff_t>(at),
                                              text.begin() + static_cast<std::ptrdiff_t>(end), nullptr, false)
                                : Json(Json::value_t::discarded);
      if (fragment.is_discarded()) {
        if (out_.streams.empty()) return Error{path_, at, "a fragment of JSON expected"};
        warnings_.add(path_, at, "a fragment of JSON", "something else, or the end of the text; the rest is left out");
        break;
      }
      take(fragment);
      if (!fields_.problem().empty()) refused_ = fields_.problem();
      if (!refused_.empty()) {
        if (textOf(fragment, "type") != "event-record-class") return Error{path_, at, refused_};
        warnings_.add(path_, at, "an event that can be understood", refused_ + "; the event is left out");
        refused_.clear();
        fields_.forget();
      }
      at = end;
    }
    if (out_.streams.empty()) out_.streams.emplace_back();
    return std::move(out_);
  }

 private:
  void take(const Json& fragment) {
    const std::string type = textOf(fragment, "type");
    if (type == "preamble") {
      takePreamble(fragment);
    } else if (type == "field-class-alias") {
      fields_.alias(fragment);
    } else if (type == "trace-class") {
      takeTrace(fragment);
    } else if (type == "clock-class") {
      takeClock(fragment);
    } else if (type == "data-stream-class") {
      takeStream(fragment);
    } else if (type == "event-record-class") {
      takeEvent(fragment);
    } else {
      warnings_.add(path_, kNoOffset, "a fragment that is known", "'" + type.substr(0, 60) + "', which is left out");
    }
  }

  void takePreamble(const Json& fragment) {
    const uint64_t version = numberOf(fragment, "version", 0);
    if (version != 2) refused_ = "version 2 of CTF expected, found " + std::to_string(version);
    out_.uuid = uuidOf(fragment, "uuid");
    const Json* extensions = member(fragment, "extensions");
    if (extensions != nullptr && extensions->is_object() && !extensions->empty())
      refused_ = "extensions of CTF 2 are declared, none of which is known";
  }

  void takeTrace(const Json& fragment) {
    out_.packetHeader = fields_.optional(fragment, "packet-header-field-class");
    if (const std::optional<Uuid> uuid = uuidOf(fragment, "uuid")) out_.uuid = uuid;
    const std::string uid = textOf(fragment, "uid");
    if (!uid.empty()) out_.uid = textOf(fragment, "namespace") + "\n" + textOf(fragment, "name") + "\n" + uid;
    const Json* environment = member(fragment, "environment");
    if (environment == nullptr || !environment->is_object()) return;
    for (const auto& [name, value] : environment->items()) {
      if (value.is_string()) out_.environment.emplace_back(name, value.get<std::string>());
      if (value.is_number_integer())
        out_.environment.emplace_back(name, value.is_number_unsigned() ? std::to_string(value.get<uint64_t>())
                                                                       : std::to_string(value.get<int64_t>()));
    }
  }

  void takeClock(const Json& fragment) {
    ClockClass clock;
    clock.name = textOf(fragment, "name");
    clock.id = textOf(fragment, "id");
    // In drafts, clocks have a name and no id.
    const bool isDraft = clock.id.empty();
    if (isDraft) clock.id = clock.name;
    clock.uid = textOf(fragment, "uid");
    if (const std::optional<Uuid> uuid = uuidOf(fragment, "uuid")) clock.uid.assign(uuid->begin(), uuid->end());
    clock.frequency = std::max<uint64_t>(numberOf(fragment, "frequency", clock.frequency), 1);
    clock.precision = numberOf(fragment, "precision", 0);
    if (const Json* offset = member(fragment, "offset-from-origin")) {
      clock.offsetSeconds = static_cast<int64_t>(numberOf(*offset, "seconds", 0));
      clock.offsetCycles = static_cast<int64_t>(numberOf(*offset, "cycles", 0));
    }
    clock.isAbsolute = textOf(fragment, "origin") == "unix-epoch";
    if (out_.clock(clock.id) == nullptr) out_.clocks.push_back(std::move(clock));
  }

  void takeStream(const Json& fragment) {
    StreamClass stream;
    stream.id = numberOf(fragment, "id", 0);
    stream.clock = textOf(fragment, "default-clock-class-id");
    if (stream.clock.empty()) stream.clock = textOf(fragment, "default-clock-class-name");
    stream.packetContext = fields_.optional(fragment, "packet-context-field-class");
    stream.eventHeader = fields_.optional(fragment, "event-record-header-field-class");
    stream.eventContext = fields_.optional(fragment, "event-record-common-context-field-class");
    out_.streams.push_back(std::move(stream));
  }

  void takeEvent(const Json& fragment) {
    EventClass event;
    event.id = numberOf(fragment, "id", 0);
    event.stream = numberOf(fragment, "data-stream-class-id", 0);
    event.name = textOf(fragment, "name");
    event.context = fields_.optional(fragment, "specific-context-field-class");
    event.payload = fields_.optional(fragment, "payload-field-class");
    if (fields_.problem().empty()) out_.events.push_back(std::move(event));
  }

  const std::string& path_;
  WarningLog& warnings_;
  JsonFields fields_;
  TraceClass out_;
  std::string refused_;
};

}  // namespace

Result<TraceClass> parseJson(std::string_view text, const std::string& path, WarningLog& warnings) {
  return Parser(path, warnings).parse(text);
}

}  // namespace tp::ctf
