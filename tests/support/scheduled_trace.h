// A trace whose scheduling is asked for.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "core/io/local_files.h"
#include "core/session/scheduling/scheduling_question.h"
#include "tests/support/local_session.h"

namespace tp::test {

class ScheduledTrace {
 public:
  explicit ScheduledTrace(const std::string& path, uint32_t workers = 1) : local(workers) {
    auto opened = openLocalFiles({path});
    if (opened) open(std::move(*opened));
  }
  explicit ScheduledTrace(FileSet given) { open(std::move(given)); }

  std::shared_ptr<SchedulingQuestion> ask(const SchedulingScope& scope = {}) {
    auto question = std::make_shared<SchedulingQuestion>(scope);
    local.session.ask(question);
    local.finish();
    EXPECT_TRUE(question->done());
    return question;
  }

  bool found = false;
  FileSet files;
  LocalSession local;

 private:
  void open(FileSet given) {
    files = std::move(given);
    local.open(files);
    found = local.session.phase() == Phase::Ready;
  }
};

}  // namespace tp::test
