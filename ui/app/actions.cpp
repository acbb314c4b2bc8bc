#include "ui/app/actions.h"

#include "core/analysis/known_states.h"
#include "ui/app/export.h"
#include "ui/view/context.h"

namespace tp::ui {
namespace {

// Names for the user. ImGui's names are those of its enumeration.
const char* nameOf(ImGuiKey key) {
  switch (key) {
    case ImGuiKey_LeftArrow:
      return "\u2190";
    case ImGuiKey_RightArrow:
      return "\u2192";
    case ImGuiKey_UpArrow:
      return "\u2191";
    case ImGuiKey_DownArrow:
      return "\u2193";
    case ImGuiKey_Escape:
      return "Esc";
    case ImGuiKey_MouseX1:
      return "mouse back";
    case ImGuiKey_MouseX2:
      return "mouse forward";
    case ImGuiKey_Minus:
      return "-";
    case ImGuiKey_Equal:
      return "=";
    case ImGuiKey_Comma:
      return ",";
    case ImGuiKey_Period:
      return ".";
    case ImGuiKey_Slash:
      return "/";
    default:
      return ImGui::GetKeyName(key);
  }
}

}  // namespace

const char* groupTitle(ActionGroup group) {
  static constexpr const char* kTitles[] = {"Move",    "Select", "Search", "Panels", "Tracks",
                                            "Markers", "Trace",  "Look",   "Window"};
  static_assert(std::size(kTitles) == static_cast<size_t>(ActionGroup::Count));
  return kTitles[static_cast<size_t>(group)];
}

const Action* findAction(std::span<const Action> actions, std::string_view id) {
  for (const Action& action : actions)
    if (id == action.id) return &action;
  return nullptr;
}

std::string actionName(const Action& action) {
  std::string name = action.id;
  if (*action.argument != '\0') name += std::string(" ") + action.argument;
  return name;
}

bool applies(const Context& c, const Action& action) {
  Phase phase = c.session.phase();
  bool open = phase == Phase::Ready || phase == Phase::Indexing;
  switch (action.when) {
    case When::Always:
      return true;
    case When::Open:
      return open;
    case When::Indexing:
      return phase == Phase::Indexing || phase == Phase::Opening;
    case When::Ready:
      return phase == Phase::Ready;
    case When::Marked:
      return open && c.range.has_value();
    case When::Exporting:
      return isExporting(c);
    case When::Joined:
      return open && !c.index().info().parts.empty();
    case When::Running:
      return open && tellsRunning(c.index());
    case When::States:
      return open && tellsStates(c.index());
    case When::Kernel:
      return open && c.index().info().traits.kernel;
    case When::Selected:
      return open && c.selection.has_value();
    case When::Remembered:
      return phase == Phase::Ready && !c.lastView.empty();
    case When::Desktop:
      return static_cast<bool>(c.host.openEditor);
  }
  return false;
}

void sayNothing(Context& c, const Action& action) {
  if (c.noticed < c.seconds) c.say(std::string("There is nothing for it here: ") + action.title);
  c.refused = true;
}

const char* whatIsMissing(const Session& session, const Action& action) {
  switch (action.when) {
    case When::Always:
    case When::Open:
      return session.phase() == Phase::Opening ? "wait until the trace is open." : "a trace must be open.";
    case When::Indexing:
      return "nothing is being indexed.";
    case When::Ready:
      return "wait until the trace is indexed.";
    case When::Selected:
      return "select something on the tracks first.";
    case When::Marked:
      return "mark a range first, with Shift and the mouse.";
    case When::Remembered:
      return "this trace was not open before.";
    case When::Exporting:
      return "nothing is being exported.";
    case When::Joined:
      return "only one trace is open.";
    case When::Running:
      return "the trace does not tell when its threads ran.";
    case When::States:
      return "the trace does not tell what its threads waited for.";
    case When::Kernel:
      return "it is no trace of a kernel, which has latencies.";
    case When::Desktop:
      return "the page can't do it, the desktop program can.";
  }
  return "";
}

std::string keysText(const Keys& keys, const KeyNames& names) {
  // Keys of the keypad are listed with those of the same name.
  if (keys.none() || (keys.chord >= ImGuiKey_Keypad0 && keys.chord <= ImGuiKey_KeypadEqual)) return {};
  if (keys.typed != 0) return std::string(1, keys.typed);
  std::string text;
  if ((keys.chord & ImGuiMod_Ctrl) != 0) text += std::string(names.control) + "+";
  if ((keys.chord & ImGuiMod_Alt) != 0) text += "Alt+";
  if ((keys.chord & ImGuiMod_Shift) != 0) text += "Shift+";
  auto key = static_cast<ImGuiKey>(keys.chord & ~ImGuiMod_Mask_);
  auto printed = names.printed.find(key);
  return text + (printed != names.printed.end() ? printed->second : std::string(nameOf(key)));
}

std::string keysText(const Action& action, const KeyNames& names, const char* between) {
  std::string text;
  for (const Keys& keys : action.keys) {
    std::string one = keysText(keys, names);
    if (!text.empty() && !one.empty()) text += between;
    text += one;
  }
  return text;
}

}  // namespace tp::ui
