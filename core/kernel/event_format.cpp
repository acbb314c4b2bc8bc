#include "core/kernel/event_format.h"

#include <charconv>
#include <cstdio>

namespace tp::kernel {
namespace {

std::string_view trim(std::string_view text) {
  size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

// Returns the number after "key:" in "offset:8; size:4; signed:1;".
uint32_t attribute(std::string_view line, std::string_view key) {
  size_t at = line.find(key);
  uint32_t value = 0;
  if (at == std::string_view::npos) return 0;
  line.remove_prefix(at + key.size());
  std::from_chars(line.data(), line.data() + line.size(), value);
  return value;
}

uint32_t sizeOfType(std::string_view type) {
  auto has = [&](std::string_view word) { return type.find(word) != std::string_view::npos; };
  if (has("char") || has("u8") || has("s8") || has("int8") || has("bool")) return 1;
  if (has("short") || has("u16") || has("s16") || has("int16") || has("__le16") || has("__be16")) return 2;
  if (has("long") || has("u64") || has("s64") || has("int64") || has("size_t") || has("__le64")) return 8;
  return 4;
}

// Parses "char comm[16]", "__data_loc char[] name" or "struct foo * p".
void parseDeclaration(std::string_view declaration, Field& field) {
  declaration = trim(declaration);
  std::string_view type = declaration;
  size_t bracket = declaration.rfind('[');
  bool arrayAfterName = bracket != std::string_view::npos && declaration.back() == ']';
  std::string_view head = arrayAfterName ? trim(declaration.substr(0, bracket)) : declaration;
  size_t space = head.find_last_of(" *]");
  field.name = space == std::string_view::npos ? head : head.substr(space + 1);
  type = space == std::string_view::npos ? std::string_view{} : trim(head.substr(0, space + 1));
  field.type = type;
  field.isPointer = !type.empty() && type.back() == '*';
  field.isChar = type.find("char") != std::string_view::npos;
  if (type.rfind("__data_loc", 0) == 0) {
    field.form = Field::Form::DataLoc;
  } else if (type.rfind("__rel_loc", 0) == 0) {
    field.form = Field::Form::RelLoc;
  } else if (arrayAfterName) {
    field.form = field.isChar ? Field::Form::String : Field::Form::Array;
    uint32_t count = attribute(declaration.substr(bracket), "[");
    field.elementSize = count > 0 && field.size % count == 0 ? field.size / count : sizeOfType(type);
  }
  // Old kernels declare the text at the end of a record as a single character of size 0.
  if (field.form == Field::Form::Number && field.size == 0 && field.isChar) field.form = Field::Form::String;
  if (field.form == Field::Form::DataLoc || field.form == Field::Form::RelLoc) field.elementSize = sizeOfType(type);
}

bool parseField(std::string_view line, Field& field) {
  size_t at = line.find("field:");
  size_t special = line.find("field special:");
  size_t begin = special != std::string_view::npos ? special + 14 : at != std::string_view::npos ? at + 6 : at;
  if (begin == std::string_view::npos) return false;
  size_t end = line.find(';', begin);
  if (end == std::string_view::npos || end == begin) return false;
  field.offset = attribute(line.substr(end), "offset:");
  field.size = attribute(line.substr(end), "size:");
  field.isSigned = attribute(line.substr(end), "signed:") != 0;
  parseDeclaration(line.substr(begin, end - begin), field);
  return true;
}

}  // namespace

const Field* EventFormat::find(std::string_view field) const {
  for (const Field& one : fields)
    if (one.name == field) return &one;
  for (const Field& one : common)
    if (one.name == field) return &one;
  return nullptr;
}

EventFormat parseEventFormat(std::string_view system, std::string_view text) {
  EventFormat format;
  format.system = system;
  size_t print = text.find("print fmt:");
  if (print != std::string_view::npos) {
    format.print = trim(text.substr(print + 10));
    while (!format.print.empty() && format.print.back() == '\n') format.print.pop_back();
    text = text.substr(0, print);
  }
  LineCursor lines(text);
  for (std::string_view line; lines.next(line);) {
    if (line.rfind("name:", 0) == 0) {
      format.name = trim(line.substr(5));
    } else if (line.rfind("ID:", 0) == 0) {
      format.id = static_cast<int>(attribute(line, "ID: "));
      if (format.id == 0) format.id = static_cast<int>(attribute(line, "ID:"));
    } else if (Field field; parseField(line, field)) {
      bool common = field.name.rfind("common_", 0) == 0;
      (common ? format.common : format.fields).push_back(std::move(field));
    }
  }
  return format;
}

Bytes fieldBytes(const Field& field, const Bytes& record, Endian endian) {
  uint64_t offset = field.offset;
  uint64_t size = field.size;
  if (field.form == Field::Form::DataLoc || field.form == Field::Form::RelLoc) {
    if (offset + 4 > record.size()) return {};
    uint32_t where = loadUnchecked<uint32_t>(record.data() + offset, endian);
    // RelLoc: relative to the end of the field itself; DataLoc: to the record.
    offset = (where & 0xffff) + (field.form == Field::Form::RelLoc ? field.offset + 4 : 0);
    size = where >> 16;
  } else if (size == 0 && offset <= record.size()) {
    size = record.size() - offset;
  }
  if (offset > record.size()) return {};
  return record.subspan(static_cast<size_t>(offset),
                        static_cast<size_t>(std::min<uint64_t>(size, record.size() - offset)));
}

std::string_view fieldText(const Field& field, const Bytes& record, Endian endian) {
  std::string_view text = asText(fieldBytes(field, record, endian));
  return text.substr(0, text.find('\0'));
}

void appendField(std::string& out, const Field& field, Bytes record, Endian endian) {
  out += field.name;
  out += '=';
  bool dynamic = field.form != Field::Form::Number;
  if (dynamic && field.isChar) {
    out += fieldText(field, record, endian);
  } else if (dynamic) {
    Bytes bytes = fieldBytes(field, record, endian);
    uint32_t size = field.elementSize > 0 && field.elementSize <= 8 ? field.elementSize : 1;
    Cursor cursor(bytes, endian);
    out += "ARRAY[";
    for (size_t i = 0; cursor.remaining() >= size; ++i) {
      if (i > 0) out += ", ";
      char text[24];
      std::snprintf(text, sizeof text, "%02llx", static_cast<unsigned long long>(cursor.unsignedOf(size)));
      if (cursor.failed()) break;
      out += text;
    }
    out += ']';
  } else {
    int64_t value = fieldNumber(field, record, endian);
    char text[32];
    std::snprintf(text, sizeof text,
                  field.isPointer  ? "0x%llx"
                  : field.isSigned ? "%lld"
                                   : "%llu",
                  static_cast<long long>(value));
    out += text;
  }
}

void appendFields(std::string& out, const EventFormat& format, Bytes record, Endian endian) {
  bool first = true;
  for (const Field& field : format.fields) {
    if (!first) out += ' ';
    first = false;
    appendField(out, field, record, endian);
  }
}

}  // namespace tp::kernel
