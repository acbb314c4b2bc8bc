// Which arguments and return values were recorded of a function, and how each is stored and shown.
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
  uint32_t index = 0;  // of arguments; a slot of the stack
  std::string reg;     // name of a register
  char format = 'd';   // d i u x o s S c f p e t
  uint32_t size = 8;   // bytes stored; of strings their length is in the data
  bool explicitFormat = false;
  std::string type;  // of an enum or a struct

  bool isString() const { return format == 's' || format == 'S'; }
};

using ArgList = std::vector<ArgSpec>;

// "arg1/s,arg2": what is not understood is left out. `odd`, if not null, is given the first part that is not as the
// manual has it, whether something of it was understood or not: empty where there is none.
ArgList parseArgList(std::string_view text, uint32_t longSize, std::string_view* odd = nullptr);

// Appends those of `more` that `list` does not have, up to kMaxArguments; one that was only named takes over the
// format.
inline constexpr size_t kMaxArguments = 1024;
void mergeArgs(ArgList& list, const ArgList& more);

// The lists that the info file gives, by name pattern.
class ArgRules {
 public:
  explicit ArgRules(const InfoFile& info);
  ~ArgRules();
  ArgRules(const ArgRules&) = delete;
  ArgRules& operator=(const ArgRules&) = delete;

  // What was asked for by the user, for a function of this simple name.
  ArgList byUser(std::string_view name, bool result) const;
  // What the recorder knows of common library functions; only where automatic arguments were recorded.
  ArgList automatic(std::string_view name, bool result) const;
  bool automaticOn() const { return automaticOn_; }

  // Each function is compared with all patterns that are more than a name: nobody writes so many of them, or so much
  // text. leftOut(): how many there were beyond.
  static constexpr size_t kMaxPatterns = 512;
  static constexpr size_t kMaxPatternText = size_t{32} << 10;
  size_t leftOut() const { return leftOut_; }
  // How many functions' lists are not as the manual has them, and the first: "f_ints@asg1/i8". Recorders write none:
  // the file is damaged, and what was recorded by them is not known.
  size_t odd() const { return odd_; }
  const std::string& firstOdd() const { return firstOdd_; }

 private:
  struct Pattern;
  ArgList parsed(std::string_view rule, size_t at);
  void addUser(std::string_view text, std::string_view patternType);
  void addAutomatic(std::string_view text, bool result);

  uint32_t longSize_;
  bool automaticOn_ = false;
  std::vector<std::unique_ptr<Pattern>> user_;  // those that are more than a name
  size_t users_ = 0;
  size_t patternText_ = 0;
  size_t leftOut_ = 0;
  size_t odd_ = 0;
  std::string firstOdd_;
  std::unordered_map<std::string, std::vector<std::unique_ptr<Pattern>>> plain_;  // by the name
  std::unordered_map<std::string, ArgList> automatic_[2];
};

}  // namespace tp::uftrace
