#include "ui/view/settings.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

#include "core/text/json_writer.h"

namespace tp::ui {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kMaxText = 262144;  // bytes
constexpr size_t kMaxRecent = 20;
constexpr size_t kMaxFormats = 8;
constexpr size_t kMaxColumns = 12;  // fields, for each format

template <typename Value>
void readChoice(const Json& json, const char* key, std::span<const Choice> choices, Value& value) {
  auto found = json.find(key);
  if (found == json.end() || !found->is_string()) return;
  for (size_t i = 0; i < choices.size(); ++i)
    if (found->get_ref<const std::string&>() == choices[i].value) value = static_cast<Value>(i);
}

void readLength(const Json& json, const char* key, float least, float most, float& value) {
  auto found = json.find(key);
  if (found != json.end() && found->is_number()) value = std::clamp(found->get<float>(), least, most);
}

// The text, unless it is longer than a path may be.
std::string textAt(const Json& json) {
  constexpr size_t kMax = 4096;
  std::string text = json.is_string() ? json.get<std::string>() : std::string();
  return text.size() <= kMax ? text : std::string();
}

std::vector<std::string> texts(const Json& json) {
  std::vector<std::string> list;
  for (const Json& one : json)
    if (one.is_string()) list.push_back(one.get<std::string>());
  return list;
}

}  // namespace

ThemeName themeFor(ThemeChoice choice, const Preferences& preferences) {
  switch (choice) {
    case ThemeChoice::Dark:
      return ThemeName::Dark;
    case ThemeChoice::Light:
      return ThemeName::Light;
    case ThemeChoice::Contrast:
      return ThemeName::Contrast;
    case ThemeChoice::System:
      break;
  }
  return preferences.contrast ? ThemeName::Contrast : preferences.light ? ThemeName::Light : ThemeName::Dark;
}

uint32_t workerCount(WorkerChoice choice) {
  constexpr uint32_t kCounts[] = {0, 1, 2, 3, 4, 8, 16};
  static_assert(std::size(kCounts) == std::size(kWorkers));
  return kCounts[static_cast<size_t>(choice)];
}

uint64_t indexMemory(IndexMemory choice) {
  constexpr uint64_t kMegabytes[] = {128, 512, 2048};
  static_assert(std::size(kMegabytes) == std::size(kIndexMemory));
  return kMegabytes[static_cast<size_t>(choice)] << 20;
}

std::string writeSettings(const Settings& settings) {
  std::string out;
  JsonWriter json(out);
  json.beginObject();
  json.member("theme", kThemes[static_cast<size_t>(settings.theme)].value);
  json.member("palette", kPalettes[static_cast<size_t>(settings.palette)].value);
  json.member("states", kStatePalettes[static_cast<size_t>(settings.states)].value);
  json.member("signatures", kSignatures[static_cast<size_t>(settings.signatures)].value);
  json.member("workers", kWorkers[static_cast<size_t>(settings.workers)].value);
  json.member("times", kAxisTimes[static_cast<size_t>(settings.times)].value);
  json.member("indexes", kIndexes[static_cast<size_t>(settings.indexes)].value);
  json.member("memory", kIndexMemory[static_cast<size_t>(settings.memory)].value);
  if (settings.drawerHeight) json.member("drawerHeight", *settings.drawerHeight);
  json.member("labelWidth", settings.labelWidth);
  json.member("recent", settings.recent);
  json.key("views").beginArray();
  for (const auto& [trace, link] : settings.views) json.value(std::vector{trace, link});
  json.endArray();
  json.key("columns").beginObject();
  for (const auto& [format, fields] : settings.columns) json.member(format, fields);
  json.endObject();
  json.member("queries", settings.queries);
  if (!settings.sources.empty()) json.member("sources", settings.sources);
  if (!settings.editor.empty()) json.member("editor", settings.editor);
  json.endObject();
  return out;
}

Settings readSettings(std::string_view text) {
  Settings settings;
  Json json = Json::parse(text.substr(0, kMaxText), nullptr, false);
  if (!json.is_object()) return settings;
  readChoice(json, "theme", kThemes, settings.theme);
  readChoice(json, "palette", kPalettes, settings.palette);
  readChoice(json, "states", kStatePalettes, settings.states);
  readChoice(json, "signatures", kSignatures, settings.signatures);
  readChoice(json, "workers", kWorkers, settings.workers);
  readChoice(json, "times", kAxisTimes, settings.times);
  readChoice(json, "indexes", kIndexes, settings.indexes);
  readChoice(json, "memory", kIndexMemory, settings.memory);
  float drawer = 0;
  readLength(json, "drawerHeight", 120, 4000, drawer);
  if (drawer > 0) settings.drawerHeight = drawer;
  readLength(json, "labelWidth", 100, 4000, settings.labelWidth);
  auto at = [&json](const char* key) { return json.contains(key) ? json[key] : Json(); };
  if (at("recent").is_array()) settings.recent = texts(at("recent"));
  settings.recent.resize(std::min(settings.recent.size(), kMaxRecent));
  if (Json columns = at("columns"); columns.is_object()) {
    for (const auto& [format, fields] : columns.items()) {
      if (!fields.is_array() || settings.columns.size() >= kMaxFormats) continue;
      settings.columns.emplace_back(format, texts(fields));
      std::vector<std::string>& kept = settings.columns.back().second;
      kept.resize(std::min(kept.size(), kMaxColumns));
    }
  }
  settings.sources = textAt(at("sources"));
  settings.editor = textAt(at("editor"));
  if (at("queries").is_array()) {
    for (std::string& query : texts(at("queries")))
      if (query.size() <= kMaxOfQuery && settings.queries.size() < kKeptQueries)
        settings.queries.push_back(std::move(query));
  }
  if (!at("views").is_array()) return settings;
  for (const Json& view : at("views")) {
    std::vector<std::string> pair = view.is_array() ? texts(view) : std::vector<std::string>();
    if (pair.size() == 2 && settings.views.size() < kKeptViews) settings.views.emplace_back(pair[0], pair[1]);
  }
  return settings;
}

}  // namespace tp::ui
