// Opens a line of a file in the user's editor.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tp::native {

// The words of the command that opens the file: those of `command`, which spaces separate, with the file and the line
// in the place of {file} and {line}. Without {file}, the file is appended, after "+LINE" if there is no {line} either.
// No shell reads them, so the file's name is one word, whatever it is. Empty if `command` is.
std::vector<std::string> editorWords(std::string_view command, const std::string& file, uint32_t line);

// Starts the command, or if it is empty that of $VISUAL or $EDITOR, and does not wait for its end. Returns why it could
// not be started, for the user; else an empty text.
std::string openEditor(const std::string& file, uint32_t line, const std::string& command);

}  // namespace tp::native
