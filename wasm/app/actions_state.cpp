#include "wasm/app/actions_state.h"

#include "core/text/json_writer.h"
#include "ui/app/actions.h"

namespace tp::wasm {

std::string actionsJson(const ui::App& app) {
  const ui::Context& c = app.context();
  std::string out;
  JsonWriter json(out);
  json.beginArray();
  for (const ui::Action& action : app.actions()) {
    if (!action.listed) continue;
    json.beginObject();
    json.member("id", action.id);
    json.key("args").beginArray();
    if (*action.argument != '\0') json.value(action.argument);
    json.endArray();
    json.member("title", action.title);
    json.member("group", ui::groupTitle(action.group));
    json.member("keys", ui::keysText(action, c.keyNames));
    json.member("asks", action.asks);
    json.member("takes", action.takes);
    json.member("applies", ui::applies(c, action));
    json.endObject();
  }
  json.endArray();
  return out;
}

std::string gesturesJson() {
  std::string out;
  JsonWriter json(out);
  json.objects(ui::gestures(), [&](const ui::Gesture& gesture) {
    json.member("group", ui::groupTitle(gesture.group));
    json.member("keys", gesture.keys);
    json.member("title", gesture.title);
  });
  return out;
}

std::string controlsJson(const ui::Canvas& c) {
  std::string out;
  JsonWriter json(out);
  json.objects(c.controls, [&](const ui::Control& one) {
    json.member("label", one.label);
    json.member("x", one.middle.x);
    json.member("y", one.middle.y);
    json.member("on", one.on);
    json.member("enabled", one.enabled);
  });
  return out;
}

std::string paletteJson(const ui::WindowState& c) {
  if (!c.palette.open) return "null";
  std::string out;
  JsonWriter json(out);
  json.beginObject();
  json.member("text", c.palette.text);
  json.member("asks", c.palette.asking != nullptr ? c.palette.asking->asks : "");
  json.member("refused", c.palette.refused);
  json.member("current", c.palette.current);
  json.key("rows").beginArray();
  for (const ui::PaletteRow& row : c.palette.rows) json.value(row.title);
  json.endArray();
  json.endObject();
  return out;
}

}  // namespace tp::wasm
