// Commands on several traces on one axis.
#include "core/analysis/time_span.h"
#include "ui/app/app.h"
#include "ui/app/commands.h"
#include "ui/panels/apart.h"
#include "ui/timeline/align_calls.h"
#include "ui/timeline/joint.h"
#include "ui/view/leads.h"
#include "ui/view/stretch_traces.h"

namespace tp::ui {
namespace {

bool shiftTo(Context& c, const TracePart& part, Time shift) {
  JoinOptions options = c.joint.options;
  options.setShift(part.number, clampTime(shift));
  if (!reopen(c, options)) return false;
  std::string name = part.name;
  c.say(shift == 0 ? name + " lies where its clock says" : name + " is shifted by " + signedText(shift, c.clock()));
  return true;
}

bool shift(Context& c, Args args) {
  std::string words;
  for (const std::string& word : args) words += (words.empty() ? "" : " ") + word;
  size_t end = words.find_first_of(" :");
  int64_t wanted = 0;
  Time time = 0;
  if (end == std::string::npos || !number(words.substr(0, end), wanted)) return false;
  const TracePart* part = partOf(c.index(), wanted);
  if (part == nullptr || !parseTimeSpan(std::string_view(words).substr(end + 1), c.clock(), time)) return false;
  return shiftTo(c, TracePart(*part), time);
}

bool resetShifts(Context& c, Args args) {
  JoinOptions options = c.joint.options;
  int64_t wanted = 0;
  if (args.empty()) {
    options.shifts.clear();
  } else if (number(args[0], wanted) && partOf(c.index(), wanted) != nullptr) {
    options.setShift(static_cast<uint32_t>(wanted), 0);
  } else {
    return false;
  }
  return options.shifts != c.joint.options.shifts && reopen(c, options);
}

// Without a number, opens the trace that came last.
bool openAlone(Context& c, Args args) {
  int64_t wanted = c.index().info().parts.back().number;
  if (!args.empty() && (!number(args[0], wanted) || partOf(c.index(), wanted) == nullptr)) return false;
  JoinOptions options = c.joint.options;
  options.keep = {static_cast<uint32_t>(wanted)};
  return reopen(c, options);
}

bool takeAway(Context& c, Args args) {
  int64_t wanted = 0;
  const auto& parts = c.index().info().parts;
  if (args.size() != 1 || !number(args[0], wanted) || partOf(c.index(), wanted) == nullptr || parts.size() < 2)
    return false;
  JoinOptions options = c.joint.options;
  options.keep.clear();
  for (const TracePart& part : parts)
    if (part.number != wanted) options.keep.push_back(part.number);
  return reopen(c, options);
}

bool showAll(Context& c) {
  JoinOptions options = c.joint.options;
  if (options.keep.empty()) return false;
  options.keep.clear();
  return reopen(c, options);
}

// "compare": and shows what differs between them.
bool openTogether(Context& c, Args args) {
  const bool compare = args.size() == 1 && args[0] == "compare";
  if (!args.empty() && !compare) return false;
  JoinOptions options = c.joint.options;
  options.only.clear();
  options.keep.clear();
  options.together = true;
  if (!reopen(c, options)) return false;
  if (compare) openTab(c, Tab::Compare);
  return true;
}

// Without a number, the trace that came last.
bool stretch(Context& c, Args args) {
  int64_t wanted = c.index().info().parts.back().number;
  if (!args.empty() && (!number(args[0], wanted) || partOf(c.index(), wanted) == nullptr)) return false;
  return stretchToFirst(c, static_cast<uint32_t>(wanted));
}

// Without a number, all traces.
bool resetStretch(Context& c, Args args) {
  int64_t wanted = 0;
  if (!args.empty() && (!number(args[0], wanted) || partOf(c.index(), wanted) == nullptr)) return false;
  return resetStretches(c, static_cast<uint32_t>(wanted));
}

// Without a name, the function that is selected or was chosen in a table.
bool alignCalls(Context& c, Args args, Align how) {
  std::string name = args.size() == 1 ? args[0] : std::string();
  if (name.empty() && c.selection && c.selection->mark.name != kNoName)
    name = c.index().names().view(c.selection->mark.name);
  if (name.empty() && c.function != kNoName) name = c.index().names().view(c.function);
  if (!name.empty()) return alignAtCalls(c, name, how);
  c.say(how == Align::Shift
            ? "Select a call first: the first calls of its function in each trace are laid on each other."
            : "Select a call first: what lies from the first to the last call of its function is laid on each other.");
  return true;
}

}  // namespace

bool jointCommand(App& app, std::string_view id, Args args) {
  Context& c = app.context();
  if (id == "open-together") return openTogether(c, args);
  if (c.index().info().parts.empty()) return false;
  if (id == "trace.shift") return shift(c, args);
  if (id == "trace.reset-alignment") return resetShifts(c, args);
  if (id == "trace.align-beginnings") return alignBeginnings(c);
  if (id == "trace.align-markers") return alignMarkers(c);
  if (id == "trace.align-calls") return alignCalls(c, args, Align::Shift);
  if (id == "trace.stretch-calls") return alignCalls(c, args, Align::Stretch);
  if (id == "trace.stretch") return stretch(c, args);
  if (id == "trace.stretch-compared") return args.empty() && stretchCompared(c);
  if (id == "trace.reset-stretch") return resetStretch(c, args);
  if (id == "trace.alone") return openAlone(c, args);
  if (id == "trace.all") return showAll(c);
  return id == "trace.close" && takeAway(c, args);
}

}  // namespace tp::ui
