#include "core/formats/lttng/facility_types.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace tp::lttng {
namespace {

// Types may refer to types; this limit ends circles of them.
constexpr size_t kMaxDepth = 16;
// The size of an event is given in 16 bits.
constexpr uint32_t kMaxElements = 65535;

template <class T>
bool number(std::string_view text, T& out) {
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc() && end == text.data() + text.size();
}

// Descriptions stand where a type could, but are none.
bool isType(const XmlElement& element) {
  return element.name != "description";
}

const XmlElement* typeIn(const XmlElement& element) {
  for (const XmlElement& child : element.children) {
    if (!isType(child)) continue;
    return child.name == "type" && child.attribute("name").empty() ? typeIn(child) : &child;
  }
  return nullptr;
}

// A label without a value has one more than the label before.
bool labelsOf(const XmlElement& type, Field& out) {
  auto labels = std::make_shared<Labels>();
  int64_t next = 0;
  for (const XmlElement& label : type.children) {
    if (label.name != "label") continue;
    std::string_view value = label.attribute("value");
    if (!value.empty() && !number(value, next)) return false;
    labels->try_emplace(next, label.attribute("name"));
    next = next < INT64_MAX ? next + 1 : next;
  }
  out.labels = std::move(labels);
  return true;
}

struct Scalar {
  std::string_view name;
  FieldKind kind;
  uint8_t TypeSizes::*onMachine;  // Null if the size is `bytes`.
  uint8_t bytes;
};

constexpr Scalar kScalars[] = {
    {"int", FieldKind::Signed, &TypeSizes::ofInt, 0},
    {"uint", FieldKind::Unsigned, &TypeSizes::ofInt, 0},
    {"int_fixed", FieldKind::Signed, nullptr, 0},
    {"uint_fixed", FieldKind::Unsigned, nullptr, 0},
    {"char", FieldKind::Text, nullptr, 1},
    {"uchar", FieldKind::Text, nullptr, 1},
    {"short", FieldKind::Signed, nullptr, 2},
    {"ushort", FieldKind::Unsigned, nullptr, 2},
    {"long", FieldKind::Signed, &TypeSizes::ofLong, 0},
    {"ulong", FieldKind::Unsigned, &TypeSizes::ofLong, 0},
    {"pointer", FieldKind::Pointer, &TypeSizes::ofPointer, 0},
    {"size_t", FieldKind::Unsigned, &TypeSizes::ofSizeT, 0},
    {"ssize_t", FieldKind::Signed, &TypeSizes::ofSizeT, 0},
    {"off_t", FieldKind::Unsigned, &TypeSizes::ofSizeT, 0},
    {"float", FieldKind::Float, nullptr, 0},
    {"enum", FieldKind::Signed, &TypeSizes::ofInt, 0},
};

}  // namespace

bool FacilityTypes::fieldsOf(const XmlElement& event, size_t most, std::vector<Field>& out) {
  most_ = most;
  return members(event, {}, 0, out);
}

bool FacilityTypes::members(const XmlElement& of, const std::string& prefix, size_t depth, std::vector<Field>& out) {
  for (const XmlElement& element : of.children) {
    // The oldest descriptions have the fields of an event in a <struct>.
    if (prefix.empty() && element.name == "struct" && !members(element, prefix, depth + 1, out)) return false;
    if (element.name != "field") continue;
    const XmlElement* type = typeIn(element);
    if (type == nullptr || !add(*type, prefix + std::string(element.attribute("name")), depth, out)) return false;
  }
  return depth <= kMaxDepth;
}

bool FacilityTypes::scalar(const XmlElement& type, Field& out) const {
  for (const Scalar& known : kScalars) {
    if (known.name != type.name) continue;
    out.kind = known.kind;
    out.size = known.onMachine != nullptr ? sizes_.*known.onMachine : known.bytes;
    std::string_view size = type.attribute("size");
    if (!size.empty() && !number(size, out.size)) return false;
    out.network = type.attribute("byte_order") == "network";
    if (type.name == "enum" && !labelsOf(type, out)) return false;
    bool isFloat = out.kind == FieldKind::Float;
    return out.size == 4 || out.size == 8 || (!isFloat && (out.size == 1 || out.size == 2));
  }
  return false;
}

bool FacilityTypes::add(const XmlElement& type, const std::string& name, size_t depth, std::vector<Field>& out) {
  if (depth > kMaxDepth || out.size() >= most_ || steps_ == 0) return false;
  --steps_;
  if (type.name == "typeref") {
    for (const XmlElement& named : facility_.children) {
      if (named.name != "type" || named.attribute("name") != type.attribute("name")) continue;
      const XmlElement* meant = typeIn(named);
      return meant != nullptr && add(*meant, name, depth + 1, out);
    }
    return false;
  }
  if (type.name == "struct") return addStructure(type, name, depth, out);
  if (type.name == "union") return addUnion(type, name, depth, out);
  if (type.name == "array") return addArray(type, name, depth, out);
  if (type.name == "sequence") return addSequence(type, name, depth, out);
  Field field;
  field.name = name;
  if (type.name == "string") {
    field.kind = FieldKind::String;
  } else if (!scalar(type, field)) {
    return false;
  }
  out.push_back(std::move(field));
  return true;
}

bool FacilityTypes::addStructure(const XmlElement& type, const std::string& name, size_t depth,
                                 std::vector<Field>& out) {
  size_t first = out.size();
  if (!members(type, name + ".", depth + 1, out)) return false;
  uint8_t largest = 0;
  for (size_t i = first; i < out.size(); ++i) largest = std::max({largest, out[i].size, out[i].alignFrom});
  if (first < out.size()) out[first].alignFrom = largest;
  return true;
}

// The trace does not tell which member is valid, so a union is shown as bytes.
bool FacilityTypes::addUnion(const XmlElement& type, const std::string& name, size_t depth, std::vector<Field>& out) {
  Field field;
  for (const XmlElement& element : type.children) {
    if (element.name != "field") continue;
    const XmlElement* of = typeIn(element);
    std::vector<Field> member;
    if (of == nullptr || !add(*of, name, depth + 1, member) || member.size() != 1) return false;
    if (member[0].kind == FieldKind::String || member[0].lengthSize > 0) return false;
    field.count = std::max(field.repeated ? field.count : 1, member[0].size * member[0].count);
    field.alignFrom = std::max({field.alignFrom, member[0].size, member[0].alignFrom});
    field.repeated = true;
  }
  if (!field.repeated || field.count > kMaxElements) return false;
  field.name = name;
  field.kind = FieldKind::Raw;
  field.size = 1;
  out.push_back(std::move(field));
  return true;
}

bool FacilityTypes::addArray(const XmlElement& type, const std::string& name, size_t depth, std::vector<Field>& out) {
  uint32_t count = 0;
  const XmlElement* of = typeIn(type);
  if (of == nullptr || !number(type.attribute("size"), count) || count > kMaxElements) return false;
  std::vector<Field> element;
  if (!add(*of, name, depth + 1, element)) return false;
  bool alone = element.size() == 1 && element[0].kind != FieldKind::String && element[0].lengthSize == 0;
  if (alone && (uint64_t{element[0].count} * count * element[0].size <= kMaxElements)) {
    element[0].repeated = true;
    element[0].count *= count;
    out.push_back(std::move(element[0]));
    return true;
  }
  // If an element has no fixed size or several members, each element becomes a field of its own.
  for (uint32_t i = 0; i < count; ++i) {
    std::string own = name + "[" + std::to_string(i) + "]";
    if (!add(*of, own, depth + 1, out)) return false;
  }
  return true;
}

bool FacilityTypes::addSequence(const XmlElement& type, const std::string& name, size_t depth,
                                std::vector<Field>& out) {
  std::vector<const XmlElement*> types;
  for (const XmlElement& element : type.children)
    if (isType(element)) types.push_back(&element);
  Field length;
  std::vector<Field> element;
  if (types.size() != 2 || !scalar(*types[0], length) || !add(*types[1], name, depth + 1, element)) return false;
  if (element.size() != 1 || element[0].repeated || element[0].kind == FieldKind::String) return false;
  element[0].repeated = true;
  element[0].lengthSize = length.size;
  element[0].alignFrom = std::max(length.size, element[0].size);
  element[0].count = 0;
  out.push_back(std::move(element[0]));
  return true;
}

}  // namespace tp::lttng
