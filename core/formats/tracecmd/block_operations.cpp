#include "core/formats/tracecmd/block_operations.h"

#include <algorithm>

namespace tp::tracecmd {

BlockOperation operationOf(std::string_view operation) {
  const bool flushes = operation.starts_with('F');
  operation.remove_prefix(std::min(operation.find_first_not_of('F'), operation.size()));
  if (operation.starts_with('R')) return BlockOperation::Read;
  if (operation.starts_with('W')) return BlockOperation::Write;
  if (operation.starts_with('D')) return BlockOperation::Discard;
  return flushes ? BlockOperation::Flush : BlockOperation::Other;
}

std::string requestName(BlockOperation operation) {
  return blockOperationName(operation) + std::string(operation != BlockOperation::Other ? " request" : "");
}

}  // namespace tp::tracecmd
