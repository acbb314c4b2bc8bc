#include "core/export/chrome.h"

#include <array>
#include <charconv>

#include "core/export/track_place.h"
#include "core/text/json_writer.h"

namespace tp {
namespace {

// Ids for tracks that are no process or thread of the operating system, larger than any that it gives out.
constexpr int64_t kMadeUp = int64_t{1} << 30;

// The keys that each event has, or most of them.
constexpr JsonKey kPhase("ph"), kPid("pid"), kTid("tid"), kTime("ts"), kDuration("dur"), kName("name"), kArgs("args"),
    kReturned("returned"), kCpu("cpu"), kValue("value");

// Writes nanoseconds as the format's microseconds, exactly. Who reads them as doubles rounds those beyond 2^53.
void writeMicroseconds(JsonWriter& json, Time ns) {
  std::array<char, 32> text;
  char* at = text.data();
  if (ns < 0) *at++ = '-';
  const uint64_t size = ns < 0 ? uint64_t{0} - static_cast<uint64_t>(ns) : static_cast<uint64_t>(ns);
  at = std::to_chars(at, text.data() + text.size(), size / 1000).ptr;
  *at++ = '.';
  writeDigits(at, static_cast<uint32_t>(size % 1000), 3);
  json.raw({text.data(), static_cast<size_t>(at + 3 - text.data())});
}

class ChromeWriter final : public ExportWriter {
 public:
  void begin(const TraceInfo&, const ExportTracks& tracks, std::string& out) override {
    places_.resize(tracks.table.size());
    async_.resize(tracks.table.size());
    JsonWriter json(out);
    json.beginObject();
    json.member("displayTimeUnit", "ns");
    json.key("traceEvents").beginArray();
    json.nextLine();
    for (TrackId id = 0; id < tracks.table.size(); ++id)
      if (tracks.used[id]) place(tracks.table, id, out);
  }

  void sliceBegin(const ExportItem& item, Time time, std::string& out) override {
    JsonWriter json = head('B', item, time, out);
    json.member(kName, item.text);
    details(item, kArgs, json);
  }

  void sliceEnd(const ExportItem& item, Time time, std::string& out) override {
    JsonWriter json = head('E', item, time, out);
    // speedscope pairs begins and ends by their names.
    json.member(kName, item.text);
    details({item.track, 0, kNoName, {}, item.args, -1, item.duration}, kReturned, json);
  }

  void slice(const ExportItem& item, Time begin, Time end, std::string& out) override {
    if (async_[item.track]) {
      // These may overlap in any way, so each gets an id of its own.
      ++asyncId_;
      for (char phase : {'b', 'e'}) {
        JsonWriter json = head(phase, item, phase == 'b' ? begin : end, out);
        json.member(kName, item.text);
        json.member("cat", "async");
        json.member("id", asyncId_);
        details(phase == 'b' ? item : ExportItem{}, kArgs, json);
      }
      return;
    }
    JsonWriter json = head('X', item, begin, out);
    json.key(kDuration);
    writeMicroseconds(json, end - begin);
    json.member(kName, item.text);
    details(item, kArgs, json);
  }

  void instant(const ExportItem& item, Time time, std::string& out) override {
    JsonWriter json = head('i', item, time, out);
    json.member("s", "t");
    json.member(kName, item.text);
    details(item, kArgs, json);
  }

  void counter(const ExportItem& item, Time time, int64_t value, std::string& out) override {
    JsonWriter json = head('C', item, time, out);
    json.member(kName, places_[item.track].name);
    json.key(kArgs).beginObject();
    json.member(kValue, value);
    json.endObject();
    json.endObject();
  }

  void end(std::string& out) override {
    JsonWriter json(out);
    json.endLine();
    json.endArray();
    json.endObject();
    out += '\n';
  }

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
    JsonWriter json = start('M', place, out);
    json.member(kName, what);
    json.key(kArgs).beginObject();
    json.member(kName, text);
    json.endObject();
    json.endObject();
  }

  // Begins an event. Returns the writer for the rest of it.
  JsonWriter start(char phase, const Place& place, std::string& out) {
    JsonWriter json(out);
    if (!first_) {
      json.resume();
      json.nextLine();
    }
    first_ = false;
    json.beginObject();
    json.member(kPhase, phase);
    json.member(kPid, place.pid);
    json.member(kTid, place.tid);
    return json;
  }
  JsonWriter head(char phase, const ExportItem& item, Time time, std::string& out) {
    JsonWriter json = start(phase, places_[item.track], out);
    json.key(kTime);
    writeMicroseconds(json, time);
    return json;
  }
  // Writes what is known besides the name, and ends the event.
  static void details(const ExportItem& item, const JsonKey& label, JsonWriter& json) {
    if (!item.args.empty() || item.cpu >= 0 || !item.duration.empty()) {
      json.key(kArgs).beginObject();
      if (!item.args.empty()) json.member(label, item.args);
      if (item.cpu >= 0) json.member(kCpu, item.cpu);
      if (!item.duration.empty()) json.member("duration", item.duration);
      json.endObject();
    }
    json.endObject();
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
