#include "core/formats/lttng/marker_format.h"

namespace tp::lttng {
namespace {

// The type after a '#' (as stored in the trace) or a '%' (as given by the program, and as shown).
struct Type {
  bool known = false;
  FieldKind kind = FieldKind::Unsigned;
  uint8_t size = 0;
  char conversion = 0;
};

// The grammar is that of the tracer, which the comment "The serialization format string" above the parser of LTTng's
// ltt-serialize.c describes; where it is silent, what LTTV shows of recorded traces decides.
class FormatParser {
 public:
  FormatParser(std::string_view text, const TypeSizes& sizes) : text_(text), sizes_(sizes) {}

  bool run(size_t most, std::vector<Field>& out);

 private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  char qualifier(bool trace);
  Type type(bool trace);
  void traceType();
  bool field(std::vector<Field>& out);
  void space();

  std::string_view text_;
  const TypeSizes& sizes_;
  size_t at_ = 0;

  // State of the field that is being read.
  std::string before_;
  Type trace_;
  bool network_ = false;
  bool inHeader_ = false;
  // The field's name is the first word, which a space ends. Before the first field there is a word even if it is empty.
  std::string_view name_;
  bool named_ = false;
  size_t wordAt_ = 0;
  bool inWord_ = true;
  bool wordClosed_ = false;
};

char FormatParser::qualifier(bool trace) {
  char c = peek();
  std::string_view letters = trace ? "hlLZztS1248" : "hlLZztS";
  if (c == '\0' || letters.find(c) == std::string_view::npos) return '\0';
  ++at_;
  if (c != 'l' || peek() != 'l') return c;
  ++at_;
  return 'L';
}

Type FormatParser::type(bool trace) {
  Type out;
  char length = qualifier(trace);
  out.conversion = peek();
  out.known = true;
  switch (out.conversion) {
    case 'c':
      out.size = 1;
      return out;
    case 's':
      out.kind = FieldKind::String;
      return out;
    case 'p':
      out.kind = FieldKind::Pointer;
      out.size = sizes_.ofPointer;
      return out;
    case 'd':
    case 'i':
      out.kind = FieldKind::Signed;
      break;
    case 'o':
    case 'u':
    case 'x':
    case 'X':
      break;
    default:
      out.known = false;
      return out;
  }
  switch (length) {
    case 'L':
    case '8':
      out.size = 8;
      break;
    case 'l':
      out.size = sizes_.ofLong;
      break;
    case 'Z':
    case 'z':
      out.size = sizes_.ofSizeT;
      break;
    case 't':
      out.size = sizes_.ofPointer;
      break;
    case 'h':
    case '2':
      out.size = 2;
      break;
    case '1':
      out.size = 1;
      break;
    case '4':
      out.size = 4;
      break;
    default:
      out.size = sizes_.ofInt;
  }
  return out;
}

void FormatParser::traceType() {
  network_ = inHeader_ = false;
  for (; peek() == 'n' || peek() == 'b'; ++at_) (peek() == 'n' ? network_ : inHeader_) = true;
  // If no type follows, the tracer skips the next character, even if it is the '%' of a field: with "irqstate #1%d" it
  // writes no field at all.
  Type found = type(true);
  if (found.known) trace_ = found;
  if (at_ < text_.size()) ++at_;
}

bool FormatParser::field(std::vector<Field>& out) {
  Field field;
  constexpr std::string_view kFlags = "-+ #0";
  for (size_t flag; peek() != '\0' && (flag = kFlags.find(peek())) != std::string_view::npos; ++at_)
    field.flags = static_cast<uint8_t>(field.flags | (1u << flag));
  Type shown = type(false);
  if (!shown.known) return false;
  ++at_;
  Type stored = trace_.known ? trace_ : shown;
  if (shown.kind == FieldKind::String) stored.kind = FieldKind::String;
  if (stored.kind == FieldKind::String) {
    stored.size = 0;
  } else if (stored.size != 1 && stored.size != 2 && stored.size != 4 && stored.size != 8) {
    return false;
  }
  field.name = named_ ? std::string(name_) : "field " + std::to_string(out.size() + 1);
  field.before = before_;
  field.kind = stored.kind;
  field.size = stored.size;
  field.conversion = shown.conversion;
  field.network = network_;
  field.inHeader = inHeader_;
  out.push_back(std::move(field));
  before_.clear();
  trace_ = {};
  network_ = inHeader_ = named_ = inWord_ = false;
  return true;
}

void FormatParser::space() {
  before_.clear();
  if (!inWord_ || wordClosed_) return;
  name_ = text_.substr(wordAt_, at_ - wordAt_);
  named_ = wordClosed_ = true;
}

bool FormatParser::run(size_t most, std::vector<Field>& out) {
  while (at_ < text_.size()) {
    char c = text_[at_];
    if (c == ' ') {
      space();
      ++at_;
    } else if ((c == '#' || c == '%') && at_ + 1 < text_.size() && text_[at_ + 1] == c) {
      // Doubled, they stand for themselves; LTTV shows both characters of "##".
      before_.append(c == '#' ? 2 : 1, c);
      at_ += 2;
    } else if (c == '#') {
      ++at_;
      traceType();
    } else if (c == '%') {
      ++at_;
      if (out.size() >= most || !field(out)) return false;
    } else {
      before_ += c;
      if (!inWord_) {
        inWord_ = true;
        wordClosed_ = false;
        wordAt_ = at_;
      }
      ++at_;
    }
  }
  return true;
}

}  // namespace

bool parseFormat(std::string_view text, const TypeSizes& sizes, size_t most, std::vector<Field>& out) {
  return FormatParser(text, sizes).run(most, out);
}

}  // namespace tp::lttng
