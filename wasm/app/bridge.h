// What the app module asks of the page's JavaScript.
#pragma once

#include <string_view>

#include "core/session/session.h"

namespace tp::wasm {

// Workers as the page keeps them.
class PageWorkers final : public WorkerPort {
 public:
  void setWorkers(uint32_t count) { count_ = count; }
  uint32_t workers() const override { return count_; }
  void post(uint32_t worker, std::vector<std::byte> message) override;

 private:
  uint32_t count_ = 1;
};

// "open-files", "open-directory", "open-sample" with its number, "copy" and "keep" with a text, "picture" and
// "begin-file" with a name, "end-file" with 1 where the file is whole,
// "open-again", "reopen" with JoinOptions::text(), "add-files", "add-directory".
void callPage(const char* what, int number, std::string_view text);

// A part of the file that was begun.
void putFile(std::string_view part);

}  // namespace tp::wasm
