// Letters that the look's own fonts do not have: of other scripts, signs, emoji. Whoever has further fonts draws them,
// each when it is first needed; where nobody can, it is a box with the number of the letter in it.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <functional>
#include <map>
#include <utility>
#include <vector>

namespace tp::ui {

// A letter in one of the look's fonts.
struct LetterWanted {
  uint32_t letter = 0;  // of Unicode
  float em = 0;         // pixels of the picture
  bool strong = false;
  bool mono = false;
};

struct LetterPicture {
  static constexpr int kLargest = 256;

  int width = 0, height = 0;    // pixels, kLargest at most; 0: nothing is to be seen of it
  float left = 0, top = 0;      // pixels from the pen on the baseline to the picture's corner; above it: negative
  float advance = 0;            // pixels to the pen of the next letter
  bool coloured = false;        // it has its own colours, else only how much it covers counts
  std::vector<uint8_t> pixels;  // RGBA, not multiplied by alpha
};

// False where there is no such letter in its fonts.
using LetterDrawer = std::function<bool(const LetterWanted& wanted, LetterPicture& picture)>;

// U+65E5 as four digits in a frame, two above two; six of those beyond U+FFFF.
LetterPicture letterBox(const LetterWanted& wanted);

// One atlas has one of them, as its user data.
class Letters {
 public:
  Letters(ImFontAtlas& atlas, LetterDrawer drawer) : drawer_(std::move(drawer)) { atlas.UserData = this; }
  Letters(const Letters&) = delete;
  Letters& operator=(const Letters&) = delete;

  // Adds them to the font that was added to the atlas last. They have to outlive what is drawn with it.
  static void addTo(ImFontAtlas& atlas, bool strong, bool mono);

  // Of the letters that were drawn first, a few thousand at most: what tells the last picture of each from others.
  struct Drawn {
    bool boxed = false;
    uint64_t hash = 0;
  };
  const std::map<uint32_t, Drawn>& drawn() const { return drawn_; }

  // The picture of a letter, or its box.
  LetterPicture pictureOf(const LetterWanted& wanted);

 private:
  LetterDrawer drawer_;
  std::map<uint32_t, Drawn> drawn_;
};

}  // namespace tp::ui
