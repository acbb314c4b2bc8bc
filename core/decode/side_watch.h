// Who wants to know what mergers tell beside their records.
#pragma once

#include "core/decode/block_request.h"
#include "core/decode/switch_stack.h"

namespace tp {

// Each may be empty.
struct SideWatch {
  StackWatch stack;
  RequestWatch request;
};

}  // namespace tp
