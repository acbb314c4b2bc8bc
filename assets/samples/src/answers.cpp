// Answers questions, one after another. Most answers take microseconds; a few take a hundred times as long. The sample of
// the page for XRay; docs/investigation-answers.md finds out which, and why.
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#define TRACED [[clang::xray_always_instrument, gnu::noinline]]

namespace desk {

std::vector<std::string> notes;
std::map<std::string, int> note_of_word;
volatile unsigned sink = 0;

TRACED void spell(const std::string& note) {
  for (char letter : note) sink = sink * 31 + static_cast<unsigned char>(letter);
}

TRACED void rebuild() {
  note_of_word.clear();
  for (size_t note = 0; note < notes.size(); ++note)
    for (size_t begin = 0, end = 0; end < notes[note].size(); begin = end + 1) {
      end = notes[note].find(' ', begin);
      if (end == std::string::npos) end = notes[note].size();
      note_of_word[notes[note].substr(begin, end - begin)] = static_cast<int>(note);
    }
}

TRACED void keep(int question) {
  notes.push_back("somebody asked question " + std::to_string(question) + " and got an answer");
  if (notes.size() % 64 == 0) rebuild();
}

TRACED int look_up(int question) {
  auto found = note_of_word.find(std::to_string(question % 97));
  return found == note_of_word.end() ? -1 : found->second;
}

[[clang::xray_log_args(1)]] TRACED void answer(int question) {
  int note = look_up(question);
  if (note >= 0) spell(notes[static_cast<size_t>(note)]);
  keep(question);
}

}  // namespace desk

TRACED int main() {
  for (int question = 1; question <= 640; ++question) desk::answer(question);
  std::printf("%u\n", desk::sink);
}
