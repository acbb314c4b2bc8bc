#include <algorithm>

#include "core/formats/ctf/anonymous.h"
#include "core/formats/ctf/field_walk.h"
#include "core/formats/ctf/tsdl_lexer.h"

namespace tp::ctf {
namespace {

using Kind = FieldClass::Kind;

struct Found {
  const Node* node;
  size_t at;
  size_t size;
};

bool isName(std::string_view field) {
  return field.ends_with("comm") || field.ends_with("name");
}

// Characters of two or four bytes: each becomes a letter, so that the text ends where it did.
void blankWide(std::span<std::byte> text, Encoding encoding) {
  const bool isLittle = encoding == Encoding::Utf16Little || encoding == Encoding::Utf32Little;
  const size_t width = encoding <= Encoding::Utf16Big ? 2 : 4;
  for (size_t at = 0; at + width <= text.size(); at += width) {
    const std::span<std::byte> one = text.subspan(at, width);
    if (std::all_of(one.begin(), one.end(), [](std::byte byte) { return byte == std::byte{0}; })) continue;
    std::fill(one.begin(), one.end(), std::byte{0});
    one[isLittle ? 0 : width - 1] = std::byte{'x'};
  }
}

void replace(const Node& node, std::span<std::byte> text, Pseudonyms& names) {
  const FieldClass& field = *node.field;
  if (field.kind == Kind::FixedBlob || field.kind == Kind::DynamicBlob)
    return std::fill(text.begin(), text.end(), std::byte{0});
  if (field.encoding != Encoding::Utf8) return blankWide(text, field.encoding);
  if (!isName(node.name)) return blankText(text);
  std::string_view old = asText(text);
  old = old.substr(0, old.find('\0'));
  if (old.empty()) return;
  const std::string name = names.process(old.substr(old.rfind('/') + 1));
  if (field.kind == Kind::FixedText) return replaceText(text, name);
  // The next field begins behind it.
  if (name.size() > text.size()) return blankText(text);
  replaceText(text, name + std::string(text.size() - name.size(), '_'));
}

// What says which tracer, kernel and machine type it was.
bool mayStay(std::string_view key) {
  return key == "domain" || key == "sysname" || key.starts_with("tracer_") || key.starts_with("kernel_") ||
         key.starts_with("architecture");
}

std::string pseudonymOf(std::string_view key, std::string_view value, Pseudonyms& names) {
  if (key == "hostname") return names.of(Pseudonyms::Of::Host, value);
  return key == "procname" ? names.process(value) : blankedText(value);
}

// `env { key = "value"; };` of TSDL.
std::string withoutEnvironment(const std::string& text, Pseudonyms& names) {
  std::string out;
  size_t copied = 0;
  TsdlLexer lexer(text);
  bool within = false;
  std::string_view key;
  for (Token token = lexer.next(); token.kind != Token::Kind::End; token = lexer.next()) {
    if (token.is("env") && lexer.depth() == 0 && lexer.peek().is("{")) within = true;
    if (within && token.is("}")) within = false;
    if (within && token.kind == Token::Kind::Word) key = token.text;
    if (!within || token.kind != Token::Kind::String || mayStay(key)) continue;
    const auto at = static_cast<size_t>(token.text.data() - text.data());
    out.append(text, copied, at - copied);
    out += pseudonymOf(key, token.text, names);
    copied = at + token.text.size();
  }
  return out + text.substr(copied);
}

// The end of a string of JSON whose first character is at `at`.
size_t endOfString(const std::string& text, size_t at) {
  while (at < text.size() && text[at] != '"') at += text[at] == '\\' ? 2 : 1;
  return std::min(at, text.size());
}

// "environment": {"key": "value"} of JSON.
std::string withoutJsonEnvironment(const std::string& text, Pseudonyms& names) {
  constexpr std::string_view kKey = "\"environment\"";
  std::string out;
  size_t copied = 0;
  for (size_t begin = text.find(kKey); begin != std::string::npos; begin = text.find(kKey, begin + 1)) {
    size_t at = text.find('{', begin);
    std::string key;
    bool isValue = false;
    while (at < text.size() && text[at] != '}') {
      if (text[at] == ':') isValue = true;
      if (text[at] == ',') isValue = false;
      if (text[at] != '"') {
        ++at;
        continue;
      }
      const size_t end = endOfString(text, at + 1);
      const std::string value = text.substr(at + 1, end - at - 1);
      if (!isValue) {
        key = value;
      } else if (!mayStay(key)) {
        out.append(text, copied, at + 1 - copied);
        out += pseudonymOf(key, value, names);
        copied = end;
      }
      at = end + 1;
    }
  }
  return out + text.substr(std::min(copied, text.size()));
}

}  // namespace

void anonymiseEvent(const EventLayout& event, std::span<std::byte> bytes, uint64_t begin, const Told& told,
                    Pseudonyms& names) {
  Told own = told;
  BitReader in(bytes, 0, ~uint64_t{0});
  in.seek(begin);
  std::vector<Found> found;
  const EachText each = [&](const Node& node, const Bytes& text) {
    if (!text.empty()) found.push_back({&node, static_cast<size_t>(text.data() - bytes.data()), text.size()});
  };
  if (!event.stream->eventHeader.run(in, own)) return;
  for (const Program* program :
       {&event.stream->program->eventContext, &event.program->context, &event.program->payload})
    if (!program->nodes.empty()) seekTo(*program, 0, static_cast<uint32_t>(program->nodes.size()), in, own, &each);
  for (const Found& one : found) replace(*one.node, bytes.subspan(one.at, one.size), names);
}

std::string anonymousMetadata(const std::string& text, Pseudonyms& names) {
  const size_t first = text.find_first_not_of("\x1e \t\r\n");
  if (first != std::string::npos && text[first] == '{') return withoutJsonEnvironment(text, names);
  constexpr std::string_view kBegin = "/* CTF 1.8 */\n";
  const std::string out = withoutEnvironment(text, names);
  return out.starts_with("/* CTF ") ? out : std::string(kBegin) + out;
}

}  // namespace tp::ctf
