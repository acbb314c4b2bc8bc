#include "native/window/editor.h"

#include <cstdlib>
#include <cstring>
#include <sstream>

#include "native/window/program.h"

namespace tp::native {
namespace {

// Replaces the placeholders of a word. What they stand for is not looked through again.
std::string filled(std::string_view word, const std::string& file, const std::string& line) {
  constexpr std::string_view kFile = "{file}", kLine = "{line}";
  std::string out;
  while (!word.empty()) {
    const bool isFile = word.substr(0, kFile.size()) == kFile, isLine = word.substr(0, kLine.size()) == kLine;
    out += isFile ? file : isLine ? line : std::string(1, word[0]);
    word.remove_prefix(isFile ? kFile.size() : isLine ? kLine.size() : 1);
  }
  return out;
}

}  // namespace

std::vector<std::string> editorWords(std::string_view command, const std::string& file, uint32_t line) {
  const std::string number = std::to_string(line);
  const bool namesFile = command.find("{file}") != std::string_view::npos;
  const bool namesLine = command.find("{line}") != std::string_view::npos;
  std::vector<std::string> words;
  std::istringstream in{std::string(command)};
  for (std::string word; in >> word;) words.push_back(filled(word, file, number));
  if (words.empty() || namesFile) return words;
  if (!namesLine) words.push_back("+" + number);
  words.push_back(file);
  return words;
}

std::string openEditor(const std::string& file, uint32_t line, const std::string& command) {
  std::string chosen = command;
  for (const char* name : {"VISUAL", "EDITOR"}) {
    const char* set = std::getenv(name);
    if (chosen.empty() && set != nullptr) chosen = set;
  }
  const std::vector<std::string> words = editorWords(chosen, file, line);
  if (words.empty())
    return "No editor is known: set $VISUAL or $EDITOR, or choose one by \u201cEditor of sources\u201d.";
  const int why = startProgram(words);
  return why == 0 ? std::string() : words[0] + " could not be started: " + std::strerror(why) + ".";
}

}  // namespace tp::native
