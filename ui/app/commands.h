// What the actions do that is longer than a line of their table.
#pragma once

#include "ui/app/actions.h"
#include "ui/view/context.h"

namespace tp::ui {

// All of a decimal number; false for anything else.
bool number(const std::string& text, int64_t& value);

// As "tab" takes it.
std::string_view tabName(Tab tab);

void setAllCollapsed(Context& c, bool collapsed);

// Action::run.
bool fit(App& app, std::string_view id, Args args);
bool setVisible(App& app, std::string_view id, Args args);
bool clear(App& app, std::string_view id, Args args);
bool selectAt(App& app, std::string_view id, Args args);
bool reveal(App& app, std::string_view id, Args args);
bool find(App& app, std::string_view id, Args args);
bool showTab(App& app, std::string_view id, Args args);
bool chooseFunction(App& app, std::string_view id, Args args);
bool copyLink(App& app, std::string_view id, Args args);
bool setChoice(App& app, std::string_view id, Args args);
bool exportFile(App& app, std::string_view id, Args args);
bool exportTable(App& app, std::string_view id, Args args);
bool takePicture(App& app, std::string_view id, Args args);
bool openCommand(App& app, std::string_view id, Args args);
// "trace.shift" NUMBER TIME, "trace.reset-alignment" [NUMBER], "trace.align-beginnings", "trace.alone" [NUMBER],
// "trace.close" NUMBER, "trace.all", "open-together".
bool jointCommand(App& app, std::string_view id, Args args);

}  // namespace tp::ui
