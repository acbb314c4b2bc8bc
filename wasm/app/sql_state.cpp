#include "wasm/app/sql_state.h"

#include <algorithm>
#include <charconv>

#include "core/text/characters.h"
#include "core/text/json_writer.h"

namespace tp::wasm {
namespace {

// Numbers beyond it are not exact in JavaScript.
constexpr int64_t kExact = int64_t{1} << 53;

using Who = ui::SqlAsker::Who;

void writeCell(JsonWriter& json, const Cell& cell) {
  switch (cell.kind) {
    case Cell::Kind::Integer:
      if (cell.integer >= -kExact && cell.integer <= kExact) return json.value(cell.integer);
      return json.value(std::to_string(cell.integer));
    case Cell::Kind::Real:
      return json.value(cell.real);
    case Cell::Kind::Text:
      return json.value(cell.text);
    default:
      return json.value(nullptr);
  }
}

// In UTF-16, as strings of JavaScript count.
size_t unitsOf(std::string_view text) {
  size_t units = 0;
  for (char one : text) {
    const auto byte = static_cast<unsigned char>(one);
    units += continuesCharacter(one) ? 0 : byte >= 0xf0 ? 2 : 1;
  }
  return units;
}

std::string resultJson(const SqlResult& result) {
  std::string out;
  JsonWriter json(out);
  json.beginObject();
  json.member("columns", result.columns());
  json.key("rows").beginArray();
  for (size_t row = 0; row < result.rows(); ++row) {
    json.beginArray();
    for (size_t i = 0; i < result.columns().size(); ++i) writeCell(json, result.cell(row, i));
    json.endArray();
  }
  json.endArray();
  json.member("cut", result.stage() == SqlStage::Cut);
  json.member("seconds", result.seconds());
  json.key("error");
  if (result.stage() == SqlStage::Failed) {
    json.beginObject();
    json.member("message", result.error());
    json.key("at");
    if (result.errorAt()) {
      json.value(unitsOf(std::string_view(result.request().text).substr(0, *result.errorAt())));
    } else {
      json.value(nullptr);
    }
    json.endObject();
  } else {
    json.value(nullptr);
  }
  json.endObject();
  return out;
}

}  // namespace

std::optional<std::string> sqlJson(ui::Context& c, const std::vector<std::string>& args) {
  const Phase phase = c.session.phase();
  if (args.empty() || args.size() > 2) return "null";
  if (phase == Phase::Opening || phase == Phase::Indexing) return std::nullopt;
  if (phase != Phase::Ready) return "null";
  uint32_t most = ui::SqlAsker::kMaxRows;
  if (args.size() == 2) {
    const auto [end, error] = std::from_chars(args[1].data(), args[1].data() + args[1].size(), most);
    if (error != std::errc() || end != args[1].data() + args[1].size() || most == 0) return "null";
    most = std::min(most, ui::SqlAsker::kMaxRows);
  }
  const SqlResult* result = c.sql.result(Who::Script);
  const bool asked = result != nullptr && result->request().text == args[0] && result->request().rowLimit == most;
  if (!asked) {
    c.sql.ask(c.host, Who::Script, args[0], most);
    return std::nullopt;
  }
  if (!result->over()) return std::nullopt;
  std::string out = resultJson(*result);
  c.sql.drop(Who::Script);
  return out;
}

}  // namespace tp::wasm
