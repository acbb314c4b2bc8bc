#include "ui/app/notes_file.h"

#include <nlohmann/json.hpp>

#include "core/link/link_text.h"
#include "core/link/trace_mark.h"
#include "core/text/json_writer.h"
#include "ui/app/export.h"
#include "ui/base/time_text.h"

namespace tp::ui {
namespace {

constexpr size_t kMax = 1000;  // markers and ranges

using Json = nlohmann::json;

// Times are numbers, as the outputs of the command line have them, or texts.
bool readTimeOf(const Json& note, const char* key, Time& time) {
  const auto found = note.find(key);
  if (found == note.end()) return false;
  if (found->is_number_integer()) {
    time = clampTime(found->get<int64_t>());
    return true;
  }
  return found->is_string() && readNumber(found->get_ref<const std::string&>(), time) && time == clampTime(time);
}

bool readNote(const Json& note, Markers& markers) {
  if (!note.is_object()) return false;
  std::string text;
  if (const auto found = note.find("note"); found != note.end()) {
    if (!found->is_string()) return false;
    text = found->get<std::string>();
  }
  if (text.size() > Markers::kMaxNote || !isText(text)) return false;
  Time begin = 0, end = 0;
  if (readTimeOf(note, "time", begin)) return markers.annotate(markers.add(begin), text);
  if (!readTimeOf(note, "begin", begin) || !readTimeOf(note, "end", end)) return false;
  return markers.annotate(markers.keep(begin, end), text);
}

}  // namespace

std::string notesText(const Markers& markers, uint32_t of) {
  std::string out;
  JsonWriter json(out);
  json.beginObject();
  json.member("tracepane", "notes");
  json.member("version", 1);
  json.member("of", hexText(of));
  json.key("notes");
  json.beginArray();
  for (const Marker& marker : markers.all()) {
    json.beginObject();
    json.member("time", marker.time);
    json.member("note", marker.note);
    json.endObject();
  }
  for (const KeptRange& range : markers.ranges()) {
    json.beginObject();
    json.member("begin", range.begin);
    json.member("end", range.end);
    json.member("note", range.note);
    json.endObject();
  }
  json.endArray();
  json.endObject();
  return out + "\n";
}

bool areNotes(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  return json.is_object() && json.value("tracepane", Json()) == "notes";
}

std::string readNotes(std::string_view text, Markers& markers, uint32_t& of) {
  of = 0;
  if (text.size() > kMaxNotesFile) return "A file of notes is not as large as this";
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || json.value("tracepane", Json()) != "notes") return "This is no file of notes";
  if (json.value("version", Json()) != 1) return "These notes were written by a later version of Tracepane";
  const auto mark = json.find("of");
  if (mark != json.end() && mark->is_string() && !readNumber(mark->get_ref<const std::string&>(), of, 16)) of = 0;
  const auto notes = json.find("notes");
  if (notes == json.end() || !notes->is_array()) return "This file of notes has none";
  Markers read = markers;
  size_t bad = 0, good = 0;
  for (const Json& note : *notes) {
    if (good == kMax) break;
    (readNote(note, read) ? good : bad) += 1;
  }
  if (good == 0) return notes->empty() ? "This file of notes has none" : "No note of this file can be read";
  read.deselect();
  markers = std::move(read);
  return {};
}

bool saveNotes(Context& c) {
  if (c.markers.all().empty() && c.markers.ranges().empty())
    return c.say("There are no markers and no kept ranges."), false;
  return saveFile(c, fileName(c.session, "-notes.json"), notesText(c.markers, traceMark(c.index())));
}

bool openNotes(Context& c, std::string_view text) {
  const size_t before = c.markers.all().size() + c.markers.ranges().size();
  uint32_t of = 0;
  const std::string problem = readNotes(text, c.markers, of);
  if (!problem.empty()) return c.say(problem + "."), false;
  const size_t added = c.markers.all().size() + c.markers.ranges().size() - before;
  const bool others = of != 0 && of != traceMark(c.index());
  c.say(countText(added, "note") + " added" +
        (others ? ". They are of another trace: their times may not fit here" : ""));
  return c.moreToCome = true;
}

}  // namespace tp::ui
