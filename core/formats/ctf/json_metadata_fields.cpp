// Field classes of CTF 2, of the final text and of the drafts before it.
#include <algorithm>

#include "core/formats/ctf/json_values.h"

namespace tp::ctf {
namespace {

using Kind = FieldClass::Kind;

struct RoleName {
  std::string_view name;
  Role role;
};
constexpr RoleName kRoles[] = {
    {"packet-magic-number", Role::Magic},
    {"data-stream-class-id", Role::StreamClass},
    {"data-stream-id", Role::StreamInstance},
    {"packet-total-length", Role::PacketSize},
    {"packet-content-length", Role::ContentSize},
    {"packet-end-default-clock-timestamp", Role::PacketEnd},
    {"discarded-event-record-counter-snapshot", Role::Discarded},
    {"packet-sequence-number", Role::Sequence},
    {"event-record-class-id", Role::EventId},
};

struct OriginName {
  std::string_view name;
  Scope scope;
};
constexpr OriginName kOrigins[] = {
    {"packet-header", Scope::PacketHeader},
    {"packet-context", Scope::PacketContext},
    {"event-record-header", Scope::EventHeader},
    {"event-record-common-context", Scope::StreamContext},
    {"event-record-specific-context", Scope::EventContext},
    {"event-record-payload", Scope::Payload},
};

constexpr uint64_t kMaxAlignment = uint64_t{1} << 20;

}  // namespace

FieldClassPtr JsonFields::fail(std::string problem) {
  if (problem_.empty()) problem_ = std::move(problem);
  return nullptr;
}

Ranges JsonFields::ranges(const Json* value) {
  Ranges out;
  if (value == nullptr || !value->is_array()) return out;
  for (const Json& one : *value)
    if (one.is_array() && one.size() == 2) out.push_back({wholeOf(one[0]), wholeOf(one[1])});
  return out;
}

void JsonFields::labels(const Json* value, FieldClass& out) {
  if (value == nullptr || !value->is_object()) return;
  for (const auto& [name, of] : value->items()) out.labels.push_back({name, ranges(&of)});
}

void JsonFields::roles(const Json& value, FieldClass& out) {
  const Json* roles = member(value, "roles");
  if (roles == nullptr || !roles->is_array()) return;
  for (const Json& role : *roles) {
    if (!role.is_string()) continue;
    const std::string& name = role.get_ref<const std::string&>();
    if (name == "default-clock-timestamp") out.setsClock = true;
    for (const RoleName& known : kRoles)
      if (known.name == name) out.role = known.role;
  }
}

bool JsonFields::align(const Json& value, const char* name, FieldClass& out) {
  const uint64_t given = numberOf(value, name, 1);
  if (given == 0 || given > kMaxAlignment || (given & (given - 1)) != 0) {
    fail("an alignment that is a power of two expected, found " + std::to_string(given));
    return false;
  }
  out.alignment = std::max(out.alignment, static_cast<uint32_t>(given));
  return true;
}

bool JsonFields::location(const Json& value, const char* name, Location& out) {
  const Json* given = member(value, name);
  const Json* path = given != nullptr && given->is_array() ? given
                     : given != nullptr                    ? member(*given, "path")
                                                           : nullptr;
  if (path == nullptr || !path->is_array() || path->empty()) {
    fail(std::string(name) + " expected");
    return false;
  }
  std::string origin = given->is_object() ? textOf(*given, "origin") : std::string();
  for (const Json& part : *path) {
    if (!part.is_string() && !part.is_null()) {
      fail(std::string(name) + " of names expected");
      return false;
    }
    // In drafts, the first element is the origin.
    if (given->is_array() && &part == &path->front() && part.is_string()) {
      origin = part.get<std::string>();
      continue;
    }
    out.path.push_back(part.is_string() ? std::optional<std::string>(part.get<std::string>()) : std::nullopt);
  }
  for (const OriginName& known : kOrigins)
    if (known.name == origin) out.origin = known.scope;
  if (!origin.empty() && !out.origin) {
    if (given->is_object()) {
      fail("an origin of " + std::string(name) + " expected, found '" + origin + "'");
      return false;
    }
    out.path.insert(out.path.begin(), origin);
  }
  return true;
}

bool JsonFields::integer(const Json& value, const std::string& type, FieldClass& out) {
  out.kind = type.starts_with("variable") ? Kind::VariableInteger : Kind::Integer;
  out.isSigned = type.find("-signed-") != std::string::npos;
  out.isBoolean = type == "fixed-length-boolean";
  out.isFlags = type == "fixed-length-bit-map";
  const uint64_t base = numberOf(value, "preferred-display-base", 10);
  out.base = base == 2 || base == 8 || base == 16 ? static_cast<uint8_t>(base) : 10;
  labels(member(value, out.isFlags ? "flags" : "mappings"), out);
  out.isEnumeration = !out.isFlags && (!out.labels.empty() || type.ends_with("enumeration"));
  if (out.kind == Kind::VariableInteger) {
    out.alignment = 8;
    return true;
  }
  const uint64_t size = numberOf(value, "length", 0);
  if (size < 1 || size > kMaxNumberBits) {
    fail("an integer of 1 to " + std::to_string(kMaxNumberBits) + " bits expected, found " + std::to_string(size));
    return false;
  }
  if (size > 64) out.kind = Kind::Wide;
  out.size = static_cast<uint16_t>(size);
  out.order = textOf(value, "byte-order") == "big-endian" ? Order::Big : Order::Little;
  const std::string bits = textOf(value, "bit-order");
  out.isReversed = !bits.empty() && (bits == "last-to-first") != (out.order == Order::Big);
  return align(value, "alignment", out);
}

bool JsonFields::real(const Json& value, FieldClass& out) {
  out.kind = Kind::Real;
  const uint64_t size = numberOf(value, "length", 0);
  if (size == 0 || size > kMaxNumberBits || size % 8 != 0) {
    fail("a floating point number of 16, 32 or 64 bits expected, found " + std::to_string(size));
    return false;
  }
  out.size = static_cast<uint16_t>(size);
  out.order = textOf(value, "byte-order") == "big-endian" ? Order::Big : Order::Little;
  return align(value, "alignment", out);
}

bool JsonFields::text(const Json& value, const std::string& type, FieldClass& out) {
  out.alignment = 8;
  const bool isBlob = type.ends_with("blob"), isFixed = type.starts_with("static");
  out.kind = isBlob    ? (isFixed ? Kind::FixedBlob : Kind::DynamicBlob)
             : isFixed ? Kind::FixedText
                       : (type.starts_with("dynamic") ? Kind::DynamicText : Kind::Text);
  const std::string encoding = textOf(value, "encoding");
  if (encoding == "utf-16le") out.encoding = Encoding::Utf16Little;
  if (encoding == "utf-16be") out.encoding = Encoding::Utf16Big;
  if (encoding == "utf-32le") out.encoding = Encoding::Utf32Little;
  if (encoding == "utf-32be") out.encoding = Encoding::Utf32Big;
  out.length = numberOf(value, "length", 0);
  return !type.starts_with("dynamic") || location(value, "length-field-location", out.location);
}

bool JsonFields::options(const Json& value, int depth, FieldClass& out) {
  const Json* all = member(value, "options");
  if (all == nullptr || !all->is_array()) {
    fail("the options of a variant expected");
    return false;
  }
  for (const Json& one : *all) {
    const Json* of = member(one, "field-class");
    const FieldClassPtr inner = of != nullptr ? field(*of, depth + 1) : nullptr;
    if (inner == nullptr) {
      fail("the field class of an option expected");
      return false;
    }
    out.members.push_back({textOf(one, "name"), inner, ranges(member(one, "selector-field-ranges"))});
  }
  return location(value, "selector-field-location", out.location);
}

bool JsonFields::container(const Json& value, const std::string& type, int depth, FieldClass& out) {
  if (type == "variant") {
    out.kind = Kind::Variant;
    return options(value, depth, out);
  }
  if (type == "structure") {
    if (!align(value, "minimum-alignment", out)) return false;
    const Json* members = member(value, "member-classes");
    if (members == nullptr || !members->is_array()) return true;
    for (const Json& one : *members) {
      const Json* of = member(one, "field-class");
      const FieldClassPtr inner = of != nullptr ? field(*of, depth + 1) : nullptr;
      if (inner == nullptr) {
        fail("the field class of a member expected");
        return false;
      }
      out.alignment = std::max(out.alignment, inner->alignment);
      out.members.push_back({textOf(one, "name"), inner, {}});
    }
    return true;
  }
  const bool isOptional = type == "optional";
  const Json* of = member(value, isOptional ? "field-class" : "element-field-class");
  const FieldClassPtr inner = of != nullptr ? field(*of, depth + 1) : nullptr;
  if (inner == nullptr) {
    fail("the field class of an element expected");
    return false;
  }
  if (isOptional) {
    out.kind = Kind::Optional;
    const Json* chosen = member(value, "selector-field-ranges");
    out.anyValue = chosen == nullptr;
    out.members.push_back({"", inner, ranges(chosen)});
    return location(value, "selector-field-location", out.location);
  }
  const bool isFixed = type.starts_with("static");
  out.kind = isFixed ? Kind::FixedArray : Kind::DynamicArray;
  out.alignment = inner->alignment;
  out.length = numberOf(value, "length", 0);
  out.members.push_back({"", inner, {}});
  return align(value, "minimum-alignment", out) && (isFixed || location(value, "length-field-location", out.location));
}

FieldClassPtr JsonFields::field(const Json& value, int depth) {
  if (depth > kMaxDepth) return fail("field classes within field classes that are too deep");
  if (value.is_string()) {
    const auto found = aliases_.find(value.get_ref<const std::string&>());
    return found != aliases_.end() ? found->second : fail("a field class that is known expected");
  }
  const std::string type = textOf(value, "type");
  auto out = std::make_shared<FieldClass>();
  bool read = false;
  if (type == "fixed-length-floating-point-number") {
    read = real(value, *out);
  } else if (type.starts_with("fixed-length-") || type.starts_with("variable-length-")) {
    read = integer(value, type, *out);
  } else if (type.ends_with("string") || type.ends_with("blob")) {
    read = text(value, type, *out);
  } else if (type == "structure" || type == "variant" || type == "optional" || type == "static-length-array" ||
             type == "dynamic-length-array") {
    read = container(value, type, depth, *out);
  } else {
    return fail("a field class expected, found '" + type.substr(0, 60) + "'");
  }
  if (!read) return nullptr;
  if (!out->settleDepth()) return fail("field classes within field classes that are too deep");
  roles(value, *out);
  return out;
}

FieldClassPtr JsonFields::optional(const Json& object, const char* name) {
  const Json* found = member(object, name);
  return found != nullptr ? field(*found, 0) : nullptr;
}

void JsonFields::alias(const Json& fragment) {
  const FieldClassPtr out = optional(fragment, "field-class");
  if (out != nullptr) aliases_[textOf(fragment, "name")] = out;
}

}  // namespace tp::ctf
