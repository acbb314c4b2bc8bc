// The menus of the flame graph: its weight, its view, and the context menu of a frame; and that of the sandwich's
// weight.
#pragma once

#include "core/analysis/longest_time.h"
#include "ui/view/context.h"

namespace tp::ui {

// Draws chips that open menus, at `at`, and advances it behind them.
void drawFlameMenus(Context& c, ImVec2& at);
// The same for the sandwich and the functions: total time, samples, or time in states. Draws nothing if the trace tells
// neither states nor samples.
void drawStatesMenu(Context& c, ImVec2& at);

// Opens the context menu for a function (kNoName: a thread) and a stack (pathOf()). `longest`: CallTree::longest() of
// it. Call drawFrameMenu() in each frame.
// `at`: as openMenu() has it.
void openFrameMenu(Context& c, NameId function, std::vector<NameId> stack, const LongestTime& longest,
                   std::optional<ImVec2> at);
void drawFrameMenu(Context& c);

}  // namespace tp::ui
