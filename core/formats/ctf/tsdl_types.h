// The types of TSDL: declarations, aliases, structures, variants and enumerations.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/formats/ctf/field_class.h"
#include "core/formats/ctf/tsdl_lexer.h"

namespace tp::ctf {

// The value of an attribute: a number, or a text.
struct TsdlValue {
  std::string text;
  bool isNumber = false;
  bool isNegative = false;
  uint64_t number = 0;  // the amount, without the sign

  int64_t asSigned() const { return static_cast<int64_t>(isNegative ? 0 - number : number); }
  bool isTrue() const { return isNumber ? number != 0 : text == "true" || text == "TRUE"; }
};
using TsdlAttributes = std::map<std::string, TsdlValue>;

// Reads types from the tokens of a lexer. After the first problem, failed() is true, and what is returned is of no use.
class TsdlTypes {
 public:
  explicit TsdlTypes(TsdlLexer& lexer) : lexer_(lexer), scopes_(1) {}

  bool failed() const { return !problem_.empty(); }
  const std::string& problem() const { return problem_; }
  // Goes on after a problem, at the outermost scope.
  void forget();

  // Names that are declared within belong to the scope.
  void enterScope() { scopes_.emplace_back(); }
  void leaveScope() { scopes_.pop_back(); }

  // A type where it is used, or a declaration "typealias ... ;", "struct NAME { ... };".
  FieldClassPtr type();
  void declaration();
  bool beginsDeclaration();
  TsdlValue value();

  bool expect(std::string_view sign);
  void fail(std::string problem);

 private:
  FieldClassPtr typeOf(const Token& first);
  FieldClassPtr integer();
  FieldClassPtr real();
  FieldClassPtr text();
  FieldClassPtr compound(bool isVariant);
  FieldClassPtr enumeration();
  FieldClassPtr named(std::string name);
  FieldClassPtr arrays(FieldClassPtr element);
  bool members(FieldClass& out);
  void labels(FieldClass& out);
  uint64_t signedNumber();
  TsdlAttributes attributes();
  std::string joined(std::string_view end);
  Location locationOf(const std::string& text) const;
  uint32_t alignmentOf(const TsdlAttributes& attributes, uint32_t otherwise);
  void declare(const std::string& name, FieldClassPtr field) { scopes_.back()[name] = std::move(field); }
  FieldClassPtr lookUp(const std::string& name);

  TsdlLexer& lexer_;
  std::vector<std::map<std::string, FieldClassPtr>> scopes_;
  std::string problem_;
  int depth_ = 0;
};

}  // namespace tp::ctf
