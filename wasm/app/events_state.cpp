#include "wasm/app/events_state.h"

#include <algorithm>
#include <cstdlib>

#include "core/export/event_text.h"

namespace tp::wasm {
namespace {

void key(std::string& out, const char* name) {
  ((out += out.back() == '{' ? "\"" : ",\"") += name) += "\":";
}

void appendStrings(std::string& out, const char* name, const std::vector<std::string>& texts) {
  key(out, name);
  out += '[';
  for (const std::string& text : texts) {
    if (out.back() != '[') out += ',';
    appendJsonString(out, text);
  }
  out += ']';
}

// Appends the fields and the names of the question's expression that no record has.
void appendUnknown(std::string& out, const SearchQuestion* question) {
  appendStrings(out, "unknownFields", question != nullptr ? question->unknownFields() : std::vector<std::string>());
  appendStrings(out, "unknownNames", question != nullptr ? question->unknownNames() : std::vector<std::string>());
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
  std::string out = "{";
  key(out, "total");
  out += std::to_string(table.size());
  key(out, "first");
  out += std::to_string(table.offset());
  key(out, "cursor");
  out += events.any() ? std::to_string(events.cursor() - table.offset()) : "null";
  key(out, "error");
  if (events.error()) {
    appendJsonString(out, events.error()->text());
  } else {
    out += "null";
  }
  key(out, "calls");
  appendJsonString(out, events.callsTitle());
  key(out, "done");
  out += table.found() == nullptr || table.found()->done() ? "true" : "false";
  appendUnknown(out, table.found());
  key(out, "rows");
  out += '[';
  for (uint64_t i = 0; i < count; ++i) {
    if (i > 0) out += ',';
    const TableRow* row = table.row(first + i);
    if (row == nullptr) return std::nullopt;
    appendEventJson(out, row->row);
    // The duration of the call that the table lists or, if the filter looks at durations, of what the row ends; or how
    // long a thread waited, if the filter looks at that alone.
    if (!row->lasted) continue;
    out.resize(out.rfind('}'));
    const bool waited = table.found() != nullptr && table.found()->asksWaited();
    out += (waited ? ",\"waited\":" : ",\"dur\":") + std::to_string(*row->lasted) + '}';
  }
  return out += "]}";
}

std::optional<std::string> searchJson(ui::Context& c) {
  const std::shared_ptr<SearchQuestion>& question = c.finder.question();
  if (!question) return c.search.empty() || !c.hasTrace() ? std::optional<std::string>("null") : std::nullopt;
  std::string out = "{";
  key(out, "text");
  appendJsonString(out, question->query().text);
  key(out, "kind");
  out += question->query().kind == RowQuery::Kind::Text ? "\"text\"" : "\"filter\"";
  key(out, "count");
  out += std::to_string(question->count());
  key(out, "listed");
  out += std::to_string(question->hits().size());
  key(out, "done");
  out += question->done() ? "true" : "false";
  appendUnknown(out, question.get());
  key(out, "current");
  out += c.finder.current() ? std::to_string(*c.finder.current() + 1) : "null";
  return out += '}';
}

}  // namespace tp::wasm
