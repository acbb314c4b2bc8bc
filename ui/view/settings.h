// What a person has chosen, and keeps from one time to the next.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ui/base/theme.h"

namespace tp::ui {

enum class ThemeChoice : uint8_t { System, Dark, Light, Contrast };
// What functions are called: by a qualified name as long as that is one function's alone, or by their declarations.
enum class Signatures : uint8_t { Brief, Full };
// How many decode a trace.
enum class WorkerChoice : uint8_t { Machine, One, Two, Three, Four, Eight, Sixteen };

struct Settings {
  ThemeChoice theme = ThemeChoice::System;
  Palette palette = Palette::Standard;
  StatePalette states = StatePalette::Standard;
  Signatures signatures = Signatures::Brief;
  WorkerChoice workers = WorkerChoice::Machine;  // of the trace that is opened next
  std::optional<float> drawerHeight;             // device-independent pixels; none: what suits the window
  float labelWidth = 236;
  bool hinted = false;              // the hint of the first time has been seen
  std::vector<std::string> recent;  // actions used in the palette, the last one first
  // Of the traces opened last: a hash of what tells one from another, and a link to the last view. The last one first.
  std::vector<std::pair<std::string, std::string>> views;
  // By format, the fields that the event table has columns for.
  std::vector<std::pair<std::string, std::vector<std::string>>> columns;

  bool operator==(const Settings&) const = default;
};

inline constexpr size_t kKeptViews = 10;

// What the platform says of the person's wishes.
struct Preferences {
  bool light = false;
  bool contrast = false;
  bool reducedMotion = false;
};
ThemeName themeFor(ThemeChoice choice, const Preferences& preferences);

// JSON. What can't be read is as it is without settings.
std::string writeSettings(const Settings& settings);
Settings readSettings(std::string_view text);

// The values of a setting that is a choice, as scripts and settings name them, and as people do.
struct Choice {
  const char* value;
  const char* title;
};
inline constexpr Choice kThemes[] = {
    {"system", "As the system"}, {"dark", "Dark"}, {"light", "Light"}, {"contrast", "High contrast"}};
inline constexpr Choice kPalettes[] = {{"standard", "Standard"}, {"colour-blind", "Safe for colour blindness"}};
inline constexpr Choice kStatePalettes[] = {{"standard", "Standard"}, {"lttv", "As in LTTV"}};
inline constexpr Choice kSignatures[] = {{"brief", "Short where that is clear"}, {"full", "Full signatures"}};
inline constexpr Choice kWorkers[] = {
    {"machine", "As the machine"}, {"1", "1"}, {"2", "2"}, {"3", "3"}, {"4", "4"}, {"8", "8"}, {"16", "16"}};
// 0: as many as suit the machine.
uint32_t workerCount(WorkerChoice choice);

}  // namespace tp::ui
