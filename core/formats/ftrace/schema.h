// The fields of events that the text tells. A value is read from the text when it is asked for: what a record does not
// tell is none, and what is no number there is a text.
#pragma once

#include <string>
#include <vector>

#include "core/decode/row_schema.h"
#include "core/formats/ftrace/arguments.h"

namespace tp::ftrace {

class TextSchema final : public RowSchema {
 public:
  // `names` are those of the arguments.
  TextSchema(std::string system, std::string event, const std::vector<std::string>& names);

  RowValue read(size_t field, const RowBytes& of, std::string& room) const override;
  RowValue element(size_t field, uint64_t number, const RowBytes& of) const override;
  void print(const RowBytes& of, std::string& out) const override { out += textOf(of.payload); }

  // Returns the text of a record that encode() has made.
  static std::string_view textOf(Bytes record);

 private:
  const std::string event_;
  mutable std::vector<Argument> arguments_;
};

}  // namespace tp::ftrace
