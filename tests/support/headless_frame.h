// Frames of the user interface without pixels: what a test and a fuzz target have in place of a front end.
#pragma once

#include "ui/app/app.h"

namespace tp::test {

// A front end that answers no question and keeps nothing that is saved.
ui::Host silentHost();

// Draws a frame of `width` by `height` points at the time `seconds`, in the current context of Dear ImGui, whose
// renderer keeps textures (ImGuiBackendFlags_RendererHasTextures); the textures count as uploaded.
void drawFrame(ui::App& app, float width, float height, double seconds);

}  // namespace tp::test
