// The blocks of TSDL: trace, env, clock, stream and event.
#include <algorithm>

#include "core/formats/ctf/metadata.h"
#include "core/formats/ctf/tsdl_types.h"

namespace tp::ctf {
namespace {

struct Block {
  TsdlAttributes values;
  std::map<std::string, FieldClassPtr> fields;
  // In the order of the text; the names of `env` are shown in it.
  std::vector<std::string> names;

  uint64_t number(const char* name, uint64_t otherwise) const {
    const auto found = values.find(name);
    return found != values.end() && found->second.isNumber ? found->second.number : otherwise;
  }
  int64_t signedNumber(const char* name) const {
    const auto found = values.find(name);
    return found != values.end() && found->second.isNumber ? found->second.asSigned() : 0;
  }
  std::string text(const char* name) const {
    const auto found = values.find(name);
    return found != values.end() ? found->second.text : std::string();
  }
  FieldClassPtr field(const char* name) const {
    const auto found = fields.find(name);
    return found != fields.end() ? found->second : nullptr;
  }
};

class Parser {
 public:
  Parser(std::string_view text, const std::string& path, WarningLog& warnings)
      : lexer_(text), types_(lexer_), path_(path), warnings_(warnings) {}

  Result<TraceClass> parse() {
    while (lexer_.peek().kind != Token::Kind::End) {
      if (lexer_.peek().is(";")) {
        lexer_.next();
        continue;
      }
      std::string kind;
      for (const char* word : {"trace", "stream", "event", "clock", "env", "callsite"})
        if (lexer_.peek().is(word) && lexer_.peek(1).is("{")) kind = word;
      if (kind.empty()) {
        types_.declaration();
      } else {
        take(kind);
      }
      if (!types_.failed()) continue;
      if (lexer_.peek().kind == Token::Kind::End) {
        if (out_.streams.empty() && out_.events.empty()) return problem();
        warn("a whole block", "the end of the text within one, which is left out");
        break;
      }
      if (kind != "event" && kind != "callsite") return problem();
      warn("an event that can be understood", types_.problem() + "; the event is left out");
      while (lexer_.depth() > 0 && lexer_.peek().kind != Token::Kind::End) lexer_.next();
      types_.forget();
    }
    return finish();
  }

 private:
  Error problem() const {
    return Error{path_, kNoOffset, "line " + std::to_string(lexer_.line()) + ": " + types_.problem()};
  }
  void warn(std::string expected, std::string found) {
    warnings_.add(path_, kNoOffset, std::move(expected), "line " + std::to_string(lexer_.line()) + ": " + found);
  }

  Block block() {
    Block out;
    types_.expect("{");
    types_.enterScope();
    while (!types_.failed() && !lexer_.peek().is("}")) {
      if (types_.beginsDeclaration()) {
        types_.declaration();
        continue;
      }
      std::string name(lexer_.next().text);
      while (lexer_.peek().is(".")) {
        lexer_.next();
        name += "." + std::string(lexer_.next().text);
      }
      if (lexer_.peek().is(":=")) {
        lexer_.next();
        out.fields[name] = types_.type();
      } else {
        types_.expect("=");
        out.values[name] = types_.value();
        out.names.push_back(name);
      }
      types_.expect(";");
    }
    types_.expect("}");
    types_.leaveScope();
    return out;
  }

  void take(const std::string& kind) {
    lexer_.next();
    const Block given = block();
    if (types_.failed()) return;
    if (kind == "trace") {
      takeTrace(given);
    } else if (kind == "clock") {
      takeClock(given);
    } else if (kind == "stream") {
      takeStream(given);
    } else if (kind == "event") {
      takeEvent(given);
    } else if (kind == "env") {
      for (const std::string& name : given.names) out_.environment.emplace_back(name, given.text(name.c_str()));
    }
  }

  void takeTrace(const Block& given) {
    const uint64_t major = given.number("major", 1), minor = given.number("minor", 8);
    if (major != 1 || minor > 8) {
      types_.fail("version 1.8 of CTF expected, found " + std::to_string(major) + "." + std::to_string(minor));
      return;
    }
    const std::string order = given.text("byte_order");
    out_.order = order == "be" || order == "network" ? Order::Big : Order::Little;
    out_.uuid = readUuid(given.text("uuid"));
    out_.packetHeader = given.field("packet.header");
  }

  void takeClock(const Block& given) {
    ClockClass clock;
    clock.id = clock.name = given.text("name");
    clock.uid = given.text("uuid");
    clock.frequency = std::max<uint64_t>(given.number("freq", clock.frequency), 1);
    clock.precision = given.number("precision", 0);
    clock.offsetSeconds = given.signedNumber("offset_s");
    clock.offsetCycles = given.signedNumber("offset");
    const auto absolute = given.values.find("absolute");
    clock.isAbsolute = absolute != given.values.end() && absolute->second.isTrue();
    if (out_.clock(clock.id) == nullptr) out_.clocks.push_back(std::move(clock));
  }

  void takeStream(const Block& given) {
    StreamClass stream;
    stream.id = given.number("id", 0);
    stream.packetContext = given.field("packet.context");
    stream.eventHeader = given.field("event.header");
    stream.eventContext = given.field("event.context");
    out_.streams.push_back(std::move(stream));
  }

  void takeEvent(const Block& given) {
    EventClass event;
    event.id = given.number("id", 0);
    // A stream that is not told is the only one.
    event.stream = given.number("stream_id", kOnlyStream);
    event.name = given.text("name");
    if (const auto level = given.values.find("loglevel"); level != given.values.end() && level->second.isNumber)
      event.logLevel = level->second.asSigned();
    event.context = given.field("context");
    event.payload = given.field("fields");
    out_.events.push_back(std::move(event));
  }

  TraceClass finish() {
    if (out_.streams.empty()) out_.streams.emplace_back();
    for (EventClass& event : out_.events)
      if (event.stream == kOnlyStream) event.stream = out_.streams.size() == 1 ? out_.streams[0].id : 0;
    return std::move(out_);
  }

  static constexpr uint64_t kOnlyStream = ~uint64_t{0};
  TsdlLexer lexer_;
  TsdlTypes types_;
  const std::string& path_;
  WarningLog& warnings_;
  TraceClass out_;
};

}  // namespace

std::optional<Uuid> readUuid(std::string_view text) {
  Uuid out{};
  size_t digits = 0;
  for (const char c : text) {
    if (c == '-') continue;
    const size_t value =
        std::string_view("0123456789abcdef").find(c >= 'A' && c <= 'F' ? static_cast<char>(c | 32) : c);
    if (value == std::string_view::npos || digits == 32) return std::nullopt;
    uint8_t& byte = out[digits++ / 2];
    byte = static_cast<uint8_t>(byte << 4 | value);
  }
  if (digits != 32) return std::nullopt;
  return out;
}

Result<TraceClass> parseTsdl(std::string_view text, const std::string& path, WarningLog& warnings) {
  return Parser(text, path, warnings).parse();
}

}  // namespace tp::ctf
