// The calls of a trace, counted by stack and once more without stacks: both must tell the same.
#pragma once

#include <memory>
#include <string>

#include "core/io/local_files.h"
#include "core/session/calls/calls_question.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"

namespace tp::test {

struct CallsBothWays {
  // `path`: below tests/data. `wanted`: what is counted without stacks. `halves`: of both halves of the trace's time,
  // too. Neither question is done if the trace can't be opened.
  CallsBothWays(const std::string& path, CallScope wanted, bool halves) {
    auto files = openLocalFiles({dataPath(path)});
    if (!files) return;
    local.open(*files);
    const TraceIndex& index = local.session.index();
    wanted.stacks = false;
    if (halves) wanted.middle = index.begin() + (index.end() - index.begin()) / 2;
    stacks = std::make_shared<CallsQuestion>(CallScope(), 0);
    sums = std::make_shared<CallsQuestion>(wanted, 1, JobKind::CallTable);
    local.session.ask(stacks);
    local.session.ask(sums);
    local.finish();
  }
  bool done() const { return stacks && stacks->done() && sums->done(); }

  LocalSession local;
  std::shared_ptr<CallsQuestion> stacks, sums;
};

}  // namespace tp::test
