// Finds what stands twice in a basic log. A program that forks has a child that writes the records which its parent had
// not written yet, before its own; the parent writes them as well.
#pragma once

#include <vector>

#include "core/formats/xray/basic_grid.h"

namespace tp::xray {

// Returns the parts of the file, in order, whose records stand at an earlier place, each within one piece of the grid.
// Each is warned of, with its number of records. Reads the pieces as a whole, so it is for logs of kMaxLookedThrough.
std::vector<Extent> findRepeats(const FileEntry& file, const LogHeader& header, const BasicGrid& grid,
                                WarningLog& warnings);

// A part of a piece between repeats.
struct BasicPart {
  Extent extent;
  bool broken = false;  // Behind bytes that are no records.
};

// Returns the pieces of the grid without the repeats, which are those of findRepeats().
std::vector<BasicPart> withoutRepeats(const BasicGrid& grid, const std::vector<Extent>& repeats);

}  // namespace tp::xray
