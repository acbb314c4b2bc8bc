// The program `tracepane`: a verb runs the command line; without one the desktop window opens.
#include <CLI/CLI.hpp>

#include "native/cli/commands.h"

int main(int argc, char** argv) {
  CLI::App app{"Tracepane opens uftrace, trace-cmd, LTTng legacy and XRay traces."};
  app.require_subcommand(0, 1);

  tp::cli::EventOptions events;
  CLI::App* eventsVerb = app.add_subcommand("events", "print every record in time order");
  eventsVerb->add_option("trace", events.traces, "file or directory, or several")->required();
  eventsVerb->add_option("--format", events.format)->check(CLI::IsMember({"text", "csv", "jsonl"}));
  eventsVerb->add_option("--from", events.from, "first time, in ns");
  eventsVerb->add_option("--to", events.to, "last time, in ns");
  eventsVerb->add_option("--stream", events.streams, "only the streams of these names");

  CLI11_PARSE(app, argc, argv);
  if (eventsVerb->parsed()) return tp::cli::events(events);
  return 0;
}
