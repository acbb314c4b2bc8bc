// Functions of actions that are longer than a line of the table.
#pragma once

#include "core/index/trace_index.h"
#include "ui/app/actions.h"
#include "ui/view/window_state.h"

namespace tp::ui {

// Returns false unless all of `text` is a decimal number.
bool number(const std::string& text, int64_t& value);

void setAllCollapsed(WindowState& c, const TraceIndex& index, bool collapsed);

// Values of Action::run.
bool fit(App& app, std::string_view id, Args args);
bool setVisible(App& app, std::string_view id, Args args);
bool clear(App& app, std::string_view id, Args args);
bool selectAt(App& app, std::string_view id, Args args);
bool reveal(App& app, std::string_view id, Args args);
bool showThread(App& app, std::string_view id, Args args);
bool find(App& app, std::string_view id, Args args);
bool showTab(App& app, std::string_view id, Args args);
bool chooseFunction(App& app, std::string_view id, Args args);
bool copyLink(App& app, std::string_view id, Args args);
bool setChoice(App& app, std::string_view id, Args args);
bool exportFile(App& app, std::string_view id, Args args);
bool exportParquet(App& app, std::string_view id, Args args);
bool exportTable(App& app, std::string_view id, Args args);
bool exportReport(App& app, std::string_view id, Args args);
bool takePicture(App& app, std::string_view id, Args args);
bool openCommand(App& app, std::string_view id, Args args);
// Runs "trace.shift" NUMBER TIME, "trace.reset-alignment" [NUMBER], "trace.align-beginnings", "trace.align-markers",
// "trace.align-calls" [FUNCTION], "trace.stretch" [NUMBER], "trace.stretch-calls" [FUNCTION], "trace.stretch-compared",
// "trace.reset-stretch" [NUMBER], "trace.alone" [NUMBER], "trace.close" NUMBER, "trace.all" or "open-together".
bool jointCommand(App& app, std::string_view id, Args args);

}  // namespace tp::ui
