// The types that descriptions of facilities give to the fields of events.
#pragma once

#include "core/formats/lttng/marker_format.h"
#include "core/formats/lttng/xml.h"

namespace tp::lttng {

// Turns the fields of one event or named type after the other into a list without structure: the members of a
// structure "s" become "s.a" and "s.b".
class FacilityTypes {
 public:
  // `facility` outlives this.
  FacilityTypes(const XmlElement& facility, const TypeSizes& sizes) : facility_(facility), sizes_(sizes) {}

  // The fields of an <event>. False where one has a type that can't be read, or there are more than `most`.
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
  // What is left of the work that a description may cause: arrays of arrays of nothing take time and no room.
  size_t steps_ = size_t{1} << 20;
};

}  // namespace tp::lttng
