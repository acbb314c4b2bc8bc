// Which arguments and return values of a function were recorded, and how each one is stored and shown.
// Source: uftrace's manual (record, "ARGUMENTS") and the data format's argspec lines.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/formats/uftrace/info_file.h"

namespace tp::uftrace {

struct ArgSpec {
  enum class Where : uint8_t { Argument, Float, Result, FloatResult, Stack, Register };
  Where where = Where::Argument;
  uint32_t index = 0;  // Number of the argument, or slot of the stack.
  std::string reg;     // Name of the register; of several, the last.
  char format = 'd';   // One of d i u x o s S c f p e t.
  uint32_t size = 8;   // Bytes stored. Not used for strings, whose length is in the data.
  bool exact = true;   // A pattern of several names did not ask for it, but this function's name, or the recorder.
  std::string type;    // Name of the enum or struct.

  bool isString() const { return format == 's' || format == 'S'; }
  bool isResult() const { return where == Where::Result || where == Where::FloatResult; }
};

using ArgList = std::vector<ArgSpec>;

// Parses a list such as "arg1/s,arg2". Parts that name no argument or return value are left out. `longSize` is the size
// of a long in the traced program, in bytes. If `odd` is not null, it receives the first part that deviates from the
// manual's grammar, as a view into `text`, even if a specification was made from it; it is empty if there is none.
ArgList parseArgList(std::string_view text, uint32_t longSize, std::string_view* odd = nullptr);

// Appends to `list` those entries of `more` that it lacks, up to kMaxArguments in all. The others take the place of
// their counterparts, but those of a pattern not the place of one that a name asked for.
inline constexpr size_t kMaxArguments = 1024;
void mergeArgs(ArgList& list, const ArgList& more, bool exact = true);

// The argument lists of the info file, by name pattern.
class ArgRules {
 public:
  explicit ArgRules(const InfoFile& info);
  ~ArgRules();
  ArgRules(const ArgRules&) = delete;
  ArgRules& operator=(const ArgRules&) = delete;

  // A rule may be about one module alone, which is the first whose name begins with a text. So the modules of the
  // programs have to be told in the order in which they lie in memory: `number` is any that differs from those of
  // others, `baseName` is the name without its folder.
  void addModule(size_t number, std::string_view baseName);

  struct Called {
    std::string_view name;  // The function's simple name.
    size_t module = 0;      // As addModule() had it.
    bool program = false;   // The module is a program, no library.
    bool linked = false;    // A PLT stub.
  };
  // Returns what the user asked to record for the function. `automatic` is what a rule without a specification stands
  // for: what the recorder knows of the function.
  ArgList byUser(const Called& called, bool result, const ArgList& automatic) const;
  // Returns what the recorder knows about common library functions.
  ArgList automatic(std::string_view name, bool result) const;
  // Automatic arguments were recorded of all functions of which the user did not ask for others.
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
  // The rules for arguments, or those for results.
  struct Rules {
    std::vector<std::unique_ptr<Pattern>> patterns;                                // Those that are not plain names.
    std::unordered_map<std::string, std::vector<std::unique_ptr<Pattern>>> plain;  // By name.
  };
  ArgList parsed(std::string_view rule, size_t at);
  bool isAbout(const Pattern& pattern, const Called& called) const;
  void addUser(std::string_view text, std::string_view patternType, bool result);
  void addAutomatic(std::string_view text, bool result);

  uint32_t longSize_;
  bool automaticOn_ = false;
  Rules user_[2];
  size_t users_ = 0;
  size_t patterns_ = 0;
  size_t patternText_ = 0;
  size_t leftOut_ = 0;
  size_t odd_ = 0;
  std::string firstOdd_;
  std::unordered_map<std::string, ArgList> automatic_[2];
  std::map<std::string, size_t> modules_;  // Numbers of the modules that rules are about, by what these call them.
};

}  // namespace tp::uftrace
