// The texts of core/trace/time_text.h, by the names that views use.
#pragma once

#include "core/trace/time_text.h"

namespace tp::ui {

using tp::atMostIf;
using tp::Bound;
using tp::boundSign;
using tp::bytesText;
using tp::countText;
using tp::durationText;
using tp::exactText;
using tp::offsetText;
using tp::percentText;
using tp::toNs;

}  // namespace tp::ui
