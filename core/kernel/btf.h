// The parameters of a kernel's functions, by the BTF with which the kernel describes its own types.
// Source: Documentation/bpf/btf.rst of the kernel.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/io/cursor.h"

namespace tp::kernel {

// A parameter of a function, and how its value is read from a word.
struct Parameter {
  enum class Form : uint8_t {
    Unknown,  // its type is not described
    Pointer,
    Signed,
    Unsigned,
    Whole,     // a structure or the like, which is passed by value
    Variable,  // stands for further arguments: "..."
  };
  std::string_view name;  // empty if it has none
  Form form = Form::Unknown;
  uint32_t firstBit = 0;  // of a number, in its word
  uint32_t bits = 0;
  uint32_t size = 0;      // of a Whole, in bytes
  std::string_view kind;  // of a Whole: "STRUCT"
};

class Btf {
 public:
  // `data` must outlive this; it is parsed by the first find().
  explicit Btf(Bytes data) : data_(data) {}

  // Returns the parameters of a function; nullopt if none of this name is described, or several that differ. The names
  // are valid as long as `data`.
  std::optional<std::vector<Parameter>> find(std::string_view function);

 private:
  struct Type {
    uint32_t name = 0;  // offset among the strings
    uint32_t info = 0;
    uint32_t typeOrSize = 0;
    size_t at = 0;  // position of what follows, among the types

    uint32_t kind() const { return info >> 24 & 0x1f; }
    uint32_t entries() const { return info & 0xffff; }
  };
  // A function: its name, and the type that its prototype has.
  struct Function {
    uint32_t name = 0;
    uint32_t prototype = 0;
  };

  void load();
  std::string_view text(uint32_t offset) const;
  std::optional<Type> typeAt(size_t at) const;
  std::optional<Type> type(uint32_t id) const;
  std::optional<Type> unqualified(uint32_t id) const;
  Parameter parameter(std::string_view name, uint32_t type) const;

  const Bytes data_;
  bool loaded_ = false;
  Endian endian_ = Endian::Little;
  Bytes types_;
  Bytes strings_;
  std::vector<uint32_t> starts_;     // positions of the types, of which the first has number 1
  std::vector<Function> functions_;  // in the order of their names
};

// Returns whether the bytes begin like BTF.
bool isBtf(Bytes data);

}  // namespace tp::kernel
