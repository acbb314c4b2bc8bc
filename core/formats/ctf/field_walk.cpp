#include "core/formats/ctf/field_walk.h"

#include <array>
#include <cstdio>

#include "core/formats/ctf/field_numbers.h"
#include "core/text/number_text.h"

namespace tp::ctf {
namespace {

using Kind = FieldClass::Kind;

uint64_t countOf(const Node& node, const Told& told) {
  return node.from == kNoSlot ? node.field->length : told.slot(node.from);
}

Bytes readBytes(const Node& node, BitReader& in, const Told& told) {
  if (node.field->kind != Kind::Text) return in.bytes(countOf(node, told));
  const Encoding encoding = node.field->encoding;
  return in.text(encoding == Encoding::Utf8 ? 1 : encoding <= Encoding::Utf16Big ? 2 : 4);
}

// Returns the option of a variant that is chosen, or what an optional field has; node.end if there is none.
uint32_t chosenOf(const Program& program, uint32_t at, const Told& told) {
  const Node& node = program.nodes[at];
  size_t option = program.options[node.options].of(told.slot(node.from));
  uint32_t child = at + 1;
  while (option > 0 && child < node.end) {
    child = program.nodes[child].end;
    --option;
  }
  return child;
}

bool isText(Kind kind) {
  return kind == Kind::Text || kind == Kind::FixedText || kind == Kind::DynamicText;
}
bool isBlob(Kind kind) {
  return kind == Kind::FixedBlob || kind == Kind::DynamicBlob;
}
bool isNumber(Kind kind) {
  return kind == Kind::Integer || kind == Kind::VariableInteger;
}

void printElements(const Program& program, uint32_t at, BitReader& in, Told& told, std::string& out) {
  const Node& node = program.nodes[at];
  const uint64_t count = countOf(node, told);
  out += "[ ";
  for (uint64_t i = 0; i < count && !in.failed(); ++i) {
    const uint64_t before = in.at();
    if (i < kMaxListed) {
      out += i > 0 ? ", [" : "[";
      appendDecimal(out, i);
      out += "] = ";
      printField(program, at + 1, in, told, out);
      continue;
    }
    // What follows the list lies behind all of it.
    if (i == kMaxListed) out += ", ...";
    seekTo(program, at + 1, program.nodes[at + 1].end, in, told);
    if (in.at() == before) break;
  }
  out += count > 0 ? " ]" : "]";
}

}  // namespace

std::string_view utf8Of(Encoding encoding, const Bytes& bytes, std::string& room) {
  if (encoding == Encoding::Utf8) {
    const std::string_view text = asText(bytes);
    return text.substr(0, text.find('\0'));
  }
  room.clear();
  const Endian endian =
      encoding == Encoding::Utf16Little || encoding == Encoding::Utf32Little ? Endian::Little : Endian::Big;
  Cursor cursor(bytes, endian);
  const bool isWide = encoding >= Encoding::Utf32Little;
  while (cursor.remaining() >= (isWide ? 4u : 2u)) {
    uint32_t c = isWide ? cursor.u32() : cursor.u16();
    if (!isWide && c >= 0xD800 && c < 0xDC00 && cursor.remaining() >= 2) {
      const uint32_t low = cursor.u16();
      c = low >= 0xDC00 && low < 0xE000 ? 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00) : 0xFFFD;
    }
    if (c == 0) break;
    if (c > 0x10FFFF || (c >= 0xD800 && c < 0xE000)) c = 0xFFFD;
    if (c < 0x80) {
      room += static_cast<char>(c);
      continue;
    }
    const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    constexpr unsigned kFirst[] = {0, 0xC0, 0xE0, 0xF0};
    room += static_cast<char>(kFirst[more] | c >> (6 * more));
    for (int i = more - 1; i >= 0; --i) room += static_cast<char>(0x80 | (c >> (6 * i) & 63));
  }
  return room;
}

bool seekTo(const Program& program, uint32_t at, uint32_t target, BitReader& in, Told& told, const EachText* each) {
  const Node& node = program.nodes[at];
  in.align(node.field->alignment);
  in.check();
  if (at == target) return true;
  const Kind kind = node.field->kind;
  if (isNumber(kind)) {
    readNumber(node, in, told);
  } else if (kind == Kind::Real || kind == Kind::Wide) {
    in.skip(node.field->size);
  } else if (isText(kind) || isBlob(kind)) {
    const Bytes bytes = readBytes(node, in, told);
    if (each != nullptr) (*each)(node, bytes);
  } else if (kind == Kind::Struct) {
    for (uint32_t child = at + 1; child < node.end && !in.failed(); child = program.nodes[child].end)
      if (seekTo(program, child, target, in, told, each)) return true;
  } else if (kind == Kind::Variant || kind == Kind::Optional) {
    const uint32_t child = chosenOf(program, at, told);
    return child < node.end && seekTo(program, child, target, in, told, each);
  } else {
    const uint64_t count = countOf(node, told);
    for (uint64_t i = 0; i < count && at + 1 < node.end && !in.failed(); ++i) {
      const uint64_t before = in.at();
      seekTo(program, at + 1, static_cast<uint32_t>(program.nodes.size()), in, told, each);
      if (in.at() == before) break;
    }
  }
  return false;
}

RowValue readField(const Program& program, uint32_t at, BitReader& in, Told& told, std::string& room) {
  const Node& node = program.nodes[at];
  const Kind kind = node.field->kind;
  RowValue out;
  if (isNumber(kind)) {
    const Number number = readNumber(node, in, told);
    if (!in.failed()) out = numberValue(node, number, room);
  } else if (kind == Kind::Real) {
    if (readReal(node, in, out.real) && !in.failed()) out.kind = RowValue::Kind::Real;
  } else if (isText(kind)) {
    const Bytes bytes = readBytes(node, in, told);
    if (in.failed()) return {};
    out.text = utf8Of(node.field->encoding, bytes, room);
    out.kind = RowValue::Kind::Text;
  } else if ((kind == Kind::FixedArray || kind == Kind::DynamicArray) && at + 1 < node.end &&
             isNumber(program.nodes[at + 1].field->kind)) {
    std::string none;
    out = listValue(countOf(node, told), room, [&](uint64_t) {
      in.align(program.nodes[at + 1].field->alignment);
      const Number number = readNumber(program.nodes[at + 1], in, told);
      return in.failed() ? RowValue{} : numberValue(program.nodes[at + 1], number, none);
    });
  } else if (kind == Kind::Variant || kind == Kind::Optional) {
    const uint32_t child = chosenOf(program, at, told);
    if (child >= node.end) return {};
    in.align(program.nodes[child].field->alignment);
    return readField(program, child, in, told, room);
  } else {
    room.clear();
    printField(program, at, in, told, room);
    if (in.failed()) return {};
    out.text = room;
    // The digits of a blob are no number.
    out.kind = isBlob(kind) ? RowValue::Kind::Text : RowValue::Kind::Words;
  }
  return out;
}

RowValue readElement(const Program& program, uint32_t at, uint64_t number, BitReader& in, Told& told) {
  const Node& node = program.nodes[at];
  const Kind kind = node.field->kind;
  if ((kind != Kind::FixedArray && kind != Kind::DynamicArray) || at + 1 >= node.end) return {};
  const Node& element = program.nodes[at + 1];
  if (!isNumber(element.field->kind) || number >= countOf(node, told)) return {};
  std::string room;
  for (uint64_t i = 0; !in.failed(); ++i) {
    in.align(element.field->alignment);
    const Number found = readNumber(element, in, told);
    if (i < number) continue;
    RowValue out = in.failed() ? RowValue{} : numberValue(element, found, room);
    // `room` is gone with this call.
    out.text = {};
    out.named = false;
    return out;
  }
  return {};
}

void printField(const Program& program, uint32_t at, BitReader& in, Told& told, std::string& out) {
  const Node& node = program.nodes[at];
  const Kind kind = node.field->kind;
  in.align(node.field->alignment);
  in.check();
  if (isNumber(kind)) {
    printNumber(node, in, told, out);
  } else if (kind == Kind::Wide) {
    printWide(node, in, out);
  } else if (kind == Kind::Real) {
    double value = 0;
    if (readReal(node, in, value)) {
      std::array<char, 40> text;
      const int length = std::snprintf(text.data(), text.size(), "%g", value);
      if (length > 0) out.append(text.data(), static_cast<size_t>(length));
    } else {
      out += "<" + std::to_string(node.field->size) + " bits>";
    }
  } else if (isText(kind)) {
    std::string room;
    const Bytes bytes = readBytes(node, in, told);
    appendQuoted(out, utf8Of(node.field->encoding, bytes, room));
  } else if (isBlob(kind)) {
    const Bytes bytes = readBytes(node, in, told);
    for (size_t i = 0; i < std::min<size_t>(bytes.size(), kMaxListed); ++i)
      appendHex(out, static_cast<uint64_t>(bytes[i]), 2);
    if (bytes.size() > kMaxListed) out += "...";
  } else if (kind == Kind::FixedArray || kind == Kind::DynamicArray) {
    printElements(program, at, in, told, out);
  } else if (kind == Kind::Optional) {
    const uint32_t child = chosenOf(program, at, told);
    if (child < node.end) {
      printField(program, child, in, told, out);
    } else {
      out += "<none>";
    }
  } else if (kind == Kind::Variant) {
    out += "{ ";
    const uint32_t child = chosenOf(program, at, told);
    if (child < node.end) printField(program, child, in, told, out);
    out += " }";
  } else {
    out += "{ ";
    size_t count = 0;
    for (uint32_t child = at + 1; child < node.end && !in.failed(); child = program.nodes[child].end) {
      if (count++ > 0) out += ", ";
      (out += program.nodes[child].name) += " = ";
      printField(program, child, in, told, out);
    }
    out += count > 0 ? " }" : "}";
  }
}

bool printMembers(const Program& program, BitReader& in, Told& told, std::string& out) {
  if (program.nodes.empty()) return false;
  in.align(program.nodes.front().field->alignment);
  size_t count = 0;
  for (uint32_t child = 1; child < program.nodes.front().end && !in.failed(); child = program.nodes[child].end) {
    if (count++ > 0) out += ", ";
    (out += program.nodes[child].name) += " = ";
    printField(program, child, in, told, out);
  }
  return count > 0;
}

}  // namespace tp::ctf
