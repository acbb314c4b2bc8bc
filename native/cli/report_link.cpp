#include "native/cli/report_link.h"

#include <algorithm>

#include "core/link/link_limits.h"
#include "core/link/moved_link.h"
#include "core/link/trace_mark.h"
#include "native/cli/indexed.h"

namespace tp::cli {
namespace {

// What an address has behind its #, or the text itself.
std::string fragmentOf(const std::string& view) {
  const size_t mark = view.find('#');
  if (mark != std::string::npos) return view.substr(mark + 1);
  return view.find("://") == std::string::npos ? view : std::string();
}

// What is left of a range of the trace's clock between the first and the last time.
TimeRange within(const TimeRange& range, Time first, Time last) {
  return {std::clamp(range.from, first, last), std::clamp(range.to, first, last)};
}

class LinkMaker {
 public:
  LinkMaker(ExportOptions& options, ViewLink link, const TraceIndex& whole)
      : options_(options), link_(std::move(link)), first_(whole.begin()), last_(whole.end()) {
    // The trace may itself be a cut.
    countFrom(link_, whole.origin().value_or(first_));
  }

  bool cutVisible() {
    if (!link_.visible) return complain("--visible: the view shows all of the trace; give --from and --to"), false;
    options_.range = within({*link_.since + link_.visible->first, *link_.since + link_.visible->second}, first_, last_);
    return true;
  }

  bool addNotes() {
    std::string elsewhere;  // those without a time, which share a place
    for (const std::string& note : options_.notes) {
      if (note.starts_with('@')) {
        if (!addAt(note)) return false;
      } else {
        elsewhere += (elsewhere.empty() ? "" : " / ") + note;
      }
    }
    return elsewhere.empty() || addAtView(elsewhere);
  }

  std::string text() {
    tellOutside();
    showRange();
    if (!options_.traces.machine.empty()) link_.machine = options_.traces.machine;
    if (options_.anonymise) forgetNames(link_);
    return writeViewLink(link_);
  }

 private:
  bool isNote(const std::string& note) const {
    if (!note.empty() && note.size() <= kMaxNote && isText(note)) return true;
    complain("--note: a note is one line of text, of " + std::to_string(kMaxNote) + " bytes at most");
    return false;
  }

  bool isRoom(size_t taken) const {
    if (taken < kMaxInList) return true;
    complain("--note: a view holds " + std::to_string(kMaxInList) + " markers and as many ranges, which it has");
    return false;
  }

  bool mark(Time time, const std::string& note) {
    if (!isNote(note) || !isRoom(link_.markers.size())) return false;
    link_.markerNotes.resize(link_.markers.size());
    link_.markers.push_back(time - *link_.since);
    link_.markerNotes.push_back(note);
    return true;
  }

  bool keep(LinkSpan span, const std::string& note) {
    if (!isNote(note) || !isRoom(link_.spans.size())) return false;
    link_.spanNotes.resize(link_.spans.size());
    link_.spans.push_back(span);
    link_.spanNotes.push_back(note);
    return true;
  }

  // "@26143526712345 the request is late"
  bool addAt(const std::string& note) {
    const size_t space = std::min(note.find(' '), note.size());
    Time time = 0;
    if (!readNumber(std::string_view(note).substr(1, space - 1), time) || space == note.size()) {
      complain("--note " + note + ": behind @ come a time and a text, as in '@26143526712345 the request is late'");
      return false;
    }
    const TimeRange range = within(options_.range, first_, last_);
    if (time < range.from || time > range.to) {
      complain("--note " + note + ": the time is not within the report, which has those from " +
               std::to_string(range.from) + " to " + std::to_string(range.to));
      return false;
    }
    return mark(time, note.substr(space + 1));
  }

  // At what is marked or selected; else over all that is cut.
  bool addAtView(const std::string& note) {
    if (link_.range) return keep(*link_.range, note);
    if (link_.selection) return mark(*link_.since + link_.selection->time, note);
    const TimeRange range = within(options_.range, first_, last_);
    if (range.from == range.to) return mark(range.from, note);
    return keep({range.from - *link_.since, range.to - *link_.since}, note);
  }

  void tellOutside() const {
    if (!link_.selection) return;
    const Time time = *link_.since + link_.selection->time;
    const std::string what = "--view: what it selects begins at " + std::to_string(time);
    if (time < options_.range.from && options_.around)
      complain(what + ", before the range: the report has it if it is a call that reaches into the range");
    else if (time < options_.range.from || time > options_.range.to)
      complain(what + ", which is not in the range: the report selects nothing");
  }

  // The report shows what the view has of its range. A view of something else stays as it is.
  void showRange() {
    const TimeRange range = within(options_.range, first_, last_);
    const LinkSpan part{range.from - *link_.since, range.to - *link_.since};
    const bool apart = link_.visible && (link_.visible->first >= part.second || link_.visible->second <= part.first);
    if (options_.range.limited() && !apart) showWithin(link_, part);
  }

  ExportOptions& options_;
  ViewLink link_;
  const Time first_, last_;
};

}  // namespace

std::optional<std::string> reportLinkOrComplain(ExportOptions& options) {
  if (options.visible && options.view.empty()) return complain("--visible is of a --view"), std::nullopt;
  if (options.visible && options.range.limited())
    return complain("--visible is a range: --from and --to do not go with it"), std::nullopt;
  const TimeRange& range = options.range;
  // A part of the trace may begin later, and its times count from where the whole begins all the same.
  const bool all = !range.limited() && options.tids.empty() && options.cpus.empty() && options.traces.machine.empty();
  if (options.view.empty() && options.notes.empty() && all) return std::string();
  ViewLink link = readViewLink(fragmentOf(options.view));
  if (!options.view.empty() && writeViewLink(link).empty())
    return complain("--view " + options.view + ": this is no link to a view"), std::nullopt;
  IndexedTrace whole(options.traces.threads);
  if (!whole.open(options.traces)) return std::nullopt;
  const TraceIndex& index = whole.index();
  if (index.begin() > index.end()) return complain("there are no records, and so nothing to show"), std::nullopt;
  if (link.trace != 0 && link.trace != traceMark(index))
    complain("--view: this link is of another trace: its times and tracks may not fit here");
  LinkMaker maker(options, std::move(link), index);
  if (options.visible && !maker.cutVisible()) return std::nullopt;
  return maker.addNotes() ? std::optional(maker.text()) : std::nullopt;
}

}  // namespace tp::cli
