#include "ui/view/source_text.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <utility>

#include "core/text/characters.h"
#include "core/text/visible_text.h"

namespace tp::ui {
namespace {

constexpr size_t kTab = 8;
constexpr size_t kAtOnce = size_t{128} << 10;  // bytes of a step of readOn()

}  // namespace

SourceText::SourceText(std::string bytes, uint64_t size) : bytes_(std::move(bytes)), size_(size) {
  constexpr size_t kHead = 8000;  // as far as others look who tell texts from other files
  if (bytes_.size() > kMaxBytes) bytes_.resize(kMaxBytes);
  size_ = std::max<uint64_t>(size_, bytes_.size());
  isText_ = bytes_.find('\0') >= std::min(bytes_.size(), kHead);
  if (isText_ && !bytes_.empty()) lines_.push_back({0, 0});
}

void SourceText::step(char byte) {
  switch (in_) {
    case In::Slash:
      if (byte == '/' || byte == '*') {
        in_ = byte == '/' ? In::LineComment : In::Comment;
        return;
      }
      in_ = In::Code;
      [[fallthrough]];
    case In::Code:
      if (byte == '/') in_ = In::Slash;
      if (byte == '"' || byte == '\'') in_ = In::Text, quote_ = byte;
      return;
    case In::Star:
      if (byte == '/') in_ = In::Code;
      if (byte != '*' && byte != '/') in_ = In::Comment;
      return;
    case In::Comment:
      if (byte == '*') in_ = In::Star;
      return;
    case In::Text:
      if (byte == '\\') in_ = In::Escape;
      if (byte == quote_ || byte == '\n') in_ = In::Code;
      return;
    case In::Escape:
      in_ = In::Text;
      return;
    case In::LineComment:
      if (byte == '\n') in_ = In::Code;
      return;
  }
}

bool SourceText::readOn() {
  if (!isText_) return false;
  const size_t end = std::min(bytes_.size(), at_ + kAtOnce);
  for (; at_ < end; ++at_) {
    step(bytes_[at_]);
    width_ += bytes_[at_] == '\t' ? kTab : 1;
    if (bytes_[at_] != '\n') continue;
    columns_ = std::max(columns_, std::min(kMaxColumns, std::exchange(width_, 0)));
    const bool comment = in_ == In::Comment || in_ == In::Star;
    if (at_ + 1 < bytes_.size()) lines_.push_back({static_cast<uint32_t>(at_ + 1) & 0x7fffffff, comment});
  }
  if (at_ < bytes_.size()) return true;
  columns_ = std::max(columns_, std::min(kMaxColumns, width_));
  return false;
}

std::string_view SourceText::line(size_t number) const {
  const size_t begin = lines_[number].begin;
  const size_t end = number + 1 < lines_.size() ? lines_[number + 1].begin : bytes_.size();
  // More bytes than so many columns can have are not looked at.
  std::string_view text = std::string_view(bytes_).substr(begin, std::min(end - begin, 4 * (kMaxColumns + 1)));
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

std::string SourceText::shown(size_t number) const {
  std::string out;
  size_t column = 0;
  for (char byte : line(number)) {
    if (!continuesCharacter(byte) && column >= kMaxColumns) {
      out += "\u2026";
      break;
    }
    if (byte == '\t') {
      const size_t spaces = kTab - column % kTab;
      out.append(spaces, ' ');
      column += spaces;
      continue;
    }
    column += continuesCharacter(byte) ? 0 : 1;
    out += byte;
  }
  // What could not be shown as it is takes several characters.
  return visibleText(out, Backslash::Kept);
}

namespace {

constexpr std::string_view kKeywords[] = {
    "alignas",  "alignof",  "auto",      "bool",      "break",         "case",        "catch",     "char",
    "class",    "co_await", "co_return", "co_yield",  "concept",       "const",       "constexpr", "continue",
    "decltype", "default",  "delete",    "do",        "double",        "else",        "enum",      "explicit",
    "extern",   "false",    "final",     "float",     "for",           "friend",      "goto",      "if",
    "inline",   "int",      "long",      "mutable",   "namespace",     "new",         "noexcept",  "nullptr",
    "operator", "override", "private",   "protected", "public",        "register",    "requires",  "return",
    "short",    "signed",   "sizeof",    "static",    "static_assert", "static_cast", "struct",    "switch",
    "template", "this",     "throw",     "true",      "try",           "typedef",     "typename",  "union",
    "unsigned", "using",    "virtual",   "void",      "volatile",      "while"};

bool isWord(char byte) {
  return std::isalnum(static_cast<unsigned char>(byte)) != 0 || byte == '_';
}

// The end of a text in quotes that begins at `at`.
size_t endOfText(std::string_view line, size_t at) {
  const char quote = line[at++];
  while (at < line.size() && line[at] != quote) at += line[at] == '\\' ? 2 : 1;
  return std::min(line.size(), at + 1);
}

size_t endOfComment(std::string_view line, size_t from) {
  const size_t end = line.find("*/", from);
  return end == std::string_view::npos ? line.size() : end + 2;
}

}  // namespace

std::vector<CodeRun> codeRuns(std::string_view line, bool inComment) {
  std::vector<CodeRun> runs;
  auto add = [&runs](size_t end, CodeKind kind) {
    if (!runs.empty() && runs.back().kind == kind)
      runs.back().end = end;
    else
      runs.push_back({end, kind});
  };
  size_t at = 0;
  if (inComment) add(at = endOfComment(line, 0), CodeKind::Comment);
  while (at < line.size()) {
    const std::string_view rest = line.substr(at);
    if (rest.substr(0, 2) == "//") {
      add(at = line.size(), CodeKind::Comment);
    } else if (rest.substr(0, 2) == "/*") {
      add(at = endOfComment(line, at + 2), CodeKind::Comment);
    } else if (rest[0] == '"' || (rest[0] == '\'' && (at == 0 || !isWord(line[at - 1])))) {
      add(at = endOfText(line, at), CodeKind::Text);
    } else if (isWord(rest[0])) {
      const size_t length = static_cast<size_t>(std::find_if_not(rest.begin(), rest.end(), isWord) - rest.begin());
      const bool keyword = std::binary_search(std::begin(kKeywords), std::end(kKeywords), rest.substr(0, length));
      add(at += length, keyword ? CodeKind::Keyword : CodeKind::Plain);
    } else {
      add(++at, CodeKind::Plain);
    }
  }
  return runs;
}

bool isCode(std::string_view path) {
  constexpr std::string_view kEnds[] = {".c",   ".cc",  ".cpp", ".cxx", ".c++", ".h", ".hh", ".hpp",
                                        ".hxx", ".inl", ".ipp", ".tcc", ".cu",  ".m", ".mm"};
  const size_t dot = path.rfind('.');
  return dot != std::string_view::npos &&
         std::find(std::begin(kEnds), std::end(kEnds), path.substr(dot)) != std::end(kEnds);
}

}  // namespace tp::ui
