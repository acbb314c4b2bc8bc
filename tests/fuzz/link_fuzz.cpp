// What a link, the settings of the last time or the options of joined traces say, as anybody may have written them:
// what was understood is written and read as the same again. The first byte says which it is.
#include "core/joint/join_options.h"
#include "core/link/view_link.h"
#include "tests/fuzz/fuzz_input.h"
#include "ui/view/settings.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace tp;
  fuzz::Input input(data, size);
  const uint8_t which = input.next();
  if (which == 's') {
    const ui::Settings settings = ui::readSettings(input.text());
    const std::string text = ui::writeSettings(settings);
    if (ui::writeSettings(ui::readSettings(text)) != text) __builtin_trap();
  } else if (which == 'j') {
    const std::string text = JoinOptions::of(input.text()).text();
    if (JoinOptions::of(text).text() != text) __builtin_trap();
  } else {
    const std::string text = writeViewLink(readViewLink(input.text()));
    if (writeViewLink(readViewLink(text)) != text) __builtin_trap();
  }
  return 0;
}
