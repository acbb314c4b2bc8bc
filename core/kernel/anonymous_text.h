// Texts that a kernel trace carries beside its records, without names.
#pragma once

#include <string>
#include <string_view>

#include "core/text/pseudonyms.h"

namespace tp::kernel {

// A line of kallsyms: "ADDRESS TYPE NAME [MODULE]".
std::string anonymousSymbol(std::string_view line, Pseudonyms& names);
// A line of the saved names of threads: "PID NAME".
std::string anonymousCommand(std::string_view line, Pseudonyms& names);
// A line "ADDRESS : \"TEXT\"": what a text prints stays, its words do not.
std::string anonymousPrintk(std::string_view line);
// Whether a person has set the event: a probe, or an event that is made of others. Its name is of that person's making.
bool isMadeEvent(std::string_view system, std::string_view format);
// The format file of such an event.
std::string anonymousFormat(std::string_view text, Pseudonyms& names);
// "Linux HOST RELEASE ... MACHINE", as uname prints it.
std::string anonymousUname(std::string_view text, Pseudonyms& names);
// Returns the number that a release begins with, without the name of who built it: "6.1.0" of "6.1.0-acme".
std::string releaseNumber(std::string_view text);

// Returns the text with each line, without its newline, replaced by `change(line)`. A line of which nothing is left
// goes with its newline.
template <class Change>
std::string changeLines(std::string_view text, Change&& change) {
  std::string out;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const std::string changed = change(text.substr(0, end));
    out += changed;
    if (end == std::string_view::npos) break;
    if (end == 0 || !changed.empty()) out += '\n';
    text.remove_prefix(end + 1);
  }
  return out;
}

}  // namespace tp::kernel
