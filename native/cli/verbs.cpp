#include "native/cli/verbs.h"

namespace tp::cli {

// A new verb is a function of a file of its own, and a row.
Run infoVerb(VerbOptions& takes);
Run eventsVerb(VerbOptions& takes);
Run functionsVerb(VerbOptions& takes);
Run slicesVerb(VerbOptions& takes);
Run schedulingVerb(VerbOptions& takes);
Run whyVerb(VerbOptions& takes);
Run latenciesVerb(VerbOptions& takes);
Run compareVerb(VerbOptions& takes);
Run exportVerb(VerbOptions& takes);
Run stacksVerb(VerbOptions& takes);
Run queryVerb(VerbOptions& takes);
Run checkVerb(VerbOptions& takes);
Run cacheVerb(VerbOptions& takes);

namespace {

constexpr Verb kVerbs[] = {
    {"info", "what the trace is, and what is in it", infoVerb},
    {"events", "print every record in time order", eventsVerb},
    {"functions", "calls, total and self time, percentiles of every function", functionsVerb},
    {"slices", "calls as rows, the longest first, or groups of them", slicesVerb},
    {"sched", "states of threads, wakeup latencies, CPUs, who woke whom", schedulingVerb},
    {"why", "what a thread waited for, and who held it up", whyVerb},
    {"latencies", "how long wakeups, system calls, interrupts and requests took", latenciesVerb},
    {"compare", "how the functions of two traces differ, or what their threads did", compareVerb},
    {"export", "write the trace for other tools", exportVerb},
    {"stacks", "folded stacks, \"a;b;c SELF\", as flame graph tools read them", stacksVerb},
    {"query", "answer a question in SQL; docs/sql.md says what can be asked", queryVerb},
    {"check", "index everything and print each warning", checkVerb},
    {"cache", "list the indexes that are kept of traces, or remove them", cacheVerb},
};

}  // namespace

std::span<const Verb> verbs() {
  return kVerbs;
}

}  // namespace tp::cli
