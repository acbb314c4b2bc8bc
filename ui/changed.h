// Files that have changed while they are open: a strip below the header says so, and offers to open them again.
#pragma once

#include "ui/actions.h"

namespace tp::ui {

struct Context;

// What the person has been told.
struct ToldChanges {
  uint64_t opening = 0;  // Session::opening() of which this is said
  size_t said = 0;       // how many files
  size_t left = 0;       // of these, the person wants to hear no more
};

// At the top of what is below the header; how high it is, 0 where there is nothing to say.
float drawChanged(Context& c, float top, float width);

// "open-again".
bool openAgain(App& app, std::string_view id, Args args);

}  // namespace tp::ui
