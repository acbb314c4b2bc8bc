#include "tests/support/drawn.h"

#include <algorithm>

namespace tp::test {
namespace {

struct Box {
  float left = 0, top = 0, right = 0, bottom = 0;
};

Box within(const Box& a, const Box& b) {
  return {std::max(a.left, b.left), std::max(a.top, b.top), std::min(a.right, b.right), std::min(a.bottom, b.bottom)};
}

bool sameColour(ImU32 a, ImU32 b) {
  return ((a ^ b) & ~IM_COL32_A_MASK) == 0;
}

}  // namespace

size_t drawnIn(const ui::Rect& part, ImU32 colour) {
  size_t count = 0;
  const Box wanted{part.x, part.y, part.x + part.w, part.y + part.h};
  for (const ImDrawList* list : ImGui::GetDrawData()->CmdLists) {
    for (const ImDrawCmd& command : list->CmdBuffer) {
      const Box seen = within(wanted, {command.ClipRect.x, command.ClipRect.y, command.ClipRect.z, command.ClipRect.w});
      for (unsigned i = 0; i + 2 < command.ElemCount; i += 3) {
        Box box{1e9f, 1e9f, -1e9f, -1e9f};
        bool shows = false;
        for (unsigned corner = 0; corner < 3; ++corner) {
          const int index = static_cast<int>(command.VtxOffset) +
                            static_cast<int>(list->IdxBuffer[static_cast<int>(command.IdxOffset + i + corner)]);
          const ImDrawVert& vertex = list->VtxBuffer[index];
          box = {std::min(box.left, vertex.pos.x), std::min(box.top, vertex.pos.y), std::max(box.right, vertex.pos.x),
                 std::max(box.bottom, vertex.pos.y)};
          shows = shows || (sameColour(vertex.col, colour) && (vertex.col & IM_COL32_A_MASK) != 0);
        }
        box = within(box, seen);
        count += shows && box.left < box.right && box.top < box.bottom ? 1 : 0;
      }
    }
  }
  return count;
}

bool tipDrawn() {
  return ImGui::GetForegroundDrawList()->VtxBuffer.Size > 0;
}

}  // namespace tp::test
