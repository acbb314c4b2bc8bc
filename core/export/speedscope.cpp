#include "core/export/speedscope.h"

#include <algorithm>

#include "core/export/track_place.h"
#include "core/text/json_writer.h"

namespace tp {
namespace {

// The keys of events.
constexpr JsonKey kType("type"), kFrame("frame"), kAt("at");

class SpeedscopeWriter final : public ExportWriter {
 public:
  SpeedscopeWriter(std::string title, size_t kept) : title_(std::move(title)), kept_(std::max<size_t>(kept, 1)) {}

  void begin(const TraceInfo&, const ExportTracks& tracks, std::string& out) override {
    stacks_.resize(tracks.table.size());
    for (TrackId id = 0; id < tracks.table.size(); ++id) {
      TrackKind kind = tracks.table[id].key.kind;
      // States and slices that overlap are no stacks.
      if (!tracks.used[id] || (kind != TrackKind::Thread && kind != TrackKind::Cpu)) continue;
      stacks_[id].shown = true;
      stacks_[id].name = fullName(tracks.table, id);
    }
    JsonWriter json(out);
    json.beginObject();
    json.member("$schema", "https://www.speedscope.app/file-format-schema.json");
    json.member("exporter", "Tracepane");
    json.member("name", title_);
    json.key("profiles").beginArray();
  }

  void sliceBegin(const ExportItem& item, Time time, std::string& out) override {
    Stack& stack = stacks_[item.track];
    if (!stack.shown) return;
    stack.open.push_back({time, time, frame(item), item.depth});
    see(stack, time, out);
  }
  void sliceEnd(const ExportItem& item, Time time, std::string& out) override {
    Stack& stack = stacks_[item.track];
    if (!stack.shown || stack.open.empty()) return;
    Slice slice = stack.open.back();
    stack.open.pop_back();
    slice.end = time;
    add(stack, slice, out);
  }
  void slice(const ExportItem& item, Time begin, Time end, std::string& out) override {
    Stack& stack = stacks_[item.track];
    if (stack.shown) add(stack, {begin, end, frame(item), item.depth}, out);
  }
  void instant(const ExportItem&, Time, std::string&) override {}
  void counter(const ExportItem&, Time, int64_t, std::string&) override {}

  void end(std::string& out) override {
    writeParts(out);
    JsonWriter json(out);
    json.endArray();
    json.nextLine();
    json.key("shared").beginObject();
    json.key("frames").beginArray();
    for (const std::string& frame : frames_) {
      json.nextLine();
      json.beginObject();
      json.member("name", frame.empty() ? "?" : frame);
      json.endObject();
    }
    json.endLine();
    json.endArray();
    json.endObject();
    json.endObject();
    out += '\n';
  }

 private:
  struct Slice {
    Time begin = 0, end = 0;
    uint32_t frame = 0;
    uint32_t depth = 0;
  };
  struct Stack {
    bool shown = false;
    std::string name;
    std::vector<Slice> open;
    std::vector<Slice> ended;
    Time now = 0;
    bool started = false;
    uint32_t parts = 0;
  };

  uint32_t frame(const ExportItem& item) {
    if (item.name >= frameOf_.size()) frameOf_.resize(item.name + size_t{1}, 0);
    if (frameOf_[item.name] == 0) {
      frames_.emplace_back(item.text);
      frameOf_[item.name] = static_cast<uint32_t>(frames_.size());
    }
    return frameOf_[item.name] - 1;
  }

  void see(Stack& stack, Time time, std::string& out) {
    stack.now = stack.started ? std::max(stack.now, time) : time;
    stack.started = true;
    if (held_ >= kept_) writeParts(out);
  }
  void add(Stack& stack, const Slice& slice, std::string& out) {
    stack.ended.push_back(slice);
    ++held_;
    see(stack, slice.end, out);
  }

  // Slices that are open go on in the next part.
  void writeParts(std::string& out) {
    for (Stack& stack : stacks_) {
      if (!stack.shown) continue;
      for (Slice& slice : stack.open) {
        slice.end = stack.now;
        if (slice.end > slice.begin) stack.ended.push_back(slice);
        slice.begin = stack.now;
      }
      if (!stack.ended.empty()) writePart(stack, out);
      stack.ended = {};
    }
    held_ = 0;
  }

  void writePart(Stack& stack, std::string& out) {
    std::vector<Slice>& slices = stack.ended;
    std::stable_sort(slices.begin(), slices.end(), [](const Slice& a, const Slice& b) {
      return a.begin != b.begin ? a.begin < b.begin : a.depth != b.depth ? a.depth < b.depth : a.end > b.end;
    });
    Time end = slices.front().end;
    for (const Slice& slice : slices) end = std::max(end, slice.end);
    JsonWriter json(out);
    if (!firstProfile_) json.resume();
    firstProfile_ = false;
    json.nextLine();
    json.beginObject();
    json.member("type", "evented");
    ++stack.parts;
    json.member("name", stack.parts == 1 ? stack.name : stack.name + ", part " + std::to_string(stack.parts));
    json.member("unit", "nanoseconds");
    json.member("startValue", slices.front().begin);
    json.member("endValue", end);
    json.key("events").beginArray();
    std::vector<Slice> nested;
    for (Slice slice : slices) {
      while (!nested.empty() && isOver(nested.back(), slice)) close(nested, json);
      // A slice that ends after the one around it is cut there, because events must nest.
      if (!nested.empty()) slice.end = std::min(slice.end, nested.back().end);
      event('O', slice.frame, slice.begin, json);
      nested.push_back(slice);
    }
    while (!nested.empty()) close(nested, json);
    json.endArray();
    json.endObject();
  }

  // Returns whether the open slice ends before the next one begins. One without a length belongs to what ends there.
  static bool isOver(const Slice& open, const Slice& next) {
    const bool within = next.begin == next.end && next.depth > open.depth;
    return within ? open.end < next.begin : open.end <= next.begin;
  }
  static void close(std::vector<Slice>& nested, JsonWriter& json) {
    event('C', nested.back().frame, nested.back().end, json);
    nested.pop_back();
  }
  static void event(char type, uint32_t frame, Time at, JsonWriter& json) {
    json.nextLine();
    json.beginObject();
    json.member(kType, type);
    json.member(kFrame, frame);
    json.member(kAt, at);
    json.endObject();
  }

  std::string title_;
  size_t kept_;
  size_t held_ = 0;
  std::vector<Stack> stacks_;  // by track
  std::vector<std::string> frames_;
  std::vector<uint32_t> frameOf_;  // by name: index + 1
  bool firstProfile_ = true;
};

}  // namespace

std::unique_ptr<ExportWriter> makeSpeedscopeWriter(std::string title, size_t kept) {
  return std::make_unique<SpeedscopeWriter>(std::move(title), kept);
}

}  // namespace tp
