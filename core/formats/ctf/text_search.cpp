#include "core/formats/ctf/text_search.h"

#include <algorithm>

namespace tp::ctf {
namespace {

using Kind = FieldClass::Kind;

bool isText(const FieldClass& field) {
  return field.kind == Kind::Text || field.kind == Kind::FixedText || field.kind == Kind::DynamicText;
}

}  // namespace

// Whether what is written around the value of a field, or in its place, may contain the letters.
bool TextSearch::mayBeIn(const Node& node) const {
  const FoldedText& letters = wanted_.foldedLetters;
  const FieldClass& field = *node.field;
  // Numbers that are no numbers are shown as words ("nan", "inf").
  if (field.kind == Kind::Real || letters.foundIn(node.name)) return true;
  if (field.isBoolean && (letters.foundIn("true") || letters.foundIn("false"))) return true;
  if ((field.isEnumeration || field.isFlags) && (letters.foundIn("container") || letters.foundIn("unknown")))
    return true;
  if (field.kind == Kind::Optional && letters.foundIn("none")) return true;
  // Such texts are converted as they are shown.
  if (isText(field) && field.encoding != Encoding::Utf8) return true;
  return std::any_of(field.labels.begin(), field.labels.end(),
                     [&](const Label& label) { return letters.foundIn(label.name); });
}

// Between two fields, and around texts and names of numbers, there are no other letters. So all letters of a match lie
// in a single one of them.
TextSearch::Verdict TextSearch::verdictOf(const Program& program) const {
  Verdict out = Verdict::Never;
  for (const Node& node : program.nodes) {
    if (mayBeIn(node)) return Verdict::Always;
    if (isText(*node.field)) out = Verdict::ByBytes;
  }
  return out;
}

TextSearch::Verdict TextSearch::verdictOf(const EventLayout& event) const {
  if (wanted_.letters.empty()) return Verdict::Always;
  return std::max({verdictOf(event.stream->program->eventContext), verdictOf(event.program->context),
                   verdictOf(event.program->payload)});
}

bool TextSearch::mayMatch(uint32_t event, const Bytes& bytes) {
  if (event >= layout_.events().size()) return true;
  verdicts_.resize(layout_.events().size(), Verdict::Unknown);
  Verdict& verdict = verdicts_[event];
  if (verdict == Verdict::Unknown) verdict = verdictOf(layout_.events()[event]);
  if (verdict != Verdict::ByBytes) return verdict == Verdict::Always;
  const std::string_view text = asText(bytes);
  if (wanted_.foldedLetters.foundIn(text)) return true;
  // What cannot be shown becomes a letter behind a backslash: "\n".
  const char first = static_cast<char>(wanted_.letters.front() | 0x20);
  if (std::string_view("ntrv").find(first) == std::string_view::npos) return false;
  const std::string_view rest = std::string_view(wanted_.letters).substr(1);
  return rest.empty() || FoldedText(rest).foundIn(text);
}

}  // namespace tp::ctf
