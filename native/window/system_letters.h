// Letters that the look's fonts do not have, out of the fonts that systems have where they usually have them.
#pragma once

#include <memory>
#include <vector>

#include "ui/letters.h"

namespace tp::native {

class SystemLetters {
 public:
  SystemLetters();
  ~SystemLetters();

  // A LetterDrawer. Reads a font when it is first needed, of all at most a few.
  bool draw(const ui::LetterWanted& wanted, ui::LetterPicture& picture);

 private:
  struct Face;
  Face* face(size_t at);

  std::vector<std::unique_ptr<Face>> faces_;  // as far as they have been needed; a face of none: it is not there
};

}  // namespace tp::native
