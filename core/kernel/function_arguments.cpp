#include "core/kernel/function_arguments.h"

#include "core/text/number_text.h"

namespace tp::kernel {
namespace {

using Form = Parameter::Form;

// Returns the number in a word, sign-extended.
uint64_t numberIn(const Parameter& parameter, uint64_t word) {
  word >>= parameter.firstBit;
  if (parameter.bits >= 64) return word;
  word &= (uint64_t{1} << parameter.bits) - 1;
  const bool negative = parameter.form == Form::Signed && (word >> (parameter.bits - 1) & 1) != 0;
  return negative ? word | ~uint64_t{0} << parameter.bits : word;
}

// Appends the words of a structure: "(STRUCT)[0x1:0x2]".
void appendWhole(std::string& out, const Parameter& parameter, size_t word, const ArgumentWords& words) {
  out += '(';
  out += parameter.kind;
  out += ")[";
  const size_t end = word + wordsOf(parameter, words.wordSize);
  for (size_t i = word; i < end; ++i) {
    if (i > word) out += ':';
    if (i >= words.count()) {
      out += "...";
      break;
    }
    out += "0x";
    appendHex(out, words.at(i));
  }
  out += ']';
}

void appendArgument(std::string& out, const Parameter& parameter, size_t word, const ArgumentWords& words) {
  if (parameter.form == Form::Whole) return appendWhole(out, parameter, word, words);
  const uint64_t bits = words.at(word);
  if (parameter.form == Form::Signed) return appendDecimal(out, static_cast<int64_t>(numberIn(parameter, bits)));
  if (parameter.form == Form::Unknown) out += '?';
  out += "0x";
  appendHex(out, parameter.form == Form::Unsigned ? numberIn(parameter, bits) : bits);
}

}  // namespace

size_t wordsOf(const Parameter& parameter, uint32_t wordSize) {
  if (parameter.form != Form::Whole || parameter.size <= wordSize) return 1;
  return (parameter.size + size_t{wordSize} - 1) / wordSize;
}

RowValue readArgument(const Parameter& parameter, size_t word, const ArgumentWords& words, std::string& room) {
  RowValue value;
  if (word >= words.count()) return value;
  if (parameter.form == Form::Whole) {
    room.clear();
    appendWhole(room, parameter, word, words);
    value.kind = RowValue::Kind::Words;
    value.text = room;
    return value;
  }
  const bool isNumber = parameter.form == Form::Signed || parameter.form == Form::Unsigned;
  value.kind = !isNumber                        ? RowValue::Kind::Address
               : parameter.form == Form::Signed ? RowValue::Kind::Signed
                                                : RowValue::Kind::Unsigned;
  value.number = isNumber ? numberIn(parameter, words.at(word)) : words.at(word);
  value.size = static_cast<uint8_t>(isNumber ? (parameter.bits + 7) / 8 : words.wordSize);
  return value;
}

void appendArguments(std::string& out, const std::vector<Parameter>& parameters, const ArgumentWords& words) {
  size_t word = 0;
  for (size_t i = 0; i < parameters.size(); ++i) {
    const Parameter& parameter = parameters[i];
    if (i > 0) out += ", ";
    if (word >= words.count() || parameter.form == Form::Variable) {
      out += "...";
      return;
    }
    if (!parameter.name.empty()) {
      out += parameter.name;
      out += '=';
    }
    appendArgument(out, parameter, word, words);
    word += wordsOf(parameter, words.wordSize);
  }
}

void appendWords(std::string& out, const ArgumentWords& words) {
  for (size_t i = 0; i < words.count(); ++i) {
    if (i > 0) out += ", ";
    appendHex(out, words.at(i));
  }
}

}  // namespace tp::kernel
