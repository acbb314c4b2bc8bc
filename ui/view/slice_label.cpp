#include "ui/view/slice_label.h"

#include <algorithm>

#include "core/text/characters.h"
#include "core/text/demangle.h"
#include "ui/view/context.h"

namespace tp::ui {
namespace {

constexpr const char* kEllipsis = "\u2026";
constexpr size_t kLeast = 3;

// Replaces each outermost list of template arguments by an ellipsis.
std::string withoutArguments(std::string_view name) {
  std::string out;
  int depth = 0;
  for (size_t i = 0; i < name.size(); ++i) {
    // The signs of operator<, operator<< and operator-> are not brackets.
    bool sign = name.substr(0, i).ends_with("operator") || name.substr(0, i).ends_with("operator<");
    bool opens = name[i] == '<' && i > 0 && !sign;
    bool closes = name[i] == '>' && depth > 0 && name[i - 1] != '-';
    if (opens && depth++ == 0) out += std::string("<") + kEllipsis;
    if (depth == 0) out += name[i];
    if (closes && --depth == 0) out += '>';
  }
  return out;
}

// Returns whether it is a declaration, "name(int)" or "name(int) const", and not words with something in brackets.
bool isDeclaration(std::string_view name) {
  if (name.ends_with(" const")) name.remove_suffix(6);
  if (!name.ends_with(')')) return false;
  // Finds where the parameters begin. There may be brackets in them, and in template arguments before them.
  size_t bracket = name.size();
  for (int open = 0; bracket > 0;) {
    const char c = name[--bracket];
    open += c == ')' ? 1 : c == '(' ? -1 : 0;
    if (open == 0) break;
  }
  return name[bracket] == '(' && bracket > 0 && name[bracket - 1] != ' ';
}

// The first `most` characters.
std::string_view firstOf(std::string_view name, size_t most) {
  size_t to = 0;
  for (size_t left = most; to < name.size() && left > 0; --left) to = nextCharacter(name, to + 1);
  return name.substr(0, to);
}

}  // namespace

std::string fitName(std::string_view name, size_t most) {
  if (most < kLeast) return {};
  if (characterCount(name) <= most) return std::string(name);
  // What tells functions of one signature apart, "load(int) [shop]", says the least.
  if (const size_t beside = name.rfind(" ["); name.ends_with(']') && beside != std::string_view::npos && beside > 0)
    return fitName(name.substr(0, beside), most);
  if (const size_t tag = name.rfind("[abi:"); name.ends_with(']') && tag != std::string_view::npos && tag > 0)
    return fitName(name.substr(0, tag), most);
  std::string plain(name);
  for (auto shorter :
       {+[](std::string_view full) { return isDeclaration(full) ? simpleName(full) : std::string(full); },
        +[](std::string_view full) { return withoutArguments(full); }}) {
    plain = shorter(plain);
    if (characterCount(plain) <= most) return plain;
  }
  // Keeps as many scopes as fit, from the innermost on.
  size_t length = characterCount(plain), before = 0;
  for (size_t at = plain.find("::", 1); at != std::string::npos; at = plain.find("::", at + 2)) {
    length -= characterCount(std::string_view(plain).substr(before, at - before));
    before = at;
    if (length < most) return kEllipsis + plain.substr(at);
  }
  const size_t scopes = plain.rfind("::");
  const std::string last = scopes == std::string::npos ? plain : plain.substr(scopes + 2);
  return characterCount(last) <= most ? last : std::string(firstOf(last, most - 1)) + kEllipsis;
}

std::string fitName(ImFont* font, float size, std::string_view name, float room) {
  // No letter is narrower than this.
  auto most = static_cast<size_t>(std::max(0.0f, room / (0.3f * textWidth(font, size, "n"))));
  std::string text = fitName(name, most);
  for (float width = textWidth(font, size, text); !text.empty() && width > room; width = textWidth(font, size, text)) {
    const auto length = characterCount(text);
    most = std::min(length - 1, static_cast<size_t>(static_cast<float>(length) * room / width) + 1);
    text = fitName(name, most);
  }
  return text;
}

}  // namespace tp::ui
