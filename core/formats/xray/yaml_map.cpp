#include "core/formats/xray/yaml_map.h"

#include <algorithm>
#include <charconv>

namespace tp::xray {
namespace {

// `letter` is a code point of Unicode, 0x10ffff at most.
void appendUtf8(std::string& out, uint32_t letter) {
  if (letter < 0x80) {
    out += static_cast<char>(letter);
    return;
  }
  const int more = letter < 0x800 ? 1 : letter < 0x10000 ? 2 : 3;  // Number of bytes after the first.
  constexpr uint32_t kFirst[] = {0, 0xc0, 0xe0, 0xf0};
  out += static_cast<char>(kFirst[more] | letter >> 6 * more);
  for (int left = more - 1; left >= 0; --left) out += static_cast<char>(0x80 | (letter >> 6 * left & 0x3f));
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  size_t position() const { return at_; }

  // Skips spaces, line ends, comments, and the lines that begin and end a document.
  void skipBlank() {
    while (at_ < text_.size()) {
      char c = text_[at_];
      bool lineStart = at_ == 0 || text_[at_ - 1] == '\n';
      std::string_view three = text_.substr(at_, 3);
      if (c == '#' || (lineStart && (three == "---" || three == "..."))) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
        ++at_;
      } else {
        return;
      }
    }
  }

  bool atEnd() const { return at_ >= text_.size(); }

  bool take(char c) {
    skipBlank();
    if (atEnd() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  // Reads a scalar, quoted or not. An unquoted one ends before any of `ends`.
  bool scalar(std::string_view ends, std::string& out) {
    skipBlank();
    out.clear();
    if (atEnd()) return false;
    if (text_[at_] == '\'') return singleQuoted(out);
    if (text_[at_] == '"') return doubleQuoted(out);
    size_t end = text_.find_first_of(ends, at_);
    if (end == std::string_view::npos) return false;
    out = text_.substr(at_, end - at_);
    at_ = end;
    while (!out.empty() && (out.back() == ' ' || out.back() == '\t')) out.pop_back();
    return true;
  }

 private:
  bool singleQuoted(std::string& out) {
    for (++at_; at_ < text_.size(); ++at_) {
      if (text_[at_] != '\'') {
        out += text_[at_];
        continue;
      }
      if (text_.substr(at_, 2) != "''") {
        ++at_;
        return true;
      }
      out += text_[at_++];
    }
    return false;
  }

  bool doubleQuoted(std::string& out) {
    for (++at_; at_ < text_.size(); ++at_) {
      char c = text_[at_];
      if (c == '"') {
        ++at_;
        return true;
      }
      if (c == '\\') {
        if (++at_ >= text_.size() || !escaped(out)) return false;
        continue;
      }
      out += c;
    }
    return false;
  }

  // Reads what follows a backslash. The last character of it is left to the caller.
  bool escaped(std::string& out) {
    constexpr std::string_view kLetters = "0abtnvfre", kMeant("\0\a\b\t\n\v\f\r\x1b", 9);
    const char c = text_[at_];
    const size_t digits = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
    if (digits > 0) {
      uint32_t letter = 0;
      if (text_.size() - at_ <= digits) return false;
      const char *begin = text_.data() + at_ + 1, *end = begin + digits;
      if (std::from_chars(begin, end, letter, 16).ptr != end || letter > 0x10ffff) return false;
      appendUtf8(out, letter);
      at_ += digits;
    } else if (const size_t known = kLetters.find(c); known != std::string_view::npos) {
      out += kMeant[known];
    } else if (c == '_' || c == 'N' || c == 'L' || c == 'P') {
      appendUtf8(out, c == '_' ? 0xa0 : c == 'N' ? 0x85 : c == 'L' ? 0x2028 : 0x2029);
    } else {
      out += c;
    }
    return true;
  }

  std::string_view text_;
  size_t at_ = 0;
};

bool number(std::string_view text, uint64_t& out) {
  bool hex = text.starts_with("0x") || text.starts_with("0X");
  if (hex) text.remove_prefix(2);
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out, hex ? 16 : 10);
  return error == std::errc() && end == text.data() + text.size();
}

// Reads { key: value, ... }.
bool readSled(Reader& in, YamlSled& out) {
  if (!in.take('-') || !in.take('{')) return false;
  bool hasId = false;
  std::string key, value;
  while (!in.take('}')) {
    if (!in.scalar(":,}\n", key) || !in.take(':') || !in.scalar(",}\n", value)) return false;
    uint64_t read = 0;
    if (key == "id") {
      if (!number(value, read) || read > UINT32_MAX) return false;
      out.id = static_cast<uint32_t>(read);
      hasId = true;
    } else if (key == "function") {
      if (!number(value, out.function)) return false;
    } else if (key == "function-name") {
      out.name = std::move(value);
    }
    in.take(',');
  }
  return hasId;
}

}  // namespace

bool looksLikeYamlMap(std::string_view head) {
  Reader in(head);
  in.skipBlank();
  std::string key;
  return in.take('-') && in.take('{') && in.scalar(":,}\n", key) && key == "id" && in.take(':');
}

bool readYamlMap(std::string_view text, std::vector<YamlSled>& out, size_t& stoppedAt) {
  Reader in(text);
  for (in.skipBlank(); !in.atEnd(); in.skipBlank()) {
    stoppedAt = in.position();
    YamlSled sled;
    if (!readSled(in, sled)) return false;
    out.push_back(std::move(sled));
  }
  return true;
}

}  // namespace tp::xray
