// The user interface without a window of the system and without pixels: tests press its keys and make its frames.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "tests/support/local_session.h"
#include "ui/app/app.h"

namespace tp::test {

// One at a time: it has Dear ImGui's context for as long as it lives.
class HeadlessWindow {
 public:
  // Opens the trace and draws until all of it is there. The rows of `panels` must outlive the window.
  explicit HeadlessWindow(const FileSet& files, ui::GlyphDrawer glyphs = nullptr,
                          std::span<const ui::Panel> panels = ui::programPanels());
  ~HeadlessWindow();
  HeadlessWindow(const HeadlessWindow&) = delete;
  HeadlessWindow& operator=(const HeadlessWindow&) = delete;

  ui::App& app() { return *app_; }
  // The size of the window from the next frame on, in device-independent pixels. At first it is 1280 x 720.
  void resize(float width, float height) { width_ = width, height_ = height; }
  // Opens the same files once more with other options, as front ends do when the app asks them to.
  void reopen(const FileSet& files, const JoinOptions& options);
  // Draws a frame, `seconds` after the one before, and then answers what it has asked of the workers.
  void frame(float seconds);
  // Draws frames, each `seconds` after the one before, until no further one is wanted; a thousand at most.
  void settle(float seconds);
  // Opens the drawer on a tab, and settles.
  void show(ui::Tab tab, float seconds = 0.1f);
  // Draws a frame and returns its texts.
  std::vector<ui::DrawnText> texts(float seconds);
  // Presses all of the keys before the next frame, each before the one before it is released, as a fast typist does.
  // Takes a to z, 0 to 9, '/', '>' and, for Enter, Backspace and Escape, '\n', '\b' and '\x1b'.
  void type(std::string_view keys);
  // Draws a frame, presses the control with this label, and settles. Returns false if there is none.
  bool press(std::string_view label);

 private:
  LocalSession local_;
  std::unique_ptr<ui::App> app_;
  double seconds_ = 0;
  float width_ = 1280, height_ = 720;
};

}  // namespace tp::test
