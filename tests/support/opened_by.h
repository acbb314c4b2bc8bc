// Opens a trace by one worker and by several, for tests whose answer does not depend on how many there are.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "core/io/local_files.h"
#include "tests/support/local_session.h"

namespace tp::test {

// Calls `use(local)` for a session of one worker and for one of three. Leaves out traces that can't be indexed.
template <class Use>
void openedBy1And3(const std::string& path, Use&& use) {
  auto files = openLocalFiles({path});
  ASSERT_TRUE(files);
  for (uint32_t workers : {1u, 3u}) {
    LocalSession local(workers);
    local.open(*files);
    if (local.session.phase() == Phase::Ready) use(local);
  }
}

}  // namespace tp::test
