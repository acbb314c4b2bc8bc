#include "core/export/chrome.h"

#include <array>
#include <charconv>

#include "core/export/event_text.h"
#include "core/export/track_place.h"

namespace tp {
namespace {

// Ids for tracks that are no process or thread of the operating system, larger than any that it gives out.
constexpr int64_t kMadeUp = int64_t{1} << 30;

void appendInteger(std::string& out, int64_t value) {
  std::array<char, 24> digits;
  out.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
}

// Appends nanoseconds as the format's microseconds, exactly.
void appendMicroseconds(std::string& out, Time ns) {
  if (ns < 0) out += '-';
  uint64_t size = ns < 0 ? uint64_t{0} - static_cast<uint64_t>(ns) : static_cast<uint64_t>(ns);
  appendInteger(out, static_cast<int64_t>(size / 1000));
  out += '.';
  for (uint64_t place = 100; place > 0; place /= 10) out += static_cast<char>('0' + size / place % 10);
}

class ChromeWriter final : public ExportWriter {
 public:
  void begin(const TraceInfo&, const ExportTracks& tracks, std::string& out) override {
    places_.resize(tracks.table.size());
    async_.resize(tracks.table.size());
    out += "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n";
    for (TrackId id = 0; id < tracks.table.size(); ++id)
      if (tracks.used[id]) place(tracks.table, id, out);
  }

  void sliceBegin(const ExportItem& item, Time time, std::string& out) override {
    head('B', item, time, out);
    name(item.text, out);
    details(item, "args", out);
  }

  void sliceEnd(const ExportItem& item, Time time, std::string& out) override {
    head('E', item, time, out);
    // speedscope pairs begins and ends by their names.
    name(item.text, out);
    details({item.track, 0, kNoName, {}, item.args, -1, item.lasted}, "returned", out);
  }

  void slice(const ExportItem& item, Time begin, Time end, std::string& out) override {
    if (async_[item.track]) {
      // These may overlap in any way, so each gets an id of its own.
      ++asyncId_;
      for (char phase : {'b', 'e'}) {
        head(phase, item, phase == 'b' ? begin : end, out);
        name(item.text, out);
        out += ",\"cat\":\"async\",\"id\":";
        appendInteger(out, asyncId_);
        details(phase == 'b' ? item : ExportItem{}, "args", out);
      }
      return;
    }
    head('X', item, begin, out);
    out += ",\"dur\":";
    appendMicroseconds(out, end - begin);
    name(item.text, out);
    details(item, "args", out);
  }

  void instant(const ExportItem& item, Time time, std::string& out) override {
    head('i', item, time, out);
    out += ",\"s\":\"t\"";
    name(item.text, out);
    details(item, "args", out);
  }

  void counter(const ExportItem& item, Time time, int64_t value, std::string& out) override {
    head('C', item, time, out);
    name(places_[item.track].name, out);
    out += ",\"args\":{\"value\":";
    appendInteger(out, value);
    out += "}}";
  }

  void end(std::string& out) override { out += "\n]}\n"; }

 private:
  struct Place {
    int64_t pid = 0;
    int64_t tid = 0;
    std::string name;  // of counters, which have no thread to be named
  };

  void place(const TrackTable& tracks, TrackId id, std::string& out) {
    const Track& track = tracks[id];
    TrackId owner = placeOf(tracks, id);
    Place& place = places_[id];
    place.pid = isOsProcess(tracks[owner]) ? tracks[owner].key.pid : kMadeUp + owner;
    place.tid = isOsThread(track) ? track.key.tid : kMadeUp + id;
    async_[id] = track.key.kind == TrackKind::Async;
    if (owner == id) metadata("process_name", place, track.name, out);
    if (track.key.kind == TrackKind::Counter) {
      place.name = track.name;
    } else if (track.key.kind != TrackKind::Process && track.key.kind != TrackKind::Group) {
      metadata("thread_name", place, isOsThread(track) ? track.name : fullName(tracks, id), out);
    }
  }

  void metadata(std::string_view what, const Place& place, std::string_view text, std::string& out) {
    start('M', place, out);
    name(what, out);
    out += ",\"args\":{\"name\":";
    appendJsonString(out, text);
    out += "}}";
  }

  void start(char phase, const Place& place, std::string& out) {
    if (!first_) out += ",\n";
    first_ = false;
    out += "{\"ph\":\"";
    out += phase;
    out += "\",\"pid\":";
    appendInteger(out, place.pid);
    out += ",\"tid\":";
    appendInteger(out, place.tid);
  }
  void head(char phase, const ExportItem& item, Time time, std::string& out) {
    start(phase, places_[item.track], out);
    out += ",\"ts\":";
    appendMicroseconds(out, time);
  }
  static void name(std::string_view text, std::string& out) {
    out += ",\"name\":";
    appendJsonString(out, text);
  }
  // Appends what is known besides the name, and ends the event.
  static void details(const ExportItem& item, const char* label, std::string& out) {
    bool first = true;
    auto key = [&](const char* text) {
      out.append(first ? ",\"args\":{\"" : ",\"").append(text).append("\":");
      first = false;
    };
    if (!item.args.empty()) {
      key(label);
      appendJsonString(out, item.args);
    }
    if (item.cpu >= 0) {
      key("cpu");
      appendInteger(out, item.cpu);
    }
    if (!item.lasted) {
      key("duration");
      appendJsonString(out, "not known");
    }
    out += first ? "}" : "}}";
  }

  std::vector<Place> places_;
  std::vector<bool> async_;
  int64_t asyncId_ = 0;
  bool first_ = true;
};

}  // namespace

std::unique_ptr<ExportWriter> makeChromeWriter() {
  return std::make_unique<ChromeWriter>();
}

}  // namespace tp
