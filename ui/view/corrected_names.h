// What users say about the names of functions in a comparison, in the place of guesses.
#pragma once

#include <string>

#include "core/link/link_side.h"
#include "ui/view/context.h"

namespace tp::ui {

// A's function `a` is B's function `b`. What was said of either before is forgotten. Of more than a link holds
// (kMaxLinked), the first is forgotten.
void saySame(Context& c, const std::string& a, const std::string& b);
// Nothing is to be guessed about the name.
void sayApart(Context& c, const std::string& name);
// Forgets what was said of the name.
void forgetSaid(Context& c, const std::string& name);
// Whether anything was said of the name.
bool isSaid(Context& c, const std::string& name);

LinkNames linkNames(const NameCorrections& said);
// What is of names that the table does not have is left out.
NameCorrections linkedNames(const LinkNames& link, const NameTable& names);

}  // namespace tp::ui
