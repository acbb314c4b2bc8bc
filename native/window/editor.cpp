#include "native/window/editor.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sstream>

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

// Starts the words as a program that nobody waits for. Returns the errno of why not; 0: it has started.
int start(const std::vector<std::string>& words) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  // Both ends are closed when the program has started.
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return errno;
  const pid_t child = fork();
  if (child == 0) {
    // The grandchild belongs to nobody, so that it leaves no process behind that has to be waited for.
    const pid_t grandchild = fork();
    if (grandchild != 0) _exit(grandchild < 0 ? 1 : 0);
    execvp(arguments[0], arguments.data());
    const int why = errno;
    const bool told = write(ends[1], &why, sizeof why) == static_cast<ssize_t>(sizeof why);
    _exit(told ? 127 : 126);
  }
  const int failed = child < 0 ? errno : 0;
  close(ends[1]);
  int why = failed;
  if (child > 0) {
    waitpid(child, nullptr, 0);
    if (read(ends[0], &why, sizeof why) != static_cast<ssize_t>(sizeof why)) why = 0;
  }
  close(ends[0]);
  return why;
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
  const int why = start(words);
  return why == 0 ? std::string() : words[0] + " could not be started: " + std::strerror(why) + ".";
}

}  // namespace tp::native
