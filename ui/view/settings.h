// What the user has chosen and is saved between sessions.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ui/base/theme.h"

namespace tp::ui {

enum class ThemeChoice : uint8_t { System, Dark, Light, Contrast };
// Names of functions: qualified names if these are unambiguous, or full declarations.
enum class Signatures : uint8_t { Brief, Full };
// What the times on the axis count from: the beginning of the trace; its clock, as the format's own tool prints them;
// or the calendar, where the trace knows it.
enum class AxisTimes : uint8_t { Trace, Clock, Wall };
// The number of decode workers.
enum class WorkerChoice : uint8_t { Machine, One, Two, Three, Four, Eight, Sixteen };

// Whether the index of a large trace is kept for when it is opened again.
enum class Indexes : uint8_t { Keep, None };
// How much memory the index of a trace may take (IndexWorker::keepWithin()).
enum class IndexMemory : uint8_t { Mb128, Mb512, Gb2 };

struct Settings {
  ThemeChoice theme = ThemeChoice::System;
  Palette palette = Palette::Standard;
  StatePalette states = StatePalette::Standard;
  Signatures signatures = Signatures::Brief;
  WorkerChoice workers = WorkerChoice::Machine;  // for the trace that is opened next
  AxisTimes times = AxisTimes::Trace;
  Indexes indexes = Indexes::Keep;
  IndexMemory memory = IndexMemory::Mb512;  // for the trace that is opened next
  std::optional<float> drawerHeight;        // device-independent pixels; none: depends on the window
  float labelWidth = 236;
  std::vector<std::string> recent;  // actions used in the palette, the last one first
  // For the traces opened last: traceMark() as text, and a link to the last view. The last one first.
  std::vector<std::pair<std::string, std::string>> views;
  // By format: the fields that have columns in the event table.
  std::vector<std::pair<std::string, std::vector<std::string>>> columns;
  std::vector<std::string> queries;  // in SQL, that were asked; the last one first
  std::string sources;               // folder of the sources, natively; empty: none
  std::string editor;                // words with {file} and {line}, natively; empty: the system's editor

  bool operator==(const Settings&) const = default;
};

// How many of `views` are kept.
inline constexpr size_t kKeptViews = 10;
// How many of `queries` are kept, and how long each may be, in bytes.
inline constexpr size_t kKeptQueries = 20, kMaxOfQuery = 4096;

// The preferences that the platform reports.
struct Preferences {
  bool light = false;
  bool contrast = false;
  bool reducedMotion = false;
};
ThemeName themeFor(ThemeChoice choice, const Preferences& preferences);

// As JSON. readSettings() uses the default for whatever is missing or malformed.
std::string writeSettings(const Settings& settings);
Settings readSettings(std::string_view text);

// A value of a setting: its name for scripts and saved settings, and its title for the user.
struct Choice {
  const char* value;
  const char* title;
};
inline constexpr Choice kThemes[] = {
    {"system", "As the system"}, {"dark", "Dark"}, {"light", "Light"}, {"contrast", "High contrast"}};
inline constexpr Choice kPalettes[] = {{"standard", "Standard"}, {"colour-blind", "Safe for colour blindness"}};
inline constexpr Choice kStatePalettes[] = {{"standard", "Standard"}, {"lttv", "As in LTTV"}};
inline constexpr Choice kSignatures[] = {{"brief", "Short where that is clear"}, {"full", "Full signatures"}};
inline constexpr Choice kAxisTimes[] = {
    {"trace", "From the trace's beginning"}, {"clock", "On the trace's clock"}, {"wall", "Of the calendar"}};
inline constexpr Choice kIndexes[] = {{"keep", "Keep those of large traces"}, {"none", "Keep none"}};
inline constexpr Choice kIndexMemory[] = {{"128", "128 MB"}, {"512", "512 MB"}, {"2048", "2 GB"}};
inline constexpr Choice kWorkers[] = {
    {"machine", "As the machine"}, {"1", "1"}, {"2", "2"}, {"3", "3"}, {"4", "4"}, {"8", "8"}, {"16", "16"}};
// The number of workers; 0: as many as suit the machine.
uint32_t workerCount(WorkerChoice choice);
// In bytes.
uint64_t indexMemory(IndexMemory choice);

}  // namespace tp::ui
