// Calls from the app module to the page's JavaScript.
#pragma once

#include <string_view>

#include "core/session/session.h"
#include "core/session/sql/sql_messages.h"

namespace tp::wasm {

// The page's Web Workers as a WorkerPort.
class PageWorkers final : public WorkerPort {
 public:
  void setWorkers(uint32_t count) { count_ = count; }
  uint32_t workers() const override { return count_; }
  void post(uint32_t worker, std::vector<std::byte> message) override;

 private:
  uint32_t count_ = 1;
};

// Passes a question on to who answers it (web/sql.js).
void askSql(const SqlRequest& request);

// Calls the page. `what` is "open-files", "open-directory", "open-sample" with its number, "copy" or "keep" with a
// text, "picture" or "begin-file" with a name, "end-file" with 1 if the file is whole, "open-again", "reopen" with
// JoinOptions::text(), "add-files" or "add-directory", "stop-sql" with the id of a question, "open-manual",
// "read-page", "open-recent" with its number, "clear-recent", "clear-indexes".
void callPage(const char* what, int number, std::string_view text);

// Passes on a part of the file that was begun.
void putFile(std::string_view part);

}  // namespace tp::wasm
