// The list of all formats. No other file names them.
#pragma once

#include <memory>
#include <span>

#include "core/decode/format.h"

namespace tp {

// Returns the formats in the order in which they are probed. The span is valid for the whole run.
std::span<const Format> formats();

// Whether the format's files are printed from traces of another one: beside such a trace, they are none of their own.
bool isPrinted(const Format& format);

// Returns the format whose probe() is most confident; null if no format recognises the files.
const Format* formatOf(const FileSet& files);

// Opens `files` with the format whose probe() is most confident, and adds the notes of `files` to the reader's
// warnings. If no format recognises them, the Error says what the files look like and which formats are accepted.
// `files` need not outlive the call.
Result<std::unique_ptr<TraceReader>> openTrace(const FileSet& files);

}  // namespace tp
