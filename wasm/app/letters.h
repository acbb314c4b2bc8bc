// Letters that the look's fonts do not have, as the browser draws them.
#pragma once

#include "ui/letters.h"

namespace tp::wasm {

// A LetterDrawer. The page's web/letters.js does it.
bool drawLetter(const ui::LetterWanted& wanted, ui::LetterPicture& picture);

}  // namespace tp::wasm
