#include "ui/view/sql_asker.h"

#include <utility>

#include "ui/view/host.h"

namespace tp::ui {

void SqlAsker::ask(const Host& host, Who who, SqlRequest request) {
  stop(host, who);
  SqlResult& result = results_[static_cast<size_t>(who)];
  request.id = ++asked_;
  result = SqlResult(std::move(request));
  if (host.askSql) return host.askSql(result.request());
  result.fail("there is nobody here who answers it");
}

void SqlAsker::stop(const Host& host, Who who) {
  if (!running(who)) return;
  SqlResult& result = results_[static_cast<size_t>(who)];
  if (host.stopSql) host.stopSql(result.request().id);
  result.fail("stopped");
}

const SqlResult* SqlAsker::result(Who who) const {
  const SqlResult& result = results_[static_cast<size_t>(who)];
  return result.request().id != 0 ? &result : nullptr;
}

bool SqlAsker::receive(Bytes reply) {
  for (SqlResult& result : results_)
    if (result.request().id != 0 && result.receive(reply))
      return result.over() && !result.error().empty() && !result.errorAt();
  return false;
}

void SqlAsker::fail(uint32_t id, std::string why) {
  for (SqlResult& result : results_)
    if (result.request().id == id && id != 0) result.fail(why);
}

}  // namespace tp::ui
