#include "core/formats/xray/logs.h"

#include "core/formats/xray/header_guess.h"

namespace tp::xray {

std::string unreadLog(const FileEntry& file) {
  const std::vector<std::byte> head = readAll(*file.source, 0, LogHeader::kSize);
  const std::string_view begin = asText(head).substr(0, 8);
  // A number, in the byte order of the machine.
  if (begin == "forpyarx" || begin == "xrayprof")
    return file.path +
           " is a profile of XRay (xray_mode=xray-profiling): it has how often and how long calls of each stack ran, "
           "but not when. Record a log with xray_mode=xray-basic or xray_mode=xray-fdr";
  if (isDraft(head))
    return file.path +
           " is a basic log of XRay of version 4, which no release of LLVM writes: versions 1 to 3 are read. A release "
           "of LLVM records one of them";
  return {};
}

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
