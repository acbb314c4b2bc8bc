#include "core/export/speedscope.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/analysis/call_tree.h"
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
    tracks_ = &tracks.table;
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

  bool wantsSamples() const override { return true; }
  void sample(TrackId track, const SampledStack& stack, const NameTable& names, std::string& out) override {
    Samples& of = samples_[{track, stack.event}];
    if (of.name.empty()) {
      const TrackId parent = (*tracks_)[track].parent;
      of.name = fullName(*tracks_, parent != kNoTrack ? parent : track) + ": samples of " +
                std::string(names.view(stack.event));
    }
    // Functions may share a text, as the addresses of one do.
    for (const NameId name : stack.frames) of.frames.push_back(frame(names.find(names.view(name)), names.view(name)));
    if (stack.frames.empty()) of.frames.push_back(frame(kNoName, kNoCallRecorded));
    of.ends.push_back(of.frames.size());
    held_ += 1 + stack.frames.size();
    if (held_ >= kept_) writeParts(out);
  }

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

  // Of one track and event.
  struct Samples {
    std::string name;
    std::vector<uint32_t> frames;  // of all stacks, the outermost of each first
    std::vector<size_t> ends;      // of each stack, in `frames`
    uint32_t parts = 0;
  };

  uint32_t frame(const ExportItem& item) { return frame(item.name, item.text); }
  uint32_t frame(NameId name, std::string_view text) {
    if (name >= frameOf_.size()) frameOf_.resize(name + size_t{1}, 0);
    if (frameOf_[name] == 0) {
      frames_.emplace_back(text);
      frameOf_[name] = static_cast<uint32_t>(frames_.size());
    }
    return frameOf_[name] - 1;
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
    for (auto& [key, samples] : samples_) writePart(samples, out);
    held_ = 0;
  }

  // Each sample weighs as much as any other: how long it stands for is not known.
  void writePart(Samples& samples, std::string& out) {
    if (samples.ends.empty()) return;
    JsonWriter json(out);
    beginProfile(json, "sampled", samples.name, ++samples.parts);
    json.member("unit", "none");
    json.member("startValue", 0);
    json.member("endValue", samples.ends.size());
    json.key("samples").beginArray();
    size_t at = 0;
    for (const size_t end : samples.ends) {
      json.nextLine();
      json.beginArray();
      for (; at < end; ++at) json.value(samples.frames[at]);
      json.endArray();
    }
    json.endArray();
    json.key("weights").beginArray();
    for (size_t i = 0; i < samples.ends.size(); ++i) json.value(1);
    json.endArray();
    json.endObject();
    samples.frames.clear();
    samples.ends.clear();
  }

  void beginProfile(JsonWriter& json, const char* type, const std::string& name, uint32_t part) {
    if (!firstProfile_) json.resume();
    firstProfile_ = false;
    json.nextLine();
    json.beginObject();
    json.member("type", type);
    json.member("name", part == 1 ? name : name + ", part " + std::to_string(part));
  }

  void writePart(Stack& stack, std::string& out) {
    std::vector<Slice>& slices = stack.ended;
    std::stable_sort(slices.begin(), slices.end(), [](const Slice& a, const Slice& b) {
      return a.begin != b.begin ? a.begin < b.begin : a.depth != b.depth ? a.depth < b.depth : a.end > b.end;
    });
    Time end = slices.front().end;
    for (const Slice& slice : slices) end = std::max(end, slice.end);
    JsonWriter json(out);
    beginProfile(json, "evented", stack.name, ++stack.parts);
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
  const TrackTable* tracks_ = nullptr;
  std::vector<Stack> stacks_;                              // by track
  std::map<std::pair<TrackId, NameId>, Samples> samples_;  // by track and event
  std::vector<std::string> frames_;
  std::vector<uint32_t> frameOf_;  // by name: index + 1
  bool firstProfile_ = true;
};

}  // namespace

std::unique_ptr<ExportWriter> makeSpeedscopeWriter(std::string title, size_t kept) {
  return std::make_unique<SpeedscopeWriter>(std::move(title), kept);
}

}  // namespace tp
