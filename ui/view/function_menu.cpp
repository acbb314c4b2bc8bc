#include "ui/view/function_menu.h"

#include "ui/base/menu.h"
#include "ui/view/leads.h"

namespace tp::ui {

void drawFunctionItems(Context& c, NameId function, size_t trackClass) {
  const std::string name = shortName(std::string(c.nameOf(function)));
  if (menuItem(c, "List all calls of " + name)) listCallsOf(c, function, trackClass);
  if (!isCounted(c, trackClass)) return;
  if (menuItem(c, "Statistics (Functions)")) showStatistics(c, function);
  if (menuItem(c, "Callers and callees (Sandwich)")) showSandwich(c, function);
}

}  // namespace tp::ui
