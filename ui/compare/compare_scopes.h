// The head of the panel Compare: menus that choose A and B.
#pragma once

#include <string>

#include "ui/view/compared.h"

namespace tp::ui {

// What a side is, in words: its scope or, of the calls of one function, which of them.
std::string sideWords(Context& c, const CompareAnswer::Scopes& scopes, size_t side);
// Of the slowest calls of a function: of which traces they are, if several are open, and why there are more than their
// share says, as sentences; empty: neither, or other things are compared.
std::string slowestText(Context& c, const CompareAnswer::Scopes& scopes);

// "B has all of A, too." if a scope contains the other one, and more; empty: neither does.
std::string containedText(const CompareAnswer::Scopes& scopes);

// Draws a menu for each side at `at`, and a chip that exchanges them. `tight`: there is little room.
void drawScopes(Context& c, const CompareAnswer::Scopes& scopes, ImVec2& at, bool tight);

// Draws what to do, as nothing is compared yet.
void drawNothingCompared(Context& c, const Rect& area);

// Makes what is marked, or else the thread that is selected, side `side`. Says what is missing, and returns false, if
// there is neither.
bool chooseMarked(Context& c, size_t side);

}  // namespace tp::ui
