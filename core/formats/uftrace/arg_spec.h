// Which arguments and return values of a function were recorded, and how each one is stored and shown.
// Source: uftrace's manual (record, "ARGUMENTS") and the data format's argspec lines.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/formats/uftrace/info_file.h"

namespace tp::uftrace {

struct ArgSpec {
  enum class Where : uint8_t { Argument, Float, Result, Stack, Register };
  Where where = Where::Argument;
  uint32_t index = 0;  // Number of the argument, or slot of the stack.
  std::string reg;     // Name of the register.
  char format = 'd';   // One of d i u x o s S c f p e t.
  uint32_t size = 8;   // Bytes stored. Not used for strings, whose length is in the data.
  bool explicitFormat = false;
  std::string type;  // Name of the enum or struct.

  bool isString() const { return format == 's' || format == 'S'; }
};

using ArgList = std::vector<ArgSpec>;

// Parses a list such as "arg1/s,arg2". Parts that name no argument or return value are left out. `longSize` is the size
// of a long in the traced program, in bytes. If `odd` is not null, it receives the first part that deviates from the
// manual's grammar, as a view into `text`, even if a specification was made from it; it is empty if there is none.
ArgList parseArgList(std::string_view text, uint32_t longSize, std::string_view* odd = nullptr);

// Appends to `list` those entries of `more` that it lacks, up to kMaxArguments in all. An entry without an explicit
// format takes over the format of its counterpart in `more`.
inline constexpr size_t kMaxArguments = 1024;
void mergeArgs(ArgList& list, const ArgList& more);

// The argument lists of the info file, by name pattern.
class ArgRules {
 public:
  explicit ArgRules(const InfoFile& info);
  ~ArgRules();
  ArgRules(const ArgRules&) = delete;
  ArgRules& operator=(const ArgRules&) = delete;

  // Returns what the user asked to record for the function with this simple name.
  ArgList byUser(std::string_view name, bool result) const;
  // Returns what the recorder knows about common library functions. Empty unless automatic arguments were recorded.
  ArgList automatic(std::string_view name, bool result) const;
  bool automaticOn() const { return automaticOn_; }

  // Each function is matched against every pattern that is not a plain name, so their number, and their text in bytes,
  // are limited. leftOut() returns how many patterns were ignored because of that.
  static constexpr size_t kMaxPatterns = 512;
  static constexpr size_t kMaxPatternText = size_t{32} << 10;
  size_t leftOut() const { return leftOut_; }
  // odd() returns how many functions have a list that deviates from the manual's grammar, firstOdd() the first of them,
  // as "f_ints@asg1/i8". Recorders write no such lists: the file is damaged, and the values of these functions may be
  // wrong.
  size_t odd() const { return odd_; }
  const std::string& firstOdd() const { return firstOdd_; }

 private:
  struct Pattern;
  ArgList parsed(std::string_view rule, size_t at);
  void addUser(std::string_view text, std::string_view patternType);
  void addAutomatic(std::string_view text, bool result);

  uint32_t longSize_;
  bool automaticOn_ = false;
  std::vector<std::unique_ptr<Pattern>> user_;  // Patterns that are not plain names.
  size_t users_ = 0;
  size_t patternText_ = 0;
  size_t leftOut_ = 0;
  size_t odd_ = 0;
  std::string firstOdd_;
  // Patterns that are plain names, by name.
  std::unordered_map<std::string, std::vector<std::unique_ptr<Pattern>>> plain_;
  std::unordered_map<std::string, ArgList> automatic_[2];
};

}  // namespace tp::uftrace
