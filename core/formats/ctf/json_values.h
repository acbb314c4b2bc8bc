// Reads members of JSON objects without trust in their types.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "core/formats/ctf/field_class.h"

namespace tp::ctf {

using Json = nlohmann::json;

// Returns null if `object` is no object, or has no such member.
inline const Json* member(const Json& object, const char* name) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(name);
  return found != object.end() ? &*found : nullptr;
}

inline std::string textOf(const Json& object, const char* name) {
  const Json* found = member(object, name);
  return found != nullptr && found->is_string() ? found->get_ref<const std::string&>() : std::string();
}

// Negative numbers are sign-extended.
inline uint64_t wholeOf(const Json& value) {
  return value.is_number_unsigned()  ? value.get<uint64_t>()
         : value.is_number_integer() ? static_cast<uint64_t>(value.get<int64_t>())
                                     : 0;
}
inline uint64_t numberOf(const Json& object, const char* name, uint64_t otherwise) {
  const Json* found = member(object, name);
  return found != nullptr && found->is_number_integer() ? wholeOf(*found) : otherwise;
}

// Makes field classes of JSON. After the first problem, `problem` is set, and what is returned is of no use.
class JsonFields {
 public:
  // Returns null without a problem if `object` has no such member.
  FieldClassPtr optional(const Json& object, const char* name);
  FieldClassPtr field(const Json& value, int depth);
  void alias(const Json& fragment);
  const std::string& problem() const { return problem_; }
  void forget() { problem_.clear(); }

 private:
  FieldClassPtr fail(std::string problem);
  bool integer(const Json& value, const std::string& type, FieldClass& out);
  bool real(const Json& value, FieldClass& out);
  bool text(const Json& value, const std::string& type, FieldClass& out);
  bool container(const Json& value, const std::string& type, int depth, FieldClass& out);
  bool options(const Json& value, int depth, FieldClass& out);
  bool location(const Json& value, const char* name, Location& out);
  static Ranges ranges(const Json* value);
  static void labels(const Json* value, FieldClass& out);
  static void roles(const Json& value, FieldClass& out);
  bool align(const Json& value, const char* name, FieldClass& out);

  std::map<std::string, FieldClassPtr> aliases_;
  std::string problem_;
};

}  // namespace tp::ctf
