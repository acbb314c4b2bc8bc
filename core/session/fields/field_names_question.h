// Asks which fields the records have, of which events.
#pragma once

#include <set>
#include <vector>

#include "core/session/fields/field_names.h"
#include "core/session/question.h"

namespace tp {

class FieldNamesQuestion final : public Question {
 public:
  // Valid once done(), in the order of events and fields. Events that are rare, or that have no record in the chunks
  // that were looked at, may be missing.
  const std::vector<NamedField>& fields() const { return fields_; }

  JobKind kind() const override { return JobKind::FieldNames; }
  void write(const TraceIndex&, uint32_t, uint32_t, WireWriter&) const override {}
  bool read(const TraceIndex& index, uint32_t worker, WireReader& in) override;
  void finish(const TraceIndex& index) override;

 private:
  std::set<NamedField> found_;
  std::vector<NamedField> fields_;
};

}  // namespace tp
