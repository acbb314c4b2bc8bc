#include "core/session/fields/field_names_question.h"

namespace tp {

bool FieldNamesQuestion::read(const TraceIndex&, uint32_t, WireReader& in) {
  auto theirs = in.read<std::vector<NamedField>>();
  if (in.failed()) return false;
  for (NamedField& one : theirs)
    if (found_.size() < kMostNamedFields) found_.insert(std::move(one));
  return true;
}

void FieldNamesQuestion::finish(const TraceIndex&) {
  fields_.assign(found_.begin(), found_.end());
  found_.clear();
}

}  // namespace tp
