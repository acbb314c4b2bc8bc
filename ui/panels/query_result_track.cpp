#include "ui/panels/query_result_track.h"

#include <charconv>
#include <optional>

#include "ui/base/time_text.h"
#include "ui/base/tooltip.h"
#include "ui/timeline/query_painter.h"
#include "ui/view/row_text.h"

namespace tp::ui {
namespace {

constexpr float kLabel = 120;

// The position of the track with this number from the top; nullopt if there is none. `rest`: what follows the number.
std::optional<size_t> positionIn(const WindowState& c, std::string_view text, std::string_view& rest) {
  uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number < 1 || number > c.queryTracks.all().size()) return std::nullopt;
  rest = text.substr(static_cast<size_t>(end - text.data()));
  return number - 1;
}

bool rename(WindowState& c, std::span<const std::string> args) {
  if (args.empty() || args.size() > 2) return false;
  std::string_view name;
  const std::optional<size_t> position = positionIn(c, args[0], name);
  if (!position || (args.size() == 2 && !name.empty())) return false;
  if (args.size() == 1 && (name.empty() || name.front() != ' ')) return false;
  return c.queryTracks.rename(*position, args.size() == 2 ? std::string_view(args[1]) : name.substr(1));
}

}  // namespace

bool canBeTrack(const SqlResult& result, QueryTrackKind kind) {
  if (result.stage() != SqlStage::Done && result.stage() != SqlStage::Cut) return false;
  if (result.rows() == 0) return false;
  return kind == QueryTrackKind::Slices ? sliceColumns(result).has_value() : sampleColumns(result).has_value();
}

void showAsTrack(Context& c, const SqlResult& result, QueryTrackKind kind) {
  if (c.queryTracks.full())
    return c.say("There are " + std::to_string(QueryTracks::kMax) +
                 " tracks of queries, which is the most: close one.");
  const std::string name = nameOfQuery(result.request().text);
  c.queryTracks.add({kind, name, result.request().text}, result, {c.index().begin(), c.index().end()});
  // Its top is in view, below the others.
  float above = 0;
  for (const QueryTrack& track : c.queryTracks.all()) above += queryTrackHeight(c, track);
  c.queryTracks.scroll = above - queryTrackHeight(c, c.queryTracks.all().back());
  c.moreToCome = true;
  c.say("Shown above the tracks as \"" + name + "\".");
}

bool queryTrackCommand(Context& c, std::string_view id, std::span<const std::string> args) {
  if (id == "sql-track-name") return rename(c, args);
  if (id == "sql-tracks-close") return args.empty() && !c.queryTracks.empty() && (c.queryTracks.clear(c), true);
  if (id == "sql-track-close") {
    std::string_view rest;
    const std::optional<size_t> position = args.size() == 1 ? positionIn(c, args[0], rest) : std::nullopt;
    return position && rest.empty() && c.queryTracks.remove(c, *position);
  }
  const SqlResult* result = c.sql.result(SqlAsker::Who::Panel);
  const QueryTrackKind kind = id == "sql-counter" ? QueryTrackKind::Counter : QueryTrackKind::Slices;
  if (!args.empty() || result == nullptr || !canBeTrack(*result, kind)) return false;
  const bool room = !c.queryTracks.full();
  showAsTrack(c, *result, kind);
  return room;
}

void drawQueryRow(Context& c, const Rect& area) {
  const QueryTrack* track = c.queryTracks.chosenTrack();
  if (track == nullptr) return;
  float y = area.y + 12;
  const Rect head{area.x + 14, y, area.w - 28, 20};
  drawCell(c, c.fonts.strong, kTitleSize, head.min(), c.theme.text, track->name, head);
  y += 24;
  drawText(c, c.fonts.words, kHintSize, {head.x, y}, c.theme.dim, "a row that a query has found");
  y += 24;
  for (const auto& [label, text] : rowTexts(c.clock(), *track->result, c.queryTracks.chosen->row))
    y += drawPair(c, {head.x, y}, kLabel, head.w, label, text);
  ImGui::SetCursorScreenPos({area.x, y + 8});
  ImGui::Dummy({1, 1});
}

}  // namespace tp::ui
