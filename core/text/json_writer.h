// Writes JSON piece by piece, as it is to be read: nothing is stored but the text.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/number_text.h"

namespace tp {

// Appends `text` as a JSON string with its quotes. Characters that can't be seen become JSON's own \uHHHH; bytes that
// are not UTF-8 become U+FFFD, so that the result is always JSON.
void appendJsonString(std::string& out, std::string_view text);

// A key that is made at compile time, for what runs for every event of a trace: `,"name":`. It is compact whatever the
// writer's spacing. The name must need no escapes.
class JsonKey {
 public:
  constexpr JsonKey() = default;
  constexpr explicit JsonKey(std::string_view name) {
    for (std::string_view part : {std::string_view(",\""), name, std::string_view("\":")})
      for (char c : part) chars_[size_++] = c;
  }

  // With the comma in front, which the first key of an object goes without.
  constexpr std::string_view text() const { return {chars_.data(), size_}; }

 private:
  std::array<char, 24> chars_{};
  size_t size_ = 0;
};

// Appends to a string that must outlive it. Commas come by themselves; that each begin has its end, and each key its
// value, is up to the caller.
class JsonWriter {
 public:
  // Spaced: a space behind each comma and colon.
  enum class Spacing : bool { Compact, Spaced };

  explicit JsonWriter(std::string& out, Spacing spacing = Spacing::Compact) : out_(out), spacing_(spacing) {}

  // For a part of the output that looks otherwise than what is around it.
  void setSpacing(Spacing spacing) { spacing_ = spacing; }
  // Goes on in a list or an object in which another writer has written something.
  void resume() { comma_ = true; }

  void beginObject() { begin('{'); }
  void endObject() { end('}'); }
  void beginArray() { begin('['); }
  void endArray() { end(']'); }

  // Begins a line for the next key or element, with `indent` spaces.
  void nextLine(size_t indent = 0) {
    out_ += comma_ ? ",\n" : "\n";
    if (indent > 0) out_.append(indent, ' ');
    comma_ = false;
  }
  // Begins a line for an end.
  void endLine() { out_ += '\n'; }

  // The next value, or what begins next, is the key's.
  JsonWriter& key(std::string_view name) {
    separate();
    appendJsonString(out_, name);
    out_ += spacing_ == Spacing::Spaced ? ": " : ":";
    return *this;
  }
  // Inlined, the key is copied by a move or two, since its length is known.
  [[gnu::always_inline]] JsonWriter& key(const JsonKey& made) {
    out_ += made.text().substr(comma_ ? 0 : 1);
    comma_ = false;
    return *this;
  }

  void value(std::string_view text) {
    separate();
    appendJsonString(out_, text);
    comma_ = true;
  }
  // A string of one character, which must need no escape.
  void value(char character) {
    const char text[] = {'"', character, '"'};
    raw({text, sizeof text});
  }
  template <std::integral T>
  void value(T number) {
    separate();
    if constexpr (std::same_as<T, bool>) {
      out_ += number ? "true" : "false";
    } else {
      appendDecimal(out_, number);
    }
    comma_ = true;
  }
  // All digits that reading it back needs; null for what JSON has no number for.
  void value(double number);
  void value(std::nullptr_t) { raw("null"); }
  template <class T>
  void value(const std::optional<T>& one) {
    if (one) return value(*one);
    value(nullptr);
  }
  template <class T>
  void value(const std::vector<T>& list) {
    beginArray();
    for (const T& one : list) value(one);
    endArray();
  }
  // `json` is a whole value already.
  void raw(std::string_view json) {
    separate();
    out_ += json;
    comma_ = true;
  }

  template <class Key, class Value>
  void member(const Key& name, const Value& one) {
    key(name);
    value(one);
  }

  // A list of objects, in spaced output each on a line of its own. `one(element)` writes the members of each.
  template <class List, class One>
  void objects(const List& list, One&& one) {
    beginArray();
    for (const auto& element : list) {
      if (spacing_ == Spacing::Spaced) nextLine(2);
      beginObject();
      one(element);
      endObject();
    }
    endArray();
  }

 private:
  void separate() {
    if (comma_) out_ += spacing_ == Spacing::Spaced ? ", " : ",";
    comma_ = false;
  }
  void begin(char bracket) {
    separate();
    out_ += bracket;
  }
  void end(char bracket) {
    out_ += bracket;
    comma_ = true;
  }

  std::string& out_;
  Spacing spacing_;
  bool comma_ = false;  // whether the next key or element follows another one
};

}  // namespace tp
