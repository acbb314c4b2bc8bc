#include "wasm/app/actions_state.h"

#include <nlohmann/json.hpp>

#include "ui/app/actions.h"

namespace tp::wasm {
namespace {

using Json = nlohmann::ordered_json;

std::string text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json actionJson(const ui::Context& c, const ui::Action& action) {
  Json json;
  json["id"] = action.id;
  json["args"] = *action.argument != '\0' ? Json::array({action.argument}) : Json::array();
  json["title"] = action.title;
  json["group"] = ui::groupTitle(action.group);
  json["keys"] = ui::keysText(action, c.keyNames);
  json["asks"] = action.asks;
  json["takes"] = action.takes;
  json["applies"] = ui::applies(c, action);
  return json;
}

}  // namespace

std::string actionsJson(const ui::Context& c) {
  Json all = Json::array();
  for (const ui::Action& action : ui::actions())
    if (action.listed) all.push_back(actionJson(c, action));
  return text(all);
}

std::string gesturesJson() {
  Json all = Json::array();
  for (const ui::Gesture& gesture : ui::gestures())
    all.push_back({{"group", ui::groupTitle(gesture.group)}, {"keys", gesture.keys}, {"title", gesture.title}});
  return text(all);
}

std::string controlsJson(const ui::Context& c) {
  Json all = Json::array();
  for (const ui::Control& one : c.controls)
    all.push_back(
        {{"label", one.label}, {"x", one.middle.x}, {"y", one.middle.y}, {"on", one.on}, {"enabled", one.enabled}});
  return text(all);
}

std::string paletteJson(const ui::Context& c) {
  if (!c.palette.open) return "null";
  Json json;
  json["text"] = c.palette.text;
  json["asks"] = c.palette.asking != nullptr ? c.palette.asking->asks : "";
  json["refused"] = c.palette.refused;
  json["current"] = c.palette.current;
  json["rows"] = Json::array();
  for (const ui::PaletteRow& row : c.palette.rows) json["rows"].push_back(row.action->title);
  return text(json);
}

}  // namespace tp::wasm
