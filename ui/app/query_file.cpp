#include "ui/app/query_file.h"

#include <string>
#include <tuple>
#include <utility>

#include "ui/app/export.h"
#include "ui/base/time_text.h"

namespace tp::ui {
namespace {

constexpr SqlAsker::Who kWho = SqlAsker::Who::File;

bool ask(Context& c, SqlRequest request, const std::string& suffix) {
  if (!c.host.beginFile || isExporting(c)) return false;
  // Now, since browsers let a page ask where to save only after a click.
  c.exportName = c.host.beginFile(fileName(c.session, suffix));
  if (c.exportName.empty()) return c.say("There is nowhere to write it."), false;
  c.exportBytes = 0;
  c.sql.ask(c.host, kWho, std::move(request));
  return c.moreToCome = true;
}

}  // namespace

bool saveQueryFile(Context& c) {
  const SqlResult* shown = c.sql.result(SqlAsker::Who::Panel);
  if (shown == nullptr || shown->rows() == 0 || !shown->over()) return false;
  return ask(c, {.text = shown->request().text, .parquet = true}, "-query.parquet");
}

bool saveTableFile(Context& c, std::string_view table, std::optional<std::pair<Time, Time>> range) {
  SqlRequest request{.table = std::string(table)};
  if (range) std::tie(request.from, request.to) = *range;
  return ask(c, std::move(request), "-" + std::string(table) + ".parquet");
}

void followQueryFile(Context& c) {
  const SqlResult* file = c.sql.result(kWho);
  if (file == nullptr) return;
  for (size_t row = 0; row < file->rows(); ++row) {
    const std::string_view part = file->cell(row, 0).text;
    c.host.putFile(part);
    c.exportBytes += part.size();
  }
  // Of a large trace, the file is larger than what a page may keep.
  c.sql.forgetRows(kWho);
  if (!file->over()) return;
  const bool whole = file->stage() == SqlStage::Done && c.exportBytes > 0;
  std::string failure = c.host.endFile(whole);
  if (!whole) failure = file->error().empty() ? "there is no answer" : file->error();
  std::string said = "Saved " + bytesText(c.exportBytes) + " as " + c.exportName;
  if (!file->remark().empty()) said += ": " + file->remark();
  c.say(failure.empty() ? said : "It could not be saved: " + failure);
  c.sql.drop(kWho);
}

void cancelQueryFile(Context& c) {
  if (c.sql.result(kWho) == nullptr) return;
  c.sql.stop(c.host, kWho);
  c.sql.drop(kWho);
  c.host.endFile(false);
  c.say("The export is cancelled.");
}

}  // namespace tp::ui
