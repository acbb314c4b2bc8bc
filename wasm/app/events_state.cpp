#include "wasm/app/events_state.h"

#include <algorithm>
#include <cstdlib>

#include "core/export/event_text.h"

namespace tp::wasm {
namespace {

// Writes the fields and the names of the question's expression that no record has.
void writeUnknown(JsonWriter& json, const SearchQuestion* question) {
  json.member("unknownFields", question != nullptr ? question->unknownFields() : std::vector<std::string>());
  json.member("unknownNames", question != nullptr ? question->unknownNames() : std::vector<std::string>());
}

}  // namespace

std::optional<std::string> eventsJson(ui::Context& c, const std::vector<std::string>& args) {
  ui::EventsView& events = c.events;
  RowTable& table = events.table();
  uint64_t first = args.empty() ? 0 : std::strtoull(args[0].c_str(), nullptr, 10);
  uint64_t count = args.size() < 2 ? 0 : std::strtoull(args[1].c_str(), nullptr, 10);
  if (!c.hasTrace()) return "null";
  if (!events.settled()) return std::nullopt;
  // Rows are asked for even if the table is not on the screen.
  if (!table.want(first, count)) return std::nullopt;
  first = std::min(first, table.size());
  count = std::min(count, std::min(RowTable::kMaxWanted, table.size() - first));
  std::string out;
  JsonWriter json(out);
  json.beginObject();
  json.member("total", table.size());
  json.member("first", table.offset());
  json.member("cursor", events.any() ? std::optional(events.cursor() - table.offset()) : std::nullopt);
  json.member("error", events.error() ? std::optional(events.error()->text()) : std::nullopt);
  json.member("calls", events.callsTitle());
  json.member("done", table.found() == nullptr || table.found()->done());
  writeUnknown(json, table.found());
  json.key("rows").beginArray();
  for (uint64_t i = 0; i < count; ++i) {
    const TableRow* row = table.row(first + i);
    if (row == nullptr) return std::nullopt;
    json.beginObject();
    writeEvent(json, row->row);
    // The duration of the call that the table lists or, if the filter looks at durations, of what the row ends; or how
    // long a thread waited, if the filter looks at that alone.
    const bool waited = table.found() != nullptr && table.found()->asksWaited();
    if (row->lasted) json.member(waited ? "waited" : "dur", *row->lasted);
    json.endObject();
  }
  json.endArray();
  json.endObject();
  return out;
}

std::optional<std::string> searchJson(ui::Context& c) {
  const std::shared_ptr<SearchQuestion>& question = c.finder.question();
  if (!question) return c.search.empty() || !c.hasTrace() ? std::optional<std::string>("null") : std::nullopt;
  std::string out;
  JsonWriter json(out);
  json.beginObject();
  json.member("text", question->query().text);
  json.member("kind", question->query().kind == RowQuery::Kind::Text ? "text" : "filter");
  json.member("count", question->count());
  json.member("listed", question->hits().size());
  json.member("done", question->done());
  writeUnknown(json, question.get());
  json.member("current", c.finder.current() ? std::optional(*c.finder.current() + 1) : std::nullopt);
  json.endObject();
  return out;
}

}  // namespace tp::wasm
