#include "wasm/app/slices_state.h"

#include <algorithm>
#include <cstdlib>

#include "core/export/slice_rows.h"
#include "ui/view/slice_cells.h"

namespace tp::wasm {
namespace {

void writeSums(JsonWriter& json, const SliceSums& sums) {
  json.beginObject();
  json.member("count", sums.count);
  json.member("atMost", sums.atMost);
  json.member("unknown", sums.unknown);
  json.member("total", sums.total);
  json.member("self", sums.self);
  json.endObject();
}

void writeMembers(JsonWriter& json, const ui::WindowState& c) {
  const ui::SlicesView& slices = c.slices;
  const SlicesQuestion& question = *slices.question();
  json.member("filter", slices.filter);
  json.member("kind", sliceKindName(slices.kind));
  json.member("sort", slices.sort);
  json.member("ascending", slices.ascending);
  json.member("by", slices.by);
  json.member("groupsSort", ui::groupFigureName(slices.groupOrder.by));
  json.member("groupsAscending", slices.groupOrder.ascending);
  json.member("title", slices.title());
  json.member("count", question.listed().count);
  json.member("total", question.listed().total);
  json.key("listed");
  writeSums(json, question.listed());
  json.key("all");
  writeSums(json, question.all());
  json.member("rows", question.slices().size());
  json.member("cursor", slices.any() ? std::optional(slices.cursor()) : std::nullopt);
  json.member("done", slices.settled() && question.done());
  json.member("error", slices.error() ? std::optional(slices.error()->text()) : std::nullopt);
  json.member("unknownFields", question.unknownFields());
  json.member("unknownNames", question.unknownNames());
}

}  // namespace

void writeSlices(JsonWriter& json, const ui::WindowState& c) {
  if (!c.slices.question()) return json.value(nullptr);
  json.beginObject();
  writeMembers(json, c);
  json.endObject();
}

std::optional<std::string> slicesJson(ui::Context& c, const std::vector<std::string>& args) {
  if (!c.hasTrace()) return "null";
  const bool open = c.drawerOpen && c.tab == ui::Tab::Slices;
  if (!c.slices.question() || !c.slices.settled()) return open ? std::nullopt : std::optional<std::string>("null");
  SliceRows rows = ui::sliceRows(c, c.index());
  const size_t first = args.empty() ? 0 : std::strtoull(args[0].c_str(), nullptr, 10);
  const size_t count = args.size() < 2 ? 0 : std::strtoull(args[1].c_str(), nullptr, 10);
  const size_t from = std::min(first, rows.slices.size());
  const size_t shown = std::min({count, rows.slices.size() - from, size_t{4096}});
  std::string out;
  JsonWriter json(out);
  json.beginObject();
  writeMembers(json, c);
  json.key("slices");
  rows.slices = rows.slices.subspan(from, shown);
  rows.text = [of = c.slices.question().get(), from](size_t row) { return of->text(from + row); };
  tp::slicesJson(json, rows);
  json.key("groups");
  groupsJson(json, c.index(), c.slices.question()->groups());
  json.key("left");
  writeSums(json, c.slices.question()->left());
  json.endObject();
  return out;
}

}  // namespace tp::wasm
