#include "core/formats/xray/logs.h"

#include "core/formats/xray/header_guess.h"

namespace tp::xray {

std::vector<Log> findLogs(const FileSet& files) {
  std::vector<Log> logs;
  for (size_t i = 0; i < files.files().size(); ++i) {
    const FileEntry& file = files.files()[i];
    Log log{&file, i, {}};
    if (!readLogHeader(readAll(*file.source, 0, 128), file.source->size(), log.header)) continue;
    if (log.header.guessed && log.header.mode == Mode::FlightRecorder && log.header.version >= 3)
      log.header.version = versionByEvents(*file.source, log.header);
    logs.push_back(log);
  }
  return logs;
}

}  // namespace tp::xray
