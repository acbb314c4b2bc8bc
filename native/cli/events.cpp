#include <algorithm>
#include <cstdio>

#include "core/analysis/event_merge.h"
#include "core/export/event_text.h"
#include "native/cli/commands.h"
#include "native/cli/open.h"

namespace tp::cli {
namespace {

constexpr size_t kFlushBytes = size_t{1} << 16;

bool flush(std::string& text) {
  bool ok = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  text.clear();
  return ok;
}

}  // namespace

int events(const EventOptions& options) {
  EventFormat format = options.format == "jsonl" ? EventFormat::Jsonl
                       : options.format == "csv" ? EventFormat::Csv
                                                 : EventFormat::Text;
  auto trace = openOrComplain(options.traces);
  if (!trace) return 2;
  std::vector<size_t> streams;
  for (size_t i = 0; i < trace->reader->streams().size(); ++i) {
    const std::string& name = trace->reader->streams()[i].name;
    if (std::find(options.streams.begin(), options.streams.end(), name) != options.streams.end()) streams.push_back(i);
  }
  if (streams.empty() && !options.streams.empty()) {
    complain("no stream is called " + options.streams.front());
    return 2;
  }

  EventMerge merge(*trace->reader, trace->files, streams);
  std::string text(eventHeader(format));
  EventRow row;
  while (merge.next()) {
    if (merge.record().time < options.range.from || merge.record().time > options.range.to) continue;
    merge.describe(row);
    appendEvent(text, row, format, trace->reader->info().clock);
    if (text.size() >= kFlushBytes && !flush(text)) return 2;
  }
  if (!flush(text)) return 2;
  printWarnings(*trace->reader);
  return 0;
}

}  // namespace tp::cli
