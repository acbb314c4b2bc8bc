#include "ui/app/palette_names.h"

#include <algorithm>

#include "core/analysis/call_profile.h"
#include "core/text/visible_text.h"
#include "core/trace/track_number.h"
#include "ui/base/folded.h"
#include "ui/base/fuzzy.h"
#include "ui/view/field_columns.h"
#include "ui/view/field_names.h"
#include "ui/view/selection_text.h"

namespace tp::ui {
namespace {

constexpr size_t kLeastTyped = 2;     // letters; of fewer, too many names have them
constexpr size_t kMaxLooked = 50000;  // names and tracks of a trace that are compared
constexpr size_t kMaxSimilar = 20000;
constexpr int kWholeBonus = 20;     // for a name that is all of what was typed
constexpr size_t kMaxScored = 400;  // of those that have the letters, how many are scored

// A name before it is known whether it fits.
struct Candidate {
  std::string title;
  const char* kind = "";    // for the user
  const char* action = "";  // that is done with it
  std::string argument;
};

bool hasText(std::string_view text, std::string_view typed) {
  return std::search(text.begin(), text.end(), typed.begin(), typed.end(),
                     [](char a, char b) { return folded(a) == folded(b); }) != text.end();
}

bool isFunction(const Session& session, NameId name) {
  if (session.index().names().isFunction(name)) return true;
  const Calls* calls = session.calls();
  return calls != nullptr && std::any_of(calls->functions.rows.begin(), calls->functions.rows.end(),
                                         [name](const FunctionStats& row) { return row.name == name; });
}

// All that has a name, without the names themselves: these are made only of what fits.
template <class Use>
void eachName(Context& c, size_t most, Use&& use) {
  const TraceIndex& index = c.index();
  for (TrackId id = 0; id < std::min<size_t>(index.tracks().size(), most); ++id) {
    const Track& track = index.tracks()[id];
    if (track.key.kind == TrackKind::Thread)
      use(trackOwner(index, id), [&c, id] {
        return Candidate{trackOwner(c.index(), id), "thread", "thread",
                         std::to_string(trackNumber(c.index().tracks()[id].key))};
      });
  }
  std::vector<std::string> fields = fieldsInView(c);
  if (const Description* selected = c.selection ? c.session.description() : nullptr)
    for (const Description::Field& one : selected->fields) fields.push_back(one.field);
  const std::span<const NamedField> known = knownFields(c, c.session);
  for (const NamedField& one : known) fields.push_back(one.field);
  std::sort(fields.begin(), fields.end());
  fields.erase(std::unique(fields.begin(), fields.end()), fields.end());
  for (const std::string& field : fields)
    use(field, [&field] { return Candidate{field, "field of the events", "events-column", field}; });
  for (const NamedField& one : known) {
    // An action takes what is asked for in words.
    if (!one.number || one.event.find(' ') != std::string::npos) continue;
    const std::string both = one.event + " " + one.field;
    use(both, [&both] { return Candidate{both, "plot", "plot", both}; });
  }
  if (const SqlResult* result = c.sql.result(SqlAsker::Who::Panel); result != nullptr && result->rows() > 0)
    for (const std::string& column : result->columns())
      use(column, [&column] { return Candidate{column, "sort the query's result", "sql-sort", column}; });
  const NameTable& names = index.names();
  for (NameId name = 0; name < std::min<size_t>(names.size(), most); ++name) {
    const std::string told(c.names.text(name));
    if (told.empty()) continue;
    use(told, [&c, name, &told] {
      const bool function = isFunction(c.session, name);
      return Candidate{told, function ? "function" : "name", function ? "statistics" : "search",
                       function ? std::string(c.index().names().exact(name)) : told};
    });
  }
}

void add(std::vector<NameFound>& found, std::span<const Action> actions, Candidate&& one, int score,
         std::vector<size_t>&& places) {
  const bool known = std::any_of(found.begin(), found.end(), [&](const NameFound& other) {
    return other.row.title == one.title && other.row.kind == one.kind;
  });
  if (known) return;
  NameFound name;
  name.row.action = findAction(actions, one.action);
  name.row.title = visibleText(one.title, Backslash::Kept);
  name.row.kind = one.kind;
  name.row.argument = std::move(one.argument);
  // What is spelled out has its letters elsewhere.
  if (name.row.title == one.title) name.row.places = std::move(places);
  name.score = score;
  found.push_back(std::move(name));
}

void keepBest(std::vector<NameFound>& found, size_t most) {
  std::stable_sort(found.begin(), found.end(),
                   [](const NameFound& a, const NameFound& b) { return a.score > b.score; });
  found.resize(std::min(found.size(), most));
}

}  // namespace

std::span<const NamedField> knownFields(WindowState& c, Session& session) {
  return c.memory.of<FieldNames>().want(session);
}

std::vector<NameFound> findNames(Context& c, std::span<const Action> actions, std::string_view typed, size_t most) {
  std::vector<NameFound> found;
  if (typed.size() < kLeastTyped) return found;
  size_t scored = 0;
  eachName(c, kMaxLooked, [&](const std::string& text, auto&& candidate) {
    if (scored >= kMaxScored || !hasText(text, typed)) return;
    ++scored;
    std::vector<size_t> places;
    const int score = fuzzyScore(typed, text, &places);
    const bool whole = text.size() == typed.size();
    if (score >= 0) add(found, actions, candidate(), score + (whole ? kWholeBonus : 0), std::move(places));
  });
  keepBest(found, most);
  if (!found.empty()) return found;
  eachName(c, kMaxSimilar, [&](const std::string& text, auto&& candidate) {
    if (found.size() < kMaxScored && isSimilar(typed, text)) add(found, actions, candidate(), 0, {});
  });
  keepBest(found, most);
  return found;
}

}  // namespace tp::ui
