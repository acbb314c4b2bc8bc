#include "core/formats/lttng/field_search.h"

namespace tp::lttng {

// Between two fields, and around texts and names of numbers, there are no letters. So all letters of a match lie in a
// single one of them.
FieldSearch::Verdict FieldSearch::verdictOf(const Marker& marker) const {
  if (!marker.known || wanted_.letters.empty()) return Verdict::Always;
  const FoldedText& letters = wanted_.foldedLetters;
  if (marker.symbols != Symbols::None && shared_.symbols.anyHolds(marker.symbols, letters)) return Verdict::Always;
  Verdict verdict = Verdict::Never;
  for (const Field& field : marker.fields) {
    // A float may be shown as a word ("nan", "inf").
    if (field.kind == FieldKind::Float || field.conversion == 'c') return Verdict::Always;
    if (letters.foundIn(field.name) || letters.foundIn(field.before)) return Verdict::Always;
    if (field.labels != nullptr)
      for (const auto& [number, word] : *field.labels)
        if (letters.foundIn(word)) return Verdict::Always;
    if (field.kind == FieldKind::String || field.kind == FieldKind::Text) verdict = Verdict::ByBytes;
  }
  return verdict;
}

bool FieldSearch::mayMatch(uint16_t id, const Marker& marker, Bytes payload) {
  if (id >= verdicts_.size()) verdicts_.resize(id + size_t{1}, Verdict::Unknown);
  Verdict& verdict = verdicts_[id];
  if (verdict == Verdict::Unknown) verdict = verdictOf(marker);
  if (verdict == Verdict::ByBytes) return wanted_.foldedLetters.foundIn(asText(payload));
  return verdict == Verdict::Always;
}

}  // namespace tp::lttng
