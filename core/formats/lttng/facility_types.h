// The types of fields in descriptions of facilities.
#pragma once

#include "core/formats/lttng/marker_format.h"
#include "core/formats/lttng/xml.h"

namespace tp::lttng {

// Turns the fields of an event into a list without structures: the members of a structure "s" become "s.a" and "s.b".
class FacilityTypes {
 public:
  // `facility` and `sizes` outlive this object.
  FacilityTypes(const XmlElement& facility, const TypeSizes& sizes) : facility_(facility), sizes_(sizes) {}

  // Appends the fields of an <event>. Returns false if the type of one is not understood, or there are more than
  // `most`.
  bool fieldsOf(const XmlElement& event, size_t most, std::vector<Field>& out);

 private:
  bool members(const XmlElement& of, const std::string& prefix, size_t depth, std::vector<Field>& out);
  bool add(const XmlElement& type, const std::string& name, size_t depth, std::vector<Field>& out);
  bool addStructure(const XmlElement& type, const std::string& name, size_t depth, std::vector<Field>& out);
  bool addUnion(const XmlElement& type, const std::string& name, size_t depth, std::vector<Field>& out);
  bool addArray(const XmlElement& type, const std::string& name, size_t depth, std::vector<Field>& out);
  bool addSequence(const XmlElement& type, const std::string& name, size_t depth, std::vector<Field>& out);
  bool scalar(const XmlElement& type, Field& out) const;

  const XmlElement& facility_;
  const TypeSizes& sizes_;
  size_t most_ = 0;
  // Limits the work that a description may cause: nested arrays without elements take time, but add no fields.
  size_t steps_ = size_t{1} << 20;
};

}  // namespace tp::lttng
