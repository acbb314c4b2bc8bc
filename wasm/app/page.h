// What the functions have in common that the page's scripts call.
#pragma once

#include <imgui.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "core/session/kept/index_keeper.h"
#include "wasm/app/bridge.h"
#include "wasm/app/state.h"

namespace tp::wasm {

struct Page {
  PageWorkers workers;
  Session session{workers};
  std::unique_ptr<ui::App> app;
  PageTimes times;
  // Of the index that is being taken out, by customer (web/main.js), and its last block.
  struct Taken {
    std::unique_ptr<IndexKeeper> keeper;
    std::vector<std::byte> block;
  };
  std::array<Taken, 2> taken;
  std::string answer;
  std::string pasted;
  ImVec2 caret;    // of the field that had the keyboard last
  double now = 0;  // `ms` of the last frame
};

// Made by tpa_init(), and there from then on.
extern Page* page;

// Lets Dear ImGui ask the page for the clipboard, and tell it where text is typed. Call after the context is made.
void takeInput();

}  // namespace tp::wasm
