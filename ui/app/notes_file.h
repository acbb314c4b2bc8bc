// Notes as a small file of JSON, to pass on and to lay over the same trace again (docs/notes.md).
#pragma once

#include <string>
#include <string_view>

#include "ui/view/context.h"

namespace tp::ui {

// Larger files are no notes. In bytes.
inline constexpr size_t kMaxNotesFile = size_t{1} << 20;

// Returns all markers and kept ranges, with their notes. `of` is the traceMark() of the trace.
std::string notesText(const Markers& markers, uint32_t of);
// Returns whether a text is that of a file of notes, whatever is in it.
bool areNotes(std::string_view text);
// Adds what a file of notes has to `markers`, and sets `of` to the mark of its trace, or 0. The text is untrusted.
// Returns why it can't be read, for the user: a sentence without a full stop; else an empty text.
std::string readNotes(std::string_view text, Markers& markers, uint32_t& of);

// Writes them to a file that the user gets. Returns false if there are none, or there is nowhere to write.
bool saveNotes(Context& c);
// Adds those of a file. Says what is wrong with it and returns false if it has none.
bool openNotes(Context& c, std::string_view text);

}  // namespace tp::ui
