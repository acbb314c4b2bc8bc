#include "ui/app/query_file.h"

#include "ui/app/export.h"
#include "ui/base/time_text.h"

namespace tp::ui {
namespace {

constexpr SqlAsker::Who kWho = SqlAsker::Who::File;

}  // namespace

bool saveQueryFile(Context& c) {
  const SqlResult* shown = c.sql.result(SqlAsker::Who::Panel);
  if (shown == nullptr || shown->rows() == 0 || !shown->over() || !c.host.beginFile || isExporting(c)) return false;
  // Now, since browsers let a page ask where to save only after a click.
  c.exportName = c.host.beginFile(fileName(c, "-query.parquet"));
  if (c.exportName.empty()) return c.say("There is nowhere to write it."), false;
  c.sql.ask(c.host, kWho, SqlRequest{0, shown->request().text, 0, true});
  return c.moreToCome = true;
}

void followQueryFile(Context& c) {
  const SqlResult* file = c.sql.result(kWho);
  if (file == nullptr || !file->over()) return;
  uint64_t bytes = 0;
  const bool whole = file->stage() == SqlStage::Done && file->rows() > 0;
  for (size_t row = 0; whole && row < file->rows(); ++row) {
    const std::string_view part = file->cell(row, 0).text;
    c.host.putFile(part);
    bytes += part.size();
  }
  std::string failure = c.host.endFile(whole);
  if (!whole) failure = file->error().empty() ? "there is no answer" : file->error();
  c.say(failure.empty() ? "Saved " + bytesText(bytes) + " as " + c.exportName : "It could not be saved: " + failure);
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
