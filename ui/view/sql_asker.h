// Asks questions in SQL, and keeps the last answer of each who asks. Whoever answers is the platform's (Host::askSql).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "core/session/sql/sql_result.h"

namespace tp::ui {

struct Host;

class SqlAsker {
 public:
  // Each has one question at a time.
  enum class Who : uint8_t { Panel, Script, Words, Track, File, Count };
  // More rows are not asked for: a page keeps all of them in memory.
  static constexpr uint32_t kMaxRows = 100'000;

  // Asks, and gives up what the same one has asked before.
  void ask(const Host& host, Who who, std::string text, uint32_t rowLimit) {
    ask(host, who, SqlRequest{0, std::move(text), rowLimit});
  }
  // The same; the request gets its id.
  void ask(const Host& host, Who who, SqlRequest request);
  // Gives up what is not answered yet. What has arrived stays, as a failed answer.
  void stop(const Host& host, Who who);
  // Forgets the rows that have arrived so far, for whoever has taken them.
  void forgetRows(Who who) { results_[static_cast<size_t>(who)].forgetRows(); }
  // Forgets the answer, which must be over.
  void drop(Who who) { results_[static_cast<size_t>(who)] = {}; }
  // The same, and returns it.
  SqlResult take(Who who) { return std::exchange(results_[static_cast<size_t>(who)], {}); }
  // Forgets all questions: another trace is opened, and nobody will answer them.
  void forget() { results_ = {}; }

  // Null if nothing was asked. `result().request()` has the question.
  const SqlResult* result(Who who) const;
  bool running(Who who) const { return result(who) != nullptr && !result(who)->over(); }

  // Takes a reply. Returns whether a question failed, and not by a mistake in its text: the files may have changed.
  bool receive(Bytes reply);
  // Takes the news that a question is not answered.
  void fail(uint32_t id, std::string why);

 private:
  std::array<SqlResult, static_cast<size_t>(Who::Count)> results_;
  uint32_t asked_ = 0;  // ids never repeat
};

}  // namespace tp::ui
