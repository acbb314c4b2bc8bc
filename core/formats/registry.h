// The list of all formats. No other file names them.
#pragma once

#include <memory>
#include <set>
#include <span>
#include <string>

#include "core/decode/format.h"

namespace tp {

// Returns the formats in the order in which they are probed. The span is valid for the whole run.
std::span<const Format> formats();

// Whether the format's files are printed from traces of another one: beside such a trace, they are none of their own.
bool isPrinted(const Format& format);

// Whether a file that was given beside a trace of the format may tell more of it: a program has the names of what a log
// numbers. It is not looked at closely.
bool mayTellMore(const Format& format, const FileEntry& file);

// Returns the format whose probe() is most confident, of those that are not left out; null if no format recognises the
// files. Adds to `refusals`, if given, why formats refuse the files: a sentence each, with a blank before it.
const Format* formatOf(const FileSet& files, const std::set<const Format*>& leftOut = {},
                       std::string* refusals = nullptr);

// Opens `files` with the format whose probe() is most confident, and adds the notes of `files` to the reader's
// warnings. If no format recognises them, the Error says what the files look like and which formats are accepted.
// `files` need not outlive the call.
Result<std::unique_ptr<TraceReader>> openTrace(const FileSet& files);

}  // namespace tp
