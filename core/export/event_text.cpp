#include "core/export/event_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <utility>

#include "core/analysis/event_fields.h"
#include "core/text/number_text.h"
#include "core/text/visible_text.h"
#include "core/trace/latency_flags.h"

namespace tp {
namespace {

struct FieldKey {
  RowField field = RowField::None;
  JsonKey key;
};

constexpr bool isKey(const RowFieldInfo& info) {
  return (info.uses & RowFieldInfo::kJson) != 0 && info.field != RowField::Time;
}

constexpr JsonKey kTimeKey(infoOf(RowField::Time).name);
// Of what else rows may have.
constexpr auto kFieldKeys = [] {
  constexpr auto kCount = static_cast<size_t>(std::count_if(std::begin(kRowFields), std::end(kRowFields), isKey));
  std::array<FieldKey, kCount> keys{};
  size_t at = 0;
  for (const RowFieldInfo& info : kRowFields)
    if (isKey(info)) keys[at++] = {info.field, JsonKey(info.name)};
  return keys;
}();
constexpr JsonKey kSchemaKey("fields");

bool isDecimal(std::string_view text, int64_t& number) {
  const char* end = text.data() + text.size();
  const auto [stopped, problem] = std::from_chars(text.data(), end, number);
  return problem == std::errc() && stopped == end;
}

void writeValue(JsonWriter& json, const RowValue& value) {
  if (value.kind == RowValue::Kind::Signed) return json.value(static_cast<int64_t>(value.number));
  if (value.kind == RowValue::Kind::Unsigned) return json.value(value.number);
  if (value.kind == RowValue::Kind::Text) return json.value(value.text);
  if (value.kind == RowValue::Kind::Real && std::isfinite(value.real)) return json.value(value.real);
  if (int64_t number = 0; value.kind == RowValue::Kind::Words && isDecimal(value.text, number))
    return json.value(number);
  std::string text;
  appendValue(text, value);
  json.value(text);
}

// Writes the fields of the record that are not of its text alone.
void writeFields(JsonWriter& json, const EventRow& row) {
  bool any = false;
  eachGiven(row, [&](std::string_view name, const RowValue& value, bool) {
    if (!any) json.key(kSchemaKey).beginObject();
    any = true;
    json.key(name);
    writeValue(json, value);
    return false;
  });
  if (any) json.endObject();
}

// Copies some bytes. Most texts are short: two copies that overlap take less than a call of memcpy().
void copy(char* to, const char* from, size_t size) {
  auto ends = [&]<class Word>(Word first) {
    Word last;
    std::memcpy(&first, from, sizeof first);
    std::memcpy(&last, from + size - sizeof last, sizeof last);
    std::memcpy(to, &first, sizeof first);
    std::memcpy(to + size - sizeof last, &last, sizeof last);
  };
  if (size > 16) {
    std::memcpy(to, from, size);
  } else if (size >= 8) {
    ends(uint64_t{0});
  } else if (size >= 4) {
    ends(uint32_t{0});
  } else {
    for (size_t i = 0; i < size; ++i) to[i] = from[i];
  }
}

// Writes a line where it ends up, in a buffer whose size was computed before: several times as fast as appending.
class Line {
 public:
  explicit Line(char* at) : at_(at) {}
  char* end() const { return at_; }
  void put(char c) { *at_++ = c; }
  void put(std::string_view text) {
    copy(at_, text.data(), text.size());
    at_ += text.size();
  }
  // Writes in steps of 16 bytes, so up to 15 bytes after its end are overwritten.
  void fill(size_t count, char c) {
    static constexpr char kBlanks[] = "                ", kZeros[] = "0000000000000000";
    for (size_t i = 0; i < count; i += 16) std::memcpy(at_ + i, c == '0' ? kZeros : kBlanks, 16);
    at_ += count;
  }
  // Writes the digits where they belong: copying digits just after they were written would stall.
  void decimal(int64_t value, size_t width = 0, char filler = ' ') {
    auto magnitude = static_cast<uint64_t>(value);
    bool negative = value < 0;
    if (negative) magnitude = 0 - magnitude;
    size_t digits = decimalLength(magnitude), length = digits + negative;
    if (negative && filler == '0') put('-');
    if (length < width) fill(width - length, filler);
    if (negative && filler != '0') put('-');
    if (magnitude <= UINT32_MAX) {
      writeDigits(at_, static_cast<uint32_t>(magnitude), digits);
    } else {
      writeDigits(at_, magnitude, digits);
    }
    at_ += digits;
  }
  // Writes the nanoseconds of a second.
  void fraction(int64_t ns) {
    if (ns < 0) return decimal(ns, 9, '0');
    writeDigits(at_, static_cast<uint32_t>(ns), 9);
    at_ += 9;
  }

 private:
  char* at_;
};

size_t indentOf(const EventRow& row) {
  return row.present & EventRow::kDepth ? static_cast<size_t>(std::clamp(row.depth, 0, 200)) * 2 : 0;
}

// Returns whether the text is a stack of the kernel's own events, with a frame a line.
bool isStack(const EventRow& row) {
  return row.schema != nullptr && row.schema->system() == "ftrace" && row.schema->find("frames") != RowSchema::kNone;
}

// Returns an upper bound for the length of the line, and for what may be overwritten after it.
size_t plainRoom(const EventRow& row) {
  // Time, CPU, flags, thread and count, and what is put around them.
  constexpr size_t kNumbers = 160;
  return kNumbers + indentOf(row) + row.buffer.size() + row.stream.size() + row.trace.size() + row.comm.size() +
         row.kind.size() + row.name.size() + row.words().size();
}

// Returns the end of the line.
char* writePlain(char* at, const EventRow& row, const ClockInfo& clock) {
  Line line(at);
  if (clock.isNs) {
    constexpr Time kSecond = 1'000'000'000;
    line.decimal(row.time / kSecond, 6);
    line.put('.');
    line.fraction(row.time % kSecond);
  } else {
    line.decimal(row.time, 20);
  }
  if (row.present & EventRow::kCpu) {
    line.put(" [");
    line.decimal(row.cpu, 3, '0');
    line.put(']');
  }
  auto word = [&](std::string_view text) {
    line.put(' ');
    line.put(text);
  };
  if (row.present & EventRow::kFlags) {
    const std::array<char, 5> flags = latencyText(row.flags, row.preemptCount);
    word({flags.data(), flags.size()});
  }
  if (!row.buffer.empty()) word(row.buffer);
  if (!row.stream.empty()) word(row.stream);
  if (!row.trace.empty()) word(row.trace);
  if (!row.comm.empty()) word(row.comm);
  if (row.present & EventRow::kTid) {
    line.put(row.comm.empty() ? ' ' : '-');
    line.decimal(row.tid);
  }
  word(row.kind);
  line.fill(indentOf(row), ' ');
  // A loss has no name of its own.
  if (row.kind != "lost") word(row.name);
  if (row.present & EventRow::kCount) {
    line.put(' ');
    line.decimal(row.count);
  }
  if (!row.args.empty()) {
    line.put(": ");
    line.put(row.args);
  }
  line.put('\n');
  return line.end();
}

}  // namespace

void writeEvent(JsonWriter& json, const EventRow& row) {
  std::string room;
  json.member(kTimeKey, row.time);
  for (const FieldKey& one : kFieldKeys) {
    const RowValue value = readField(row, one.field, room);
    if (value.kind != RowValue::Kind::None) {
      json.key(one.key);
      writeValue(json, value);
    } else if (one.field == RowField::Name) {
      json.member(one.key, "");
    } else if (one.field == RowField::Count && (row.present & EventRow::kCountUnknown) != 0) {
      json.member(one.key, nullptr);
    }
  }
  writeFields(json, row);
}

void appendEventJson(std::string& out, const EventRow& row) {
  JsonWriter json(out);
  json.beginObject();
  writeEvent(json, row);
  json.endObject();
  out += '\n';
}

EventLines::EventLines(EventFormat format, const ClockInfo& clock, CsvColumns columns)
    : format_(format), clock_(clock), columns_(std::move(columns)) {
  if (format_ == EventFormat::Csv) columns_.appendHeader(room_);
  used_ = room_.size();
}

void EventLines::add(const EventRow& row, const RowLasted& lasted) {
  if (format_ != EventFormat::Text) {
    room_.resize(used_);
    if (format_ == EventFormat::Csv) columns_.append(room_, row, lasted);
    if (format_ == EventFormat::Jsonl) appendEventJson(room_, row);
    used_ = room_.size();
    return;
  }
  const size_t most = used_ + plainRoom(row);
  if (room_.size() < most) room_.resize(most * 2);
  const auto end = static_cast<size_t>(writePlain(room_.data() + used_, row, clock_) - room_.data());
  // Without the newline. What else writePlain() puts around the text of the trace is visible.
  if (std::string_view line(room_.data() + used_, end - used_ - 1); !isVisible(line)) {
    // The text is the end of the line.
    const size_t text = isStack(row) ? line.size() - row.args.size() : line.size();
    const std::string shown = visibleText(line.substr(0, text)) + visibleLines(line.substr(text)) + '\n';
    if (room_.size() < used_ + shown.size()) room_.resize((used_ + shown.size()) * 2);
    shown.copy(room_.data() + used_, shown.size());
    used_ += shown.size();
    return;
  }
  used_ = end;
}

}  // namespace tp
