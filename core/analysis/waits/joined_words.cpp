#include "core/analysis/waits/joined_words.h"

#include "core/analysis/known_states.h"
#include "core/trace/time_text.h"

namespace tp {
namespace {

std::string noteOf(const TraceIndex& index, const JoinedCalls& joined) {
  const std::string program(traceName(index.tracks(), joined.program));
  const std::string kernel(traceName(index.tracks(), joined.kernel));
  if (!joined.exact)
    return "Waits in " + kernel + " are not named by calls of " + program + ": how their clocks agree is not known " +
           "exactly.";
  if (joined.contradicted == 0) return {};
  std::string text = "In " + countText(joined.contradicted, "wait") + " of " + kernel + ", calls of " + program +
                     " begin or end, though a thread that waits makes none: their clocks or threads do not agree. " +
                     "Such waits are not named";
  if (joined.doubted > 0)
    text += ", nor are " + countText(joined.doubted, "other") + " of threads with more of such waits than of others";
  return text + ".";
}

}  // namespace

std::vector<std::string> joinedNotes(const WaitContext& context) {
  std::vector<std::string> notes;
  if (std::string without = statesMissingText(context.index); !without.empty()) notes.push_back(std::move(without));
  for (const JoinedCalls& joined : context.graph.joined)
    if (std::string note = noteOf(context.index, joined); !note.empty()) notes.push_back(std::move(note));
  return notes;
}

}  // namespace tp
