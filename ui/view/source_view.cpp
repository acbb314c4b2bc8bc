#include "ui/view/source_view.h"
#include "ui/view/leads.h"

#include <algorithm>
#include <utility>

namespace tp::ui {

void SourceView::show(NameId function, std::optional<SourcePlace> place, uint32_t trace) {
  const bool same = function_ == function && trace_ == trace && !found_.empty();
  ++version_;
  if (same && place_) cursor = place_->line - 1;
  if (same) return;
  function_ = function;
  trace_ = trace;
  place_ = std::move(place);
  file_.reset();
  resolved_ = wanted_ = false;
  found_.clear();
  missing_.clear();
  text_ = {};
  cursor = place_ ? place_->line - 1 : 0;
}

void SourceView::forget() {
  const uint32_t version = version_;
  *this = {};
  version_ = version + 1;
}

// Returns whether it is known where the functions were written.
bool SourceView::ask(Context& c) {
  const bool named = c.index().info().hasSources;
  // A program that was added later has the names and the lines.
  if (sources_ && named != named_) sources_.reset(), resolved_ = false;
  if (!named) return say("This trace has no debugging information that says where its functions were written."), false;
  if (c.session.phase() != Phase::Ready) return say("The source is looked up when the trace is indexed."), false;
  if (!sources_) {
    named_ = named;
    sources_ = std::make_shared<SourcesQuestion>();
    c.session.ask(sources_);
  }
  if (!sources_->done()) say("Reading where the functions were written \u2026");
  return sources_->done();
}

// Returns whether the place is known.
bool SourceView::resolve(ShownNames& names) {
  if (std::exchange(resolved_, true)) return place_.has_value();
  std::vector<SourceLine> places;
  for (const SourceLine& line : sources_->of(function_)) {
    const SourceFile& file = sources_->files()[line.file];
    if (trace_ != 0 && file.trace != trace_) continue;
    if (!place_ || (place_->path == file.path && place_->line == line.line)) places.push_back(line);
  }
  if (places.size() == 1) file_ = places[0].file;
  if (place_) return true;
  const std::string name(names.text(function_));
  if (places.empty()) return say("Where " + name + " was written is not known."), false;
  if (file_) {
    place_ = {sources_->files()[*file_].path, places[0].line};
    cursor = place_->line - 1;
    ++version_;
    return true;
  }
  std::string several = "Functions of the name " + name + " were written at several places:";
  constexpr size_t kTold = 4;
  for (size_t i = 0; i < std::min(places.size(), kTold); ++i)
    several += " " + sources_->files()[places[i].file].path + ":" + std::to_string(places[i].line);
  return say(several + (places.size() > kTold ? " \u2026" : "")), false;
}

void SourceView::follow(Context& c) {
  if (!asked() || !ask(c) || !resolve(c.names)) return;
  if (!std::exchange(wanted_, true)) {
    say("Looking for " + place_->path + " \u2026");
    const std::string folder = file_ ? sources_->files()[*file_].folder : std::string();
    if (c.host.findSource) c.host.findSource({place_->path, folder, c.settings.sources});
    c.moreToCome = true;
  }
}

void SourceView::receive(SourceFound found) {
  if (!place_ || found.wanted != place_->path) return;
  found_ = found.problem.empty() ? std::move(found.path) : std::string();
  text_ = found.problem.empty() ? SourceText(std::move(found.bytes), found.size) : SourceText();
  if (!found.problem.empty())
    say(std::move(found.problem));
  else if (!text_.isText())
    say(found_ + " is no text.");
  else
    missing_.clear();
  ++version_;
}

void SourceView::lookAgain() {
  wanted_ = false;
  found_.clear();
  text_ = {};
}

std::optional<SourcePlace> selectedSource(const WindowState& c, const Session& session) {
  const Description* description = session.description();
  if (!c.selection || description == nullptr || c.selection->mark.aggregate()) return std::nullopt;
  for (const DetailRow& row : description->rows)
    if (row.label == "source") return sourcePlaceOf(row.text);
  return std::nullopt;
}

bool showSelectedSource(Context& c) {
  const std::optional<SourcePlace> place = selectedSource(c, c.session);
  if (!place) return c.say("Where it was written is not known."), false;
  const Selection& selection = *c.selection;
  c.memory.of<SourceView>().show(selection.mark.name, place, c.index().tracks()[selection.track].key.trace);
  openTab(c, Tab::Source);
  return true;
}

void showSourceOf(Context& c, NameId function) {
  c.memory.of<SourceView>().show(function, std::nullopt, 0);
  openTab(c, Tab::Source);
}

}  // namespace tp::ui
