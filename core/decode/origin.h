// A cut says when the trace begins that it was cut from, so that times count from there in both.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/decode/format.h"

namespace tp {

// A file of ours in a folder that is a cut, which the tools of its format take no notice of.
inline constexpr std::string_view kOriginFile = "tracepane-cut.txt";

// What that file holds: "Cut of a trace that begins at 123456789" and a new line, in units of the trace's clock.
std::string originText(Time origin);
// nullopt if the text does not begin as originText() does.
std::optional<Time> readOrigin(std::string_view text);
// Reads the file of that name in a folder ("a/b/", or empty).
std::optional<Time> readOriginFile(const FileSet& files, const std::string& folder);

// Returns what a cut of an opened trace has to say: what the trace says that is itself a cut, unless it is not before
// its first record; else the time of its first record that is drawn. nullopt if there is none.
std::optional<Time> originOf(TraceReader& reader, const FileSet& files);

}  // namespace tp
